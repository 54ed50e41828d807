import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { usePopup, useSetPopup } from '#web/state/popup.ts';
import { useSession } from '#web/hooks/services.ts';
import { isMember } from '#web/account/session-state.ts';

/** Popups are for members, over their library: whoever opens one anywhere else is led home, a visitor without it. */
export function PopupGate({ isOverLibrary }: { readonly isOverLibrary: boolean }) {
  const session = useSession();
  const popup = usePopup();
  const setPopup = useSetPopup();
  const navigate = useNavigate();
  const isRefused = popup !== null && session.known && !isMember(session);
  const mustMove = popup !== null && session.known && (isRefused || !isOverLibrary);
  useEffect(() => {
    if (isRefused) setPopup(null);
    if (mustMove) void navigate('/');
  }, [isRefused, mustMove, setPopup, navigate]);
  return null;
}
