import type { Key } from './keys.ts';

/** With more changes, sorting a list again costs as much as revising it. */
const MAX_KEYS = 20_000;

/** The links that changed in some way that matters to a list. */
export interface LinkChanges {
  /** All that may join, leave or move in a list. */
  readonly changed: ReadonlySet<Key>;
  /** Those of them that may move in a list that is not sorted by the last edit. */
  readonly moved: ReadonlySet<Key>;
}

/** The last changes. A list without subscribers catches up when it is read again. */
export class LinkJournal {
  #version = 0;
  /** What led to the last versions. */
  #changes: LinkChanges[] = [];

  get version(): number {
    return this.#version;
  }

  add(changes: LinkChanges): void {
    this.#version += 1;
    this.#changes.push(changes);
    let count = 0;
    const tooOld = this.#changes.findLastIndex(({ changed }) => (count += changed.size) > MAX_KEYS);
    this.#changes.splice(0, tooOld + 1);
  }

  /** The changes after a version; null if they are unknown. */
  since(version: number): LinkChanges | null {
    const count = this.#version - version;
    if (count > this.#changes.length) return null;
    const changes = this.#changes.slice(this.#changes.length - count);
    const [only] = changes;
    if (changes.length === 1 && only !== undefined) return only;
    return {
      changed: new Set(changes.flatMap(({ changed }) => [...changed])),
      moved: new Set(changes.flatMap(({ moved }) => [...moved])),
    };
  }
}
