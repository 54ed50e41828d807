import { useMemo, useSyncExternalStore } from 'react';

import { keeperOf } from '@foldmark/library/duplicates/keeper-of';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { reuseList } from '@foldmark/library/memory/reuse-list';
import { TOPICS } from '@foldmark/library/memory/topic-names';
import type { Topic } from '@foldmark/library/memory/topics';

/** The link of a group that is suggested to stay. */
export function useKeeper(links: readonly Key[]): Key {
  const library = useLibrary();
  const { subscribe, get } = useMemo(
    () => ({
      subscribe: subscriberOf(library, [...links.map(TOPICS.link), ...links.map(TOPICS.foldersOf)]),
      get: () => keeperOf(library, links),
    }),
    [library, links],
  );
  return useSyncExternalStore(subscribe, get);
}

/** The urls of the links of a group. */
export function useUrls(links: readonly Key[]): readonly string[] {
  const library = useLibrary();
  const { subscribe, get } = useMemo(() => urlsOf(library, links), [library, links]);
  return useSyncExternalStore(subscribe, get);
}

function urlsOf(library: Library, links: readonly Key[]) {
  let last: readonly string[] = [];
  return {
    subscribe: subscriberOf(library, links.map(TOPICS.link)),
    get: () => {
      const urls = links.map((link) => library.link(link)?.url ?? '');
      last = reuseList(urls, last);
      return last;
    },
  };
}

function subscriberOf(library: Library, topics: readonly Topic[]) {
  return (listener: () => void) => {
    const stops = topics.map((topic) => library.subscribe(topic, listener));
    return () => {
      for (const stop of stops) stop();
    };
  };
}
