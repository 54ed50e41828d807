import { LogOut, Settings } from 'lucide-react';
import { useNavigate } from 'react-router-dom';

import { useServices } from '#web/data/services.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

export function MemberActions() {
  const { session } = useServices();
  const navigate = useNavigate();
  const logout = async () => {
    await session.logout();
    await navigate('/');
  };
  return (
    <>
      <IconButton
        label="Settings"
        icon={Settings}
        onPress={() => {
          void navigate('/settings');
        }}
      />
      <IconButton
        label="Log out"
        icon={LogOut}
        onPress={() => {
          void logout();
        }}
      />
    </>
  );
}
