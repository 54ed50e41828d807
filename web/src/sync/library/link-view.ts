import { MANY, revised } from '#web/sync/library/link-order.ts';
import { kept } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Unsubscribe } from '#web/sync/library/topics.ts';

/** What a view sees of the library. */
export interface LinkSource {
  /** Goes up with every change. */
  readonly version: () => number;
  /** A list in order that holds at least every link of the view: the shorter the better. */
  readonly candidates: () => readonly Key[];
  readonly belongs: (key: Key) => boolean;
  readonly urlOf: (key: Key) => string;
  /** Called while somebody listens, so that the library keeps the view up to date. */
  readonly watch: (view: LinkView) => void;
  readonly unwatch: (view: LinkView) => void;
}

/** A list of links in order of their urls. The list keeps its identity until it has other items or another order. */
export class LinkView {
  readonly #source: LinkSource;
  readonly #listeners = new Set<() => void>();
  #keys: readonly Key[] | undefined;
  #version = -1;

  constructor(source: LinkSource) {
    this.#source = source;
  }

  readonly get = (): readonly Key[] => {
    if (this.#keys !== undefined && this.isFresh) return this.#keys;
    const keys = kept(
      this.#source.candidates().filter((key) => this.#source.belongs(key)),
      this.#keys,
    );
    this.#keys = keys;
    this.#version = this.#source.version();
    return keys;
  };

  readonly subscribe = (listener: () => void): Unsubscribe => {
    this.get();
    if (this.#listeners.size === 0) this.#source.watch(this);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#source.unwatch(this);
    };
  };

  /** Takes over what changed; says who must hear of it. */
  update(changed: ReadonlySet<Key>): ReadonlySet<() => void> | null {
    const before = this.#keys;
    if (before === undefined) return null;
    if (changed.size > MANY) {
      this.get();
    } else {
      this.#keys = revised(before, changed, this.#source.belongs, this.#source.urlOf);
      this.#version = this.#source.version();
    }
    return this.#keys === before ? null : this.#listeners;
  }

  /** Whether the list is right as it stands, without work. */
  get isFresh(): boolean {
    return this.#keys !== undefined && this.#version === this.#source.version();
  }
}
