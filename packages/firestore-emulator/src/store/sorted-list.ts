const CHUNK = 256;

/**
 * A sorted list, stored in chunks. A search, insertion or removal accesses one small array. Collections use it for document
 * names, and field indexes for values.
 */
export class SortedList<Item> {
  readonly #compare: (a: Item, b: Item) => number;
  #chunks: Item[][] = [];
  #size = 0;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  /** Replaces all items. */
  load(items: Item[]): void {
    items.sort(this.#compare);
    this.#chunks = [];
    for (let at = 0; at < items.length; at += CHUNK) this.#chunks.push(items.slice(at, at + CHUNK));
    this.#size = items.length;
  }

  /** The list must not contain the item yet. */
  add(item: Item): void {
    const compare = (other: Item): number => this.#compare(other, item);
    const at = Math.min(this.#chunkOf(compare), Math.max(0, this.#chunks.length - 1));
    const chunk = this.#chunks[at];
    this.#size += 1;
    if (chunk === undefined) {
      this.#chunks.push([item]);
      return;
    }
    chunk.splice(firstNotBelow(chunk, compare), 0, item);
    if (chunk.length > 2 * CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(chunk.length >> 1));
  }

  /** Removes the item that compares equal. */
  remove(item: Item): void {
    const compare = (other: Item): number => this.#compare(other, item);
    const at = this.#chunkOf(compare);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return;
    const index = firstNotBelow(chunk, compare);
    const found = chunk[index];
    if (found === undefined || compare(found) !== 0) return;
    chunk.splice(index, 1);
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** Counts the items before a position. */
  rank(position: Position<Item>): number {
    const at = this.#chunkOf(position);
    let before = 0;
    for (let index = 0; index < at; index += 1) before += this.#chunks[index]?.length ?? 0;
    const chunk = this.#chunks[at];
    return chunk === undefined ? before : before + firstNotBelow(chunk, position);
  }

  /** Iterates from `from` (inclusive) to `to` (exclusive). The list must not change during the iteration. */
  *ascending(from?: Position<Item>, to?: Position<Item>): Generator<Item, void> {
    let at = from === undefined ? 0 : this.#chunkOf(from);
    let chunk = this.#chunks[at];
    let index = chunk === undefined || from === undefined ? 0 : firstNotBelow(chunk, from);
    while (chunk !== undefined) {
      for (; index < chunk.length; index += 1) {
        const item = chunk[index];
        if (item === undefined || (to !== undefined && to(item) >= 0)) return;
        yield item;
      }
      at += 1;
      index = 0;
      chunk = this.#chunks[at];
    }
  }

  /** Like `ascending`, in reverse order. */
  *descending(from?: Position<Item>, to?: Position<Item>): Generator<Item, void> {
    const last = this.#chunks.length - 1;
    let at = to === undefined ? last : Math.min(this.#chunkOf(to), last);
    let chunk = this.#chunks[at];
    let index = chunk === undefined || to === undefined ? Infinity : firstNotBelow(chunk, to) - 1;
    while (chunk !== undefined) {
      for (index = Math.min(index, chunk.length - 1); index >= 0; index -= 1) {
        const item = chunk[index];
        if (item === undefined || (from !== undefined && from(item) < 0)) return;
        yield item;
      }
      at -= 1;
      index = Infinity;
      chunk = this.#chunks[at];
    }
  }

  /** Finds the first chunk whose last item is not before the position. */
  #chunkOf(position: Position<Item>): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = this.#chunks[middle]?.at(-1);
      if (last !== undefined && position(last) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A position in a sorted list, as a function: negative for the items before the position, and not negative for others. */
export type Position<Item> = (item: Item) => number;

function firstNotBelow<Item>(chunk: readonly Item[], position: Position<Item>): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = chunk[middle];
    if (item !== undefined && position(item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
