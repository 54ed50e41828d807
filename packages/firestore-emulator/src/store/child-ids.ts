import { endBelow, startBelow } from '#firestore/model/name-order.ts';
import type { Position, SortedList } from '#firestore/store/sorted-list.ts';

/**
 * The distinct ids that come next after a prefix among the paths of collections that are alive: the collections of a
 * document, or the documents of a collection that have something below them. Whole branches are stepped over.
 */
export function* childIds(
  paths: SortedList<string>,
  prefix: string,
  isAlive: (path: string) => boolean,
  afterId: string | null = null,
): Generator<string, void> {
  const start = `${prefix}/`;
  let from = afterId === null ? startBelow(prefix) : endBelow(`${start}${afterId}`);
  for (;;) {
    const path = firstAlive(paths, from, start, isAlive);
    if (path === null) return;
    const [id = ''] = path.slice(start.length).split('/', 1);
    yield id;
    from = endBelow(`${start}${id}`);
  }
}

function firstAlive(
  paths: SortedList<string>,
  from: Position<string>,
  start: string,
  isAlive: (path: string) => boolean,
): string | null {
  for (const path of paths.ascending(from)) {
    if (!path.startsWith(start)) return null;
    if (isAlive(path)) return path;
  }
  return null;
}
