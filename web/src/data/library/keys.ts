import type { ObjectKind } from '@foldmark/contract/firestore-paths';

/**
 * What a link or folder is known by in this tab: its id; or, when it was created here, a number below 0 that it has
 * before it has an id and keeps afterwards, so that its row stays the same row.
 */
export type Key = number;

export class Keys {
  readonly #keys: Record<ObjectKind, Map<number, Key>> = { link: new Map(), folder: new Map() };
  readonly #ids: Record<ObjectKind, Map<Key, number>> = { link: new Map(), folder: new Map() };
  #last = 0;

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
