import { useMemo } from 'react';

import { keeperOf } from '@foldmark/library/duplicates/keeper-of';
import { derive, useLibrary } from '#web/hooks/library-hooks.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { reuseList } from '@foldmark/library/memory/reuse-list';
import { TOPICS } from '@foldmark/library/memory/topic-names';

/** The link of a group that is suggested to stay. */
export function useKeeper(links: readonly Key[]): Key {
  const library = useLibrary();
  const keeper = useMemo(() => {
    const topics = [...links.map(TOPICS.link), ...links.map(TOPICS.foldersOf)];
    return derive(library, topics, () => keeperOf(library, links));
  }, [library, links]);
  return useStore(keeper);
}

/** The urls of the links of a group. */
export function useUrls(links: readonly Key[]): readonly string[] {
  const library = useLibrary();
  const urls = useMemo(
    () =>
      derive<readonly string[]>(library, links.map(TOPICS.link), (last) =>
        reuseList(
          links.map((link) => library.link(link)?.url ?? ''),
          last,
        ),
      ),
    [library, links],
  );
  return useStore(urls);
}
