import type { Key } from './keys.ts';

/** Above this number of changes, sorting a list again costs no more than revising it. */
const MAX_KEYS = 20_000;

/** The links whose changes may affect a list. */
export interface LinkChanges {
  /** All links that may join, leave or move in a list. */
  readonly changed: ReadonlySet<Key>;
  /** Changed links whose position may change in lists that are not sorted by the last edit. */
  readonly moved: ReadonlySet<Key>;
}

/** The latest changes. A list without subscribers uses them to catch up when it is read again. */
export class LinkJournal {
  #version = 0;
  /** The changes that led to the latest versions, oldest first. */
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

  /** The changes since a version. Null if the journal no longer has them. */
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
