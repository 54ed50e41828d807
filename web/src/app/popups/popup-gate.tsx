import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { SEARCH_PATH } from '#web/state/search.ts';
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
  useSearchFromPage(isMember(session) && !isOverLibrary);
  return null;
}

/** On a page without the library, the text in the search field opens the results. */
function useSearchFromPage(isActive: boolean): void {
  const { search } = useClientState();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isActive) return undefined;
    const open = (): void => {
      if (search.get().trim() === '') return;
      const query = new URLSearchParams({ q: search.get() }).toString();
      void navigate(`${SEARCH_PATH}?${query}`, { state: { search: { canReturn: true, place: null } } });
    };
    // Typed before the session was known.
    open();
    return search.subscribe(open);
  }, [isActive, navigate, search]);
}
