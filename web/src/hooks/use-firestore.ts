import type { Firestore } from 'firebase/firestore';
import { use, useState } from 'react';

import { LibraryContext } from '#web/hooks/library-hooks.ts';
import { useStore } from '#web/state/use-store.ts';
import { createStore } from '#web/sync/store.ts';

const NO_FEEDS = createStore(null);

/** The Firestore connection of the open library's feeds. Null until a feed listens. */
export function useFirestore(): Firestore | null {
  const feeds = useStore(use(LibraryContext)?.feeds ?? NO_FEEDS);
  const subscription = useStore(feeds?.[0]?.subscription ?? NO_FEEDS);
  // While a feed changes its subscription, keeps the last connection.
  const [latest, setLatest] = useState<Firestore | null>(null);
  const current = subscription?.query?.firestore ?? latest;
  if (current !== latest) setLatest(current);
  return current;
}
