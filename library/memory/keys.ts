import type { ObjectKind } from '#library/entities/collections.ts';

/**
 * Identifies a link or folder in this tab. The key is the id. An object created here keeps its negative key even after it has got
 * an id, so that its row stays the same.
 */
export type Key = number;

export class Keys {
  readonly #keys: Record<ObjectKind, Map<number, Key>> = { link: new Map(), folder: new Map() };
  readonly #ids: Record<ObjectKind, Map<Key, number>> = { link: new Map(), folder: new Map() };
  #last: Key;

  /** New keys are lower than `last`. */
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

  /** The server's id, or null before the server has assigned one. */
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
