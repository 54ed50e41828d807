import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { useEffect, useState } from 'react';

import { useOpenLibrary } from '#web/hooks/library-hooks.ts';
import type { KnownCounts } from '#web/import/known-links.ts';
import type { OpenFile } from '#web/import/open-file.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { until } from '#web/sync/store.ts';

/** Copying more urls to the worker at once would block the page. */
const SLICE = 2000;

/** How many links of the file are already in the library, surely or probably. Null until they are counted. */
export function useKnownCounts(file: OpenFile): KnownCounts | null {
  const open = useOpenLibrary();
  const [counts, setCounts] = useState<KnownCounts | null>(null);
  useEffect(() => {
    let isOver = false;
    countKnown(open, file).then(
      (known) => {
        if (!isOver) setCounts(known);
      },
      // The worker has ended, for example because another file was chosen.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [open, file]);
  return counts;
}

async function countKnown({ loading, library }: OpenLibrary, file: OpenFile): Promise<KnownCounts> {
  await until(loading, ({ links }) => !links);
  const urls: Record<'active' | 'trashed', string[]> = { active: [], trashed: [] };
  for (const [, { url, status_id }] of library.tables.links.entries())
    urls[status_id === STATUS_TRASHED ? 'trashed' : 'active'].push(url);
  let known: KnownCounts | null = null;
  let isFirst = true;
  for (const status of ['active', 'trashed'] as const) {
    for (let from = 0; from < urls[status].length; from += SLICE) {
      const slice = urls[status].slice(from, from + SLICE);
      known = await file.call('known', { urls: slice, areTrashed: status === 'trashed', isFirst });
      isFirst = false;
    }
  }
  // Without library links, the file is still compared with itself, because it can have duplicates.
  return known ?? file.call('known', { urls: [], areTrashed: false, isFirst: true });
}
