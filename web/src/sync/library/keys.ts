import type { ObjectKind } from '@foldmark/contract/firestore-paths';

/**
 * What a link or folder is known by in this tab: its id; or, when it was created here, a number below 0 that it has
 * before it has an id and keeps afterwards, so that its row stays the same row.
 */
export type Key = number;

const KEYS_PER_LIBRARY = 2 ** 20;

/**
 * Where the keys of one library begin, so that no other has the same: what waits to be sent outlives its page, and is
 * known by the same keys in the next one.
 */
export function someFirstKey(): Key {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return -random * KEYS_PER_LIBRARY;
}

export class Keys {
  readonly #keys: Record<ObjectKind, Map<number, Key>> = { link: new Map(), folder: new Map() };
  readonly #ids: Record<ObjectKind, Map<Key, number>> = { link: new Map(), folder: new Map() };
  #last: Key;

  /** Keys made here are below this. */
  constructor(last: Key = 0) {
    this.#last = last;
  }

  next(): Key {
    this.#last -= 1;
    return this.#last;
  }

  keyOf(kind: ObjectKind, id: number): Key {
    return this.#keys[kind].get(id) ?? id;
  }

  /** The id the server knows, or null before it has given one. */
  idOf(kind: ObjectKind, key: Key): number | null {
    return key >= 0 ? key : (this.#ids[kind].get(key) ?? null);
  }

  set(kind: ObjectKind, key: Key, id: number): void {
    this.#keys[kind].set(id, key);
    this.#ids[kind].set(key, id);
  }

  delete(kind: ObjectKind, key: Key): void {
    const id = this.#ids[kind].get(key);
    this.#ids[kind].delete(key);
    if (id !== undefined) this.#keys[kind].delete(id);
  }
}
