import { type ReactNode, useLayoutEffect, useState } from 'react';

import { openInBrowser } from '#web/sync/live/open-in-browser.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { LibraryContext } from '#web/hooks/library-hooks.ts';
import { useStoredProfile } from '#web/hooks/use-stored-profile.ts';
import { type Services, useServices } from '#web/hooks/services.ts';

interface MemberLibraryProps {
  readonly uid: string;
  readonly children: ReactNode;
}

/** Opens the signed-in user's library and provides it to the children. */
export function MemberLibrary({ uid, children }: MemberLibraryProps) {
  const services = useServices();
  const open = useLibraryOf(uid, services);
  useStoredProfile(open, services.session);
  if (open === null) return null;
  return <LibraryContext value={open}>{children}</LibraryContext>;
}

function openNow(uid: string, services: Services): OpenLibrary {
  return openInBrowser({
    uid,
    services: Promise.resolve(services),
    isTaken: Promise.resolve(true),
    report: services.report,
  });
}

function useLibraryOf(uid: string, services: Services): OpenLibrary | null {
  const [open, setOpen] = useState<OpenLibrary | null>(null);
  // A layout effect runs before the browser paints, so that a library that was opened early shows in the first frame.
  useLayoutEffect(() => {
    const opened = services.earlyLibrary.take(uid) ?? openNow(uid, services);
    // oxlint-disable-next-line react/set-state-in-effect -- opening and closing belong together, in one effect
    setOpen(opened);
    services.library.set(opened);
    return () => {
      setOpen(null);
      services.library.set(null);
      void opened.close();
    };
  }, [uid, services]);
  return open;
}
