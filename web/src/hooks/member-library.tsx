import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';

import { useStore } from '#web/state/use-store.ts';
import type { Feed } from '#web/sync/feed/feed.ts';
import type { Subscription } from '#web/sync/feed/subscription.ts';
import { openInBrowser } from '#web/sync/live/open-in-browser.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { LibraryContext } from '#web/hooks/library-hooks.ts';
import { useStoredProfile } from '#web/hooks/use-stored-profile.ts';
import { type Services, useServices } from '#web/hooks/services.ts';

// The SDK and reactfire are large. They load later, because the replica shows before they are needed.
const loadLiveFeed = async () => import('#web/hooks/live-feed.tsx');
const LiveFeed = lazy(async () => ({ default: (await loadLiveFeed()).LiveFeed }));

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
  return (
    <LibraryContext value={open}>
      {children}
      <Feeds open={open} />
    </LibraryContext>
  );
}

function Feeds({ open }: { readonly open: OpenLibrary }) {
  const feeds = useStore(open.feeds) ?? [];
  return feeds.map((feed) => <FeedSubscription key={feed.collection} feed={feed} />);
}

function FeedSubscription({ feed }: { readonly feed: Feed<LibraryCollection> }) {
  const subscription = useStore(feed.subscription);
  const isLoaded = useLoaded(feed, subscription);
  if (subscription === null || !isLoaded) return null;
  return (
    <Suspense fallback={null}>
      <LiveFeed key={subscription.id} feed={feed} subscription={subscription} />
    </Suspense>
  );
}

/**
 * Whether the component has loaded. A failed load counts as a failure of the feed, which retries. React's lazy() would
 * keep the failure forever.
 */
function useLoaded(feed: Feed<LibraryCollection>, subscription: Subscription | null): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (subscription === null) return undefined;
    let isOver = false;
    loadLiveFeed().then(
      () => {
        if (!isOver) setLoaded(true);
      },
      (error: unknown) => {
        if (!isOver) feed.failed(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [feed, subscription]);
  return isLoaded;
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
