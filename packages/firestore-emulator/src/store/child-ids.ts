import { endBelow, startBelow } from '#firestore/model/name-order.ts';
import type { Position, SortedList } from '#firestore/store/sorted-list.ts';

/**
 * Yields the distinct next segments after a prefix in the paths of non-empty collections: the collection IDs below a
 * document, or the IDs of documents that have subcollections. It skips the rest of each branch.
 */
export function* childIds(
  paths: SortedList<string>,
  prefix: string,
  hasDocuments: (path: string) => boolean,
  afterId: string | null = null,
): Generator<string, void> {
  const start = `${prefix}/`;
  let from = afterId === null ? startBelow(prefix) : endBelow(`${start}${afterId}`);
  for (;;) {
    const path = firstNonEmpty(paths, from, start, hasDocuments);
    if (path === null) return;
    const [id = ''] = path.slice(start.length).split('/', 1);
    yield id;
    from = endBelow(`${start}${id}`);
  }
}

function firstNonEmpty(
  paths: SortedList<string>,
  from: Position<string>,
  start: string,
  hasDocuments: (path: string) => boolean,
): string | null {
  for (const path of paths.ascending(from)) {
    if (!path.startsWith(start)) return null;
    if (hasDocuments(path)) return path;
  }
  return null;
}
