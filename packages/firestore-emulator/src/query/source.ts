import type { Bounds } from '#firestore/query/axis.ts';
import type { Entry } from '#firestore/store/entry.ts';
import type { Position, SortedList } from '#firestore/store/sorted-list.ts';

/** Candidates for the results of a query. They include all results. */
export interface Source {
  readonly count: number;
  /** Whether the entries are in query order. */
  readonly ordered: boolean;
  entries(): Iterable<Entry>;
}

export interface RangeOptions {
  readonly ordered: boolean;
  readonly descending: boolean;
}

/** A range of a sorted list. */
export function rangeOf<Item>(
  list: SortedList<Item>,
  bounds: Bounds<Item>,
  entryOf: (item: Item) => Entry,
  { ordered, descending }: RangeOptions,
): Source {
  const from = tightest(list, bounds.from, 0, (rank, best) => rank > best);
  const to = tightest(list, bounds.to, list.size, (rank, best) => rank < best);
  return {
    count: Math.max(0, to.rank - from.rank),
    ordered,
    *entries() {
      if (to.rank <= from.rank) return;
      const items = descending
        ? list.descending(from.position, to.position)
        : list.ascending(from.position, to.position);
      for (const item of items) yield entryOf(item);
    },
  };
}

/** The union of several sources, without duplicates. */
export function unionOf(sources: readonly Source[]): Source {
  const [only] = sources;
  if (only !== undefined && sources.length === 1) return only;
  return {
    count: sources.reduce((total, source) => total + source.count, 0),
    ordered: false,
    *entries() {
      const seen = new Set<Entry>();
      for (const source of sources) {
        for (const entry of source.entries()) {
          if (seen.has(entry)) continue;
          seen.add(entry);
          yield entry;
        }
      }
    },
  };
}

function tightest<Item>(
  list: SortedList<Item>,
  positions: readonly Position<Item>[],
  widest: number,
  isTighter: (rank: number, best: number) => boolean,
): { readonly rank: number; readonly position: Position<Item> | undefined } {
  let best: { rank: number; position: Position<Item> | undefined } = { rank: widest, position: undefined };
  for (const position of positions) {
    const rank = list.rank(position);
    if (isTighter(rank, best.rank)) best = { rank, position };
  }
  return best;
}
