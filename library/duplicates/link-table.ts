import type { LinkRecord } from '#library/entities/records.ts';

import type { Key } from '#library/memory/keys.ts';

/** Links by the hash of a key of their url. Creates no object per link, because a library can have 100,000 links. */
export class LinkTable {
  readonly #slots = new Map<Key, number>();
  readonly #keys: Key[] = [];
  readonly #records: LinkRecord[] = [];
  #hashes = new Int32Array(1024);
  /** The next slot with the same head, or -1. */
  #next = new Int32Array(1024);
  /** The first slot of each chain, or -1. Its length is a power of two. */
  #heads = new Int32Array(1024).fill(-1);

  record(key: Key): LinkRecord | undefined {
    const slot = this.#slots.get(key);
    return slot === undefined ? undefined : this.#records[slot];
  }

  hash(key: Key): number | undefined {
    const slot = this.#slots.get(key);
    return slot === undefined ? undefined : this.#hashes[slot];
  }

  /** Replaces the record of a link in the table. The hash must be the same. */
  replace(key: Key, record: LinkRecord): void {
    const slot = this.#slots.get(key);
    if (slot !== undefined) this.#records[slot] = record;
  }

  add(key: Key, record: LinkRecord, hash: number): void {
    const slot = this.#keys.length;
    if (slot === this.#next.length) this.#grow();
    this.#slots.set(key, slot);
    this.#keys.push(key);
    this.#records.push(record);
    this.#hashes[slot] = hash;
    this.#link(slot);
  }

  /** Removes a link. Moves the last link to the free slot, so that the slots have no gaps. */
  delete(key: Key): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#unlink(slot);
    this.#slots.delete(key);
    const last = this.#keys.length - 1;
    const [lastKey, lastRecord] = [this.#keys.pop(), this.#records.pop()];
    if (slot === last || lastKey === undefined || lastRecord === undefined) return;
    this.#unlink(last);
    this.#slots.set(lastKey, slot);
    this.#keys[slot] = lastKey;
    this.#records[slot] = lastRecord;
    this.#hashes[slot] = this.#hashes[last] ?? 0;
    this.#link(slot);
  }

  /** The links with this hash. Their urls can still have different keys. */
  keysWith(hash: number): readonly Key[] {
    const found: Key[] = [];
    for (let slot = this.#head(hash); slot !== -1; slot = this.#next[slot] ?? -1) {
      const key = this.#keys[slot];
      if (this.#hashes[slot] === hash && key !== undefined) found.push(key);
    }
    return found;
  }

  /** Whether several links have this hash. */
  isShared(hash: number): boolean {
    let isFound = false;
    for (let slot = this.#head(hash); slot !== -1; slot = this.#next[slot] ?? -1) {
      if (this.#hashes[slot] !== hash) continue;
      if (isFound) return true;
      isFound = true;
    }
    return false;
  }

  #head(hash: number): number {
    return this.#heads[hash & (this.#heads.length - 1)] ?? -1;
  }

  #link(slot: number): void {
    const hash = this.#hashes[slot] ?? 0;
    this.#next[slot] = this.#head(hash);
    this.#heads[hash & (this.#heads.length - 1)] = slot;
  }

  #unlink(slot: number): void {
    const hash = this.#hashes[slot] ?? 0;
    const after = this.#next[slot] ?? -1;
    let before = this.#head(hash);
    if (before === slot) {
      this.#heads[hash & (this.#heads.length - 1)] = after;
      return;
    }
    while (before !== -1 && this.#next[before] !== slot) before = this.#next[before] ?? -1;
    if (before !== -1) this.#next[before] = after;
  }

  #grow(): void {
    const size = this.#next.length * 2;
    this.#hashes = widened(this.#hashes, size);
    this.#next = new Int32Array(size);
    this.#heads = new Int32Array(size).fill(-1);
    for (let slot = 0; slot < this.#keys.length; slot += 1) this.#link(slot);
  }
}

/** FNV-1a over the code units, as a signed 32-bit number. */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  // The chains use the low bits, which FNV mixes badly.
  return hash ^ (hash >>> 15);
}

function widened(values: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(size);
  wider.set(values);
  return wider;
}
