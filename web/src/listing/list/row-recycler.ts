import type { Key } from '@foldmark/library/memory/keys';

/** Maps each row to its slot, a set of DOM elements. */
type Slots = ReadonlyMap<Key, number>;

/**
 * Recycles the DOM of rows that scroll out, because creating elements is most of the work of a scroll or a search. During a
 * scroll, rows that stay keep their elements and their DOM position. The focused row always keeps its elements.
 */
export class RowRecycler {
  #slots: Slots = new Map();
  #focused: Key | null = null;
  #arrangement = '';
  #next = 0;

  /**
   * Assigns a slot to each row. No other row ever gets the slot of `focused`, not even after that row has left. `arrangement` names
   * the list, its order and its search.
   */
  assign(rows: readonly Key[], focused: Key | null, arrangement = ''): Slots {
    const staying = this.#staying(rows, arrangement);
    const before = [...this.#slots].map(([row, slot], place) => ({ row, slot, place }));
    const places = new Map(
      before.filter(({ row }) => staying.has(row)).map(({ row, place }) => [row, place]),
    );
    const free = before.filter(({ row }) => !staying.has(row) && row !== this.#focused);
    const limits = placesAhead(rows, places);
    const slotOf = (row: Key, index: number): number => {
      const own = staying.has(row) ? this.#slots.get(row) : undefined;
      if (own !== undefined) return own;
      const [first] = free;
      // A slot after the next staying row would make React move that row in the DOM.
      if (first === undefined || first.place > (limits[index] ?? 0)) return this.#new();
      free.shift();
      return first.slot;
    };
    const slots = new Map(rows.map((row, index) => [row, slotOf(row, index)]));
    this.#slots = slots;
    this.#focused = focused;
    this.#arrangement = arrangement;
    return slots;
  }

  /**
   * The rows that keep their slots. In another arrangement, only the focused row does: a search renders the cells of all rows
   * anyway, and new elements cost style and layout work. The same applies if most rows change, because React would move many
   * elements around the few that stay.
   */
  #staying(rows: readonly Key[], arrangement: string): ReadonlySet<Key> {
    const known = rows.filter((row) => this.#slots.has(row));
    const isOther = arrangement !== this.#arrangement || known.length * 2 < rows.length;
    return new Set(isOther ? known.filter((row) => row === this.#focused) : known);
  }

  #new(): number {
    this.#next += 1;
    return this.#next;
  }
}

/** For each row, the place of the next staying row, counting the row itself. */
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
