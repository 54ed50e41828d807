import type { Key } from '#web/sync/library/keys.ts';

/** With more changes, sorting a list again costs as much as revising it. */
const MAX_KEYS = 20_000;

/** The last changes. A list without subscribers catches up when it is read again. */
export class LinkJournal {
  #version = 0;
  /** The sets of changed keys that led to the last versions. */
  #changes: ReadonlySet<Key>[] = [];

  get version(): number {
    return this.#version;
  }

  add(changed: ReadonlySet<Key>): void {
    this.#version += 1;
    this.#changes.push(changed);
    let count = 0;
    const tooOld = this.#changes.findLastIndex(({ size }) => (count += size) > MAX_KEYS);
    this.#changes.splice(0, tooOld + 1);
  }

  /** The keys that changed after a version; null if that is unknown. */
  since(version: number): ReadonlySet<Key> | null {
    const count = this.#version - version;
    if (count > this.#changes.length) return null;
    const [first, ...others] = count === 0 ? [] : this.#changes.slice(-count);
    if (others.length === 0) return first ?? new Set();
    return new Set([first ?? [], ...others].flatMap((keys) => [...keys]));
  }
}
