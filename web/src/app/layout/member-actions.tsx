import { LogOut, Settings } from 'lucide-react';

import { IconButton, IconLink } from '#web/ui/buttons/icon-button.tsx';

import { useLogout } from '#web/app/use-logout.tsx';
import { useServices } from '#web/hooks/services.ts';

export function MemberActions() {
  const { demo } = useServices();
  const { logout, logoutQuestion } = useLogout();
  return (
    <>
      <IconLink label="Settings" icon={Settings} to="/settings" />
      <IconButton label={demo === null ? 'Log out' : 'Leave the demo'} icon={LogOut} onPress={logout} />
      {logoutQuestion}
    </>
  );
}
