import { LogOut, Settings } from 'lucide-react';

import { IconButton, IconLink } from '#web/ui/buttons/icon-button.tsx';

import { useLogout } from '#web/app/use-logout.tsx';

export function MemberActions() {
  const { logoutLabel, logout, logoutQuestion } = useLogout();
  return (
    <>
      <IconLink label="Settings" icon={Settings} to="/settings" />
      <IconButton label={logoutLabel} icon={LogOut} onPress={logout} />
      {logoutQuestion}
    </>
  );
}
