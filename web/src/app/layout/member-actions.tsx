import { LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { waitUntilSent } from '#web/sync/live/wait-until-sent.ts';
import { useServices } from '#web/hooks/services.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { countText } from '#web/listing/items/count-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { IconLink } from '#web/ui/icon-link.tsx';

export function MemberActions() {
  const { session, library } = useServices();
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState(0);
  const logoutNow = async () => {
    await session.logout();
    await navigate('/');
  };
  const logout = async () => {
    const open = library.get();
    open?.sendHeld();
    const unsentCount = open === null ? 0 : await waitUntilSent(open, SYSTEM_TIMERS);
    if (unsentCount > 0) setUnsent(unsentCount);
    else await logoutNow();
  };
  return (
    <>
      <IconLink label="Settings" icon={Settings} to="/settings" />
      <IconButton
        label="Log out"
        icon={LogOut}
        onPress={() => {
          void logout();
        }}
      />
      {unsent === 0 ? null : (
        <ConfirmDialog
          title="Log out now?"
          text={`${countText(unsent, 'change')} ${unsent === 1 ? "hasn't" : "haven't"} been sent to the server yet. If you log out now, ${unsent === 1 ? "it's" : "they're"} lost.`}
          confirm="Log out"
          onConfirm={() => {
            void logoutNow();
          }}
          onClose={() => {
            setUnsent(0);
          }}
        />
      )}
    </>
  );
}
