import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

import { useStore } from '#web/data/client/use-store.ts';
import { openInBrowser } from '#web/data/live/open-in-browser.ts';
import type { OpenLibrary } from '#web/data/live/open-library.ts';
import { LibraryContext } from '#web/data/react/library-hooks.ts';
import { type Services, useServices } from '#web/data/services.ts';

// The SDK and reactfire are large, and what they bring comes after the replica.
const LiveFeeds = lazy(async () => ({ default: (await import('#web/data/react/live-feeds.tsx')).LiveFeeds }));

interface MemberLibraryProps {
  readonly uid: string;
  readonly children: ReactNode;
}

/** The library of whoever is signed in, for everything below. */
export function MemberLibrary({ uid, children }: MemberLibraryProps) {
  const services = useServices();
  const open = useLibraryOf(uid, services);
  if (open === null) return null;
  return (
    <LibraryContext value={open}>
      {children}
      <Feeds open={open} services={services} />
    </LibraryContext>
  );
}

function Feeds({ open, services }: { readonly open: OpenLibrary; readonly services: Services }) {
  const feeds = useStore(open.feeds);
  if (feeds === null) return null;
  return (
    <Suspense fallback={null}>
      <LiveFeeds app={services.gateway.auth.app} feeds={feeds} />
    </Suspense>
  );
}

function useLibraryOf(uid: string, services: Services): OpenLibrary | null {
  const [open, setOpen] = useState<OpenLibrary | null>(null);
  useEffect(() => {
    const opened = services.prepared.take(uid) ?? openInBrowser(uid, services);
    // oxlint-disable-next-line react/set-state-in-effect -- opening and closing belong together, in one effect
    setOpen(opened);
    return () => {
      setOpen(null);
      void opened.close();
    };
  }, [uid, services]);
  return open;
}
