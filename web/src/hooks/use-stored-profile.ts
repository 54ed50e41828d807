import { useEffect } from 'react';

import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import type { Session } from '#web/account/session.ts';

/**
 * Stores the session's profile in the replica. Shows the stored profile until the server has answered. Retries a failed request
 * for the profile when the connection is back.
 */
export function useStoredProfile(open: OpenLibrary | null, session: Session): void {
  useEffect(() => {
    if (open === null) return undefined;
    let stored = session.state().authUser;
    let isOver = false;
    let wasUnanswered = false;
    const store = (): void => {
      const { authUser, isUnanswered } = session.state();
      // Makes the library check whether the server is reachable at all.
      if (isUnanswered && !wasUnanswered) open.retry();
      wasUnanswered = isUnanswered;
      if (authUser === null || authUser === stored || authUser.user_id !== open.uid) return;
      stored = authUser;
      void open.storeProfile(authUser);
    };
    const stops = [
      session.subscribe(store),
      open.changedUser.subscribe(() => {
        const user = open.changedUser.get();
        if (user !== null) session.dispatch({ type: 'profileChanged', user });
      }),
      open.isOnline.subscribe(() => {
        if (open.isOnline.get()) session.retryProfile();
      }),
    ];
    if (stored !== null) void open.storeProfile(stored);
    else {
      void open.profile().then((profile) => {
        if (profile === null || isOver || stored !== null) return;
        stored = profile;
        session.dispatch({ type: 'storedProfileRead', authUser: profile });
      });
    }
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [open, session]);
}
