const START_LENGTH = 64;
/** Below this number of texts, insertion sort is faster. */
const FEW = 12;

/**
 * The sort keys of many links, one after another in one array of UTF-16 code units. Strings would take longer to create, to
 * compare and to garbage-collect.
 */
export class CodeUnits {
  /** The index for the next unit. */
  end = 0;
  #units: Uint16Array;
  readonly #starts: Uint32Array;
  #count = 0;

  constructor(maxTexts: number) {
    this.#units = new Uint16Array(START_LENGTH * (maxTexts + 1));
    this.#starts = new Uint32Array(maxTexts + 1);
  }

  /** Returns the array to write to, with room for `count` units from `end` on. */
  room(count: number): Uint16Array {
    if (this.end + count > this.#units.length) {
      const larger = new Uint16Array(Math.max(this.end + count, this.#units.length * 2));
      larger.set(this.#units.subarray(0, this.end));
      this.#units = larger;
    }
    return this.#units;
  }

  /** Ends the text with unit 0, which texts never contain, and a number that orders equal texts. */
  pushPlace(place: number): void {
    const units = this.room(3);
    units[this.end] = 0;
    units[this.end + 1] = place >>> 16;
    // Stores the lowest 16 bits, because the array truncates.
    units[this.end + 2] = place;
    this.end += 3;
  }

  /** Ends the current text. The next one starts here. */
  endText(): void {
    this.#count += 1;
    this.#starts[this.#count] = this.end;
  }

  /** Returns the written units as one text, and empties the array. */
  takeText(): string {
    const text = String.fromCharCode(...this.#units.subarray(0, this.end));
    this.end = 0;
    return text;
  }

  /** The indexes of the texts in ascending order. */
  sorted(): Uint32Array {
    const indexes = new Uint32Array(this.#count);
    for (let index = 0; index < indexes.length; index += 1) indexes[index] = index;
    new Quicksort(this.#units, this.#starts, indexes).sort(0, indexes.length - 1, 0);
    return indexes;
  }
}

/**
 * Multikey quicksort: partitions by the unit at one depth, and continues the middle part at the next depth. Texts with the same
 * beginning, as most urls have, share the work for it.
 */
class Quicksort {
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #indexes: Uint32Array;

  constructor(units: Uint16Array, starts: Uint32Array, indexes: Uint32Array) {
    this.#units = units;
    this.#starts = starts;
    this.#indexes = indexes;
  }

  /** Sorts the texts from `first` to `last`, which are equal up to `depth`. */
  sort(first: number, last: number, depth: number): void {
    const indexes = this.#indexes;
    while (last - first >= FEW) {
      const pivot = this.#pivot(first, last, depth);
      let low = first;
      let high = last;
      let at = first;
      while (at <= high) {
        const index = indexes[at] ?? 0;
        const unit = this.#unit(index, depth);
        if (unit < pivot) {
          indexes[at] = indexes[low] ?? 0;
          indexes[low] = index;
          low += 1;
          at += 1;
        } else if (unit > pivot) {
          indexes[at] = indexes[high] ?? 0;
          indexes[high] = index;
          high -= 1;
        } else at += 1;
      }
      this.sort(first, low - 1, depth);
      this.sort(high + 1, last, depth);
      if (pivot === 0) return;
      first = low;
      last = high;
      depth += 1;
    }
    this.#insertionSort(first, last, depth);
  }

  #pivot(first: number, last: number, depth: number): number {
    const indexes = this.#indexes;
    const left = this.#unit(indexes[first] ?? 0, depth);
    const middle = this.#unit(indexes[(first + last) >>> 1] ?? 0, depth);
    const right = this.#unit(indexes[last] ?? 0, depth);
    return Math.max(Math.min(left, middle), Math.min(Math.max(left, middle), right));
  }

  #insertionSort(first: number, last: number, depth: number): void {
    const indexes = this.#indexes;
    for (let next = first + 1; next <= last; next += 1) {
      const index = indexes[next] ?? 0;
      let at = next;
      while (at > first && this.#isAfter(indexes[at - 1] ?? 0, index, depth)) {
        indexes[at] = indexes[at - 1] ?? 0;
        at -= 1;
      }
      indexes[at] = index;
    }
  }

  #isAfter(left: number, right: number, from: number): boolean {
    for (let depth = from; ; depth += 1) {
      const unit = this.#unit(left, depth);
      const other = this.#unit(right, depth);
      if (unit !== other) return unit > other;
      if (unit === 0) return false;
    }
  }

  /** The unit at this depth plus one, or 0 after the end of the text. */
  #unit(index: number, depth: number): number {
    const at = (this.#starts[index] ?? 0) + depth;
    return at < (this.#starts[index + 1] ?? 0) ? (this.#units[at] ?? 0) + 1 : 0;
  }
}
