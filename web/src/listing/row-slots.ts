import type { Key } from '#web/sync/library/keys.ts';

/** Which of a list's elements each row has. */
type Slots = ReadonlyMap<Key, number>;

/**
 * Gives a row that comes the elements of one that goes, since making new ones is most of the work of a scroll and of a
 * search. In a scroll a row that stays keeps its own and is not moved; one that has the focus always keeps its own.
 */
export class RowSlots {
  #slots: Slots = new Map();
  #kept: Key | null = null;
  #next = 0;

  /** For rows in their order. Nobody else gets the elements of `kept`, also when it goes. */
  assign(rows: readonly Key[], kept: Key | null): Slots {
    const staying = this.#staying(rows);
    const before = [...this.#slots].map(([row, slot], place) => ({ row, slot, place }));
    const places = new Map(
      before.filter(({ row }) => staying.has(row)).map(({ row, place }) => [row, place]),
    );
    const free = before.filter(({ row }) => !staying.has(row) && row !== this.#kept);
    const limits = placesAhead(rows, places);
    const slotOf = (row: Key, index: number): number => {
      const own = staying.has(row) ? this.#slots.get(row) : undefined;
      if (own !== undefined) return own;
      const [first] = free;
      // React would move each row that stays to behind elements that had their place behind it.
      if (first === undefined || first.place > (limits[index] ?? 0)) return this.#new();
      free.shift();
      return first.slot;
    };
    const slots = new Map(rows.map((row, index) => [row, slotOf(row, index)]));
    this.#slots = slots;
    this.#kept = kept;
    return slots;
  }

  /**
   * Where most go, as in a search, few stay: then each place keeps its elements and gets another row, since moving elements
   * past those that stay costs their styles and boxes.
   */
  #staying(rows: readonly Key[]): ReadonlySet<Key> {
    const known = rows.filter((row) => this.#slots.has(row));
    return new Set(known.length * 2 < rows.length ? known.filter((row) => row === this.#kept) : known);
  }

  #new(): number {
    this.#next += 1;
    return this.#next;
  }
}

/** For each row the place of the next one, itself among them, that has one already. */
function placesAhead(rows: readonly Key[], places: ReadonlyMap<Key, number>): readonly number[] {
  let ahead = Infinity;
  return rows
    .toReversed()
    .map((row) => {
      ahead = places.get(row) ?? ahead;
      return ahead;
    })
    .toReversed();
}
