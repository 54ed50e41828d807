import { Refusal } from '#library/files/reading/refusal.ts';

const TRAILER_LENGTH = 32;
const HEADER_LENGTH = 8;
const SINCE_2001_MS = Date.UTC(2001, 0, 1);
const LENGTH_FOLLOWS = 15;

/**
 * Parses Apple's binary property list into the shape of JSON. Its objects refer to each other by number. A hostile file can refer
 * to one list millions of times, so each list belongs to one parent only. The size of the file limits the work.
 */
export function parseBinaryPlist(bytes: Uint8Array): unknown {
  try {
    return new BinaryPlist(bytes).read();
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal('broken', 'This property list is damaged. Export it again.');
    throw error;
  }
}

interface OpenList {
  readonly refs: readonly number[];
  /** The key numbers of a dictionary. Null for an array. */
  readonly keys: readonly number[] | null;
  readonly add: (key: string, value: unknown) => void;
}

class BinaryPlist {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #offsetSize: number;
  readonly #refSize: number;
  readonly #count: number;
  readonly #offsets: number;
  readonly #top: number;
  readonly #leaves = new Map<number, unknown>();
  readonly #used = new Set<number>();
  readonly #open: OpenList[] = [];
  #workLeft: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const trailer = bytes.length - TRAILER_LENGTH;
    if (trailer < HEADER_LENGTH) throw new RangeError('no trailer');
    this.#offsetSize = this.#view.getUint8(trailer + 6);
    this.#refSize = this.#view.getUint8(trailer + 7);
    this.#count = this.#number(trailer + 8, 8);
    this.#top = this.#number(trailer + 16, 8);
    this.#offsets = this.#number(trailer + 24, 8);
    this.#workLeft = 8 * bytes.length;
  }

  read(): unknown {
    const top = this.#value(this.#top);
    for (let list = this.#open.pop(); list !== undefined; list = this.#open.pop()) {
      for (const [index, ref] of list.refs.entries()) {
        const key = list.keys === null ? '' : this.#value(list.keys[index] ?? -1);
        if (typeof key === 'string') list.add(key, this.#value(ref));
      }
    }
    return top;
  }

  /** Lists are filled later, so that their depth uses no stack. */
  #value(ref: number): unknown {
    if (ref < 0 || ref >= this.#count) throw new RangeError('no such object');
    if (this.#leaves.has(ref)) return this.#leaves.get(ref);
    const at = this.#number(this.#offsets + ref * this.#offsetSize, this.#offsetSize);
    const marker = this.#view.getUint8(at);
    const kind = marker >> 4;
    if (kind >= 0xa && kind <= 0xd) return this.#list(ref, at, kind === 0xd);
    const leaf = this.#leaf(at, marker);
    this.#leaves.set(ref, leaf);
    return leaf;
  }

  #list(ref: number, at: number, isDict: boolean): unknown {
    if (this.#used.has(ref)) return null;
    this.#used.add(ref);
    const { length, start } = this.#length(at);
    const refs = this.#refs(start, length);
    if (!isDict) {
      const list: unknown[] = [];
      this.#open.push({ refs, keys: null, add: (_key, value) => list.push(value) });
      return list;
    }
    const values = this.#refs(start + length * this.#refSize, length);
    // An object without a prototype, so that any key is safe.
    const dict: Record<string, unknown> = Object.create(null);
    const add = (key: string, value: unknown): void => {
      dict[key] = value;
    };
    this.#open.push({ refs: values, keys: refs, add });
    return dict;
  }

  #refs(start: number, length: number): readonly number[] {
    this.#work(length * this.#refSize);
    return Array.from({ length }, (_, index) => this.#number(start + index * this.#refSize, this.#refSize));
  }

  #leaf(at: number, marker: number): unknown {
    const size = marker & 15;
    switch (marker >> 4) {
      case 0:
        return size === 9 ? true : size === 8 ? false : null;
      case 1:
        return this.#number(at + 1, 2 ** size);
      case 2:
        return size === 2 ? this.#view.getFloat32(at + 1) : this.#view.getFloat64(at + 1);
      case 3:
        return dateText(this.#view.getFloat64(at + 1));
      case 5:
        return this.#text(at, 1, 'latin1');
      case 6:
        return this.#text(at, 2, 'utf-16be');
      default:
        return null;
    }
  }

  #text(at: number, width: number, encoding: string): string {
    const { length, start } = this.#length(at);
    this.#work(length * width);
    return new TextDecoder(encoding).decode(this.#bytes.subarray(start, start + length * width));
  }

  /** The length of an object, and where its content starts. From 15 on, the length follows as a number. */
  #length(at: number): { readonly length: number; readonly start: number } {
    const length = this.#view.getUint8(at) & 15;
    if (length < LENGTH_FOLLOWS) return { length, start: at + 1 };
    const size = 2 ** (this.#view.getUint8(at + 1) & 15);
    return { length: this.#number(at + 2, size), start: at + 2 + size };
  }

  #work(bytes: number): void {
    this.#workLeft -= bytes;
    if (this.#workLeft < 0) throw new RangeError('more content than bytes');
  }

  /** The format allows numbers of up to 16 bytes. In real files they are below 2^53. */
  #number(at: number, size: number): number {
    if (size < 1 || size > 16) throw new RangeError('a number of a wrong size');
    let value = 0;
    for (let index = 0; index < size; index += 1) value = value * 256 + this.#view.getUint8(at + index);
    return value;
  }
}

/** An invalid date throws a RangeError. */
function dateText(seconds: number): string {
  return new Date(SINCE_2001_MS + seconds * 1000).toISOString();
}
