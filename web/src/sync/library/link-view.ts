import { BULK_COUNT, revise } from '#web/sync/library/link-order.ts';
import { reuseList } from '#web/sync/library/reuse-list.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Unsubscribe } from '#web/sync/library/topics.ts';

/** The part of the library that a view reads. */
export interface LinkSource {
  /** Increases with every change. */
  readonly version: () => number;
  /** A sorted list that contains every link of the view. Shorter lists filter faster. */
  readonly candidates: () => readonly Key[];
  readonly belongs: (key: Key) => boolean;
  readonly urlOf: (key: Key) => string;
  /** Called at the first subscription, so that the library keeps the view up to date. */
  readonly watch: (view: LinkView) => void;
  readonly unwatch: (view: LinkView) => void;
}

/** A list of links, sorted by url. The list keeps its identity until its items or their order change. */
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
    const keys = reuseList(
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

  /** Applies changes. Returns the listeners to notify. */
  update(changed: ReadonlySet<Key>): ReadonlySet<() => void> | null {
    const before = this.#keys;
    if (before === undefined) return null;
    if (changed.size > BULK_COUNT) {
      this.get();
    } else {
      this.#keys = revise(before, changed, this.#source.belongs, this.#source.urlOf);
      this.#version = this.#source.version();
    }
    return this.#keys === before ? null : this.#listeners;
  }

  /** Whether the list is up to date. */
  get isFresh(): boolean {
    return this.#keys !== undefined && this.#version === this.#source.version();
  }
}
