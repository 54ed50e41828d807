import type { LinkChanges } from './link-journal.ts';
import type { LinkOrdering } from './link-order.ts';
import { reuseList } from './reuse-list.ts';
import type { Key } from './keys.ts';
import type { Unsubscribe } from './topics.ts';

/** The functions of the library that a view uses. */
export interface LinkSource {
  /** Increases with every change of the library. */
  readonly version: () => number;
  /** The changes since a version. Null if there were too many. */
  readonly changesSince: (version: number) => LinkChanges | null;
  /** Computes the sorted list, from other lists or from all links. */
  readonly list: () => readonly Key[];
  /** Like `list`, but yields regularly. */
  readonly listInSteps: () => Generator<void, readonly Key[]>;
  readonly belongs: (key: Key) => boolean;
  readonly ordering: LinkOrdering;
  /** Called at the first subscription. From then on, the library keeps the view up to date. */
  readonly watch: (view: LinkView) => void;
  readonly unwatch: (view: LinkView) => void;
}

/** A sorted list of links. The list keeps its identity until its items or their order change. */
export class LinkView {
  readonly #source: LinkSource;
  readonly #listeners = new Set<() => void>();
  #keys: readonly Key[] | undefined;
  #version = -1;

  constructor(source: LinkSource) {
    this.#source = source;
  }

  readonly get = (): readonly Key[] => {
    if (this.#keys !== undefined && this.#version === this.#source.version()) return this.#keys;
    this.#keys = this.#revised() ?? reuseList(this.#source.list(), this.#keys);
    this.#version = this.#source.version();
    return this.#keys;
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

  /** Computes the list before it is shown. Yields regularly, and gives up if a link changes meanwhile. */
  *prepare(): Generator<void> {
    if (this.isKnown) return;
    const version = this.#source.version();
    const keys = yield* this.#source.listInSteps();
    if (this.isKnown || this.#source.version() !== version) return;
    this.#keys = keys;
    this.#version = version;
  }

  /** Applies the last changes. Returns the listeners to notify. */
  update(): ReadonlySet<() => void> | null {
    const before = this.#keys;
    return this.get() === before ? null : this.#listeners;
  }

  /** Whether `get` can return the list without computing all of it. */
  get isKnown(): boolean {
    return this.#keys !== undefined && this.#source.changesSince(this.#version) !== null;
  }

  /** The number of links. It may lack the latest changes. */
  get size(): number {
    return this.#keys?.length ?? 0;
  }

  #revised(): readonly Key[] | null {
    if (this.#keys === undefined) return null;
    const changes = this.#source.changesSince(this.#version);
    return changes && this.#source.ordering.revise(this.#keys, changes, this.#source.belongs);
  }
}
