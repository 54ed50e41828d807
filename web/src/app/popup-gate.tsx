import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { usePopup, useSetPopup } from '#web/state/popup.ts';
import { useSession } from '#web/hooks/services.ts';
import { isMember } from '#web/account/session-state.ts';

/** Popups need the library behind them. On any other page, an open popup redirects to /; for a visitor it also closes. */
export function PopupGate({ isOverLibrary }: { readonly isOverLibrary: boolean }) {
  const session = useSession();
  const popup = usePopup();
  const setPopup = useSetPopup();
  const navigate = useNavigate();
  const isVisitorPopup = popup !== null && session.known && !isMember(session);
  const mustRedirect = popup !== null && session.known && (isVisitorPopup || !isOverLibrary);
  useEffect(() => {
    if (isVisitorPopup) setPopup(null);
    if (mustRedirect) void navigate('/');
  }, [isVisitorPopup, mustRedirect, setPopup, navigate]);
  return null;
}
