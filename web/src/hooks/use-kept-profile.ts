import { useEffect } from 'react';

import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import type { Session } from '#web/account/session.ts';

/** The replica keeps the profile for the session: it is there before the server has answered, or where it does not. */
export function useKeptProfile(open: OpenLibrary | null, session: Session): void {
  useEffect(() => {
    if (open === null) return undefined;
    let kept = session.state().authUser;
    let isOver = false;
    let isAsked = false;
    const keep = (): void => {
      const { authUser, isUnanswered } = session.state();
      // Whether the server can be reached at all is for the library to find out.
      if (isUnanswered && !isAsked) open.retry();
      isAsked = isUnanswered;
      if (authUser === null || authUser === kept || authUser.user_id !== open.uid) return;
      kept = authUser;
      void open.keepProfile(authUser);
    };
    const stops = [
      session.subscribe(keep),
      open.changedUser.subscribe(() => {
        const user = open.changedUser.get();
        if (user !== null) session.profileChanged(user);
      }),
      open.isOnline.subscribe(() => {
        if (open.isOnline.get()) session.retryProfile();
      }),
    ];
    if (kept !== null) void open.keepProfile(kept);
    else {
      void open.profile().then((profile) => {
        if (profile === null || isOver || kept !== null) return;
        kept = profile;
        session.profileKept(profile);
      });
    }
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [open, session]);
}
