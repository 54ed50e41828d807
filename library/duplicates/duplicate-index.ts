import type { LinkRecord } from '#library/entities/records.ts';
import { STATUS_ACTIVE } from '#library/entities/limits.ts';
import { likelyKey, sameKey } from './link-identity.ts';

import { areDistinct } from '#library/memory/distinct-links.ts';
import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';
import type { Unsubscribe } from '#library/memory/topics.ts';

import { compareGroups, type DuplicateGroup, type DuplicateLevel, groupLinks } from './group-links.ts';
import { hashOf, LinkTable } from './link-table.ts';

/** A link that is already saved. */
export interface Saved {
  readonly link: Key;
  readonly level: DuplicateLevel;
}

/** Up to this number of links are indexed when an answer is needed, in at most 10 ms. More links wait for `prepare`. */
const FEW = 2000;

/**
 * Finds links that are probably duplicates, for a url or as groups. Includes the trash, and follows the changes of the library. A
 * hash only finds candidates, so the keys of their urls are compared too.
 */
export class DuplicateIndex {
  readonly #library: Library;
  readonly #table = new LinkTable();
  /** The links that were added or changed since they were indexed. */
  readonly #waiting: Set<Key>;
  /** The hashes whose groups may have changed. */
  readonly #dirty = new Set<number>();
  readonly #groups = new Map<number, readonly DuplicateGroup[]>();
  #list: readonly DuplicateGroup[] = [];
  /** The groups that are not in the list yet, and those in the list that no longer exist. */
  readonly #added = new Set<DuplicateGroup>();
  readonly #removed = new Set<DuplicateGroup>();
  readonly #listeners = new Set<() => void>();
  #isReady = false;
  #version = 0;

  constructor(library: Library) {
    this.#library = library;
    this.#waiting = new Set(library.tables.links.keys());
    library.watchLinks((changed) => {
      this.#follow(changed);
    });
  }

  /**
   * Whether all links were indexed. Stays true: later changes are indexed when an answer is needed, or by `prepare` if there are
   * many.
   */
  get isReady(): boolean {
    this.#catchUp();
    return this.#isReady;
  }

  /** Increases when the results of `groups` or `find` may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Indexes `count` links. Returns where to continue, or null when all are ready. */
  prepare(from: number, count: number): number | null {
    let left = count;
    for (const key of this.#waiting) {
      if (left === 0) return from + count;
      left -= 1;
      this.#waiting.delete(key);
      this.#update(key);
    }
    for (const hash of this.#dirty) {
      if (left === 0) return from + count;
      this.#dirty.delete(hash);
      left = Math.max(0, left - this.#regroup(hash));
    }
    const isNew = left < count || !this.#isReady;
    this.#isReady = true;
    if (isNew) this.#notify();
    return null;
  }

  /**
   * The saved links of a url: active links first, and among these the `same` ones. Leaves out `except` and its dismissed pairs.
   */
  find(url: string, except?: Key): readonly Saved[] {
    this.#catchUp();
    const [likely, same] = [likelyKey(url), sameKey(url)];
    const found: { readonly saved: Saved; readonly rank: number }[] = [];
    for (const link of this.#table.keysWith(hashOf(likely))) {
      const record = this.#library.link(link);
      if (record === undefined || link === except || likelyKey(record.url) !== likely) continue;
      if (except !== undefined && areDistinct(this.#library, link, except)) continue;
      const level = sameKey(record.url) === same ? 'same' : 'likely';
      const rank = (record.status_id === STATUS_ACTIVE ? 0 : 2) + (level === 'same' ? 0 : 1);
      found.push({ saved: { link, level }, rank });
    }
    return found
      .toSorted((left, right) => left.rank - right.rank || left.saved.link - right.saved.link)
      .map(({ saved }) => saved);
  }

  /** All groups, the `same` ones first, then sorted by url. The list keeps its identity until it changes. */
  groups(): readonly DuplicateGroup[] {
    this.#catchUp();
    if (this.#added.size === 0 && this.#removed.size === 0) return this.#list;
    const stay = this.#list.filter((group) => !this.#removed.has(group));
    this.#list = [...stay, ...this.#added].sort(compareGroups);
    this.#added.clear();
    this.#removed.clear();
    return this.#list;
  }

  /** The listener is called after each change of `version`. */
  readonly subscribe = (listener: () => void): Unsubscribe => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  #catchUp(): void {
    if (this.#waiting.size + this.#dirty.size > FEW) return;
    for (const key of this.#waiting) this.#update(key);
    this.#waiting.clear();
    for (const hash of this.#dirty) this.#regroup(hash);
    this.#dirty.clear();
    this.#isReady = true;
  }

  /** Most changes of a link do not affect this index. */
  #follow(changed: ReadonlySet<Key>): void {
    const before = this.#waiting.size;
    for (const key of changed) {
      const [indexed, record] = [this.#table.record(key), this.#library.link(key)];
      if (indexed === record) continue;
      if (indexed !== undefined && record !== undefined && isAlike(indexed, record))
        this.#table.replace(key, record);
      else this.#waiting.add(key);
    }
    if (this.#waiting.size > before) this.#notify();
  }

  #update(key: Key): void {
    const record = this.#library.link(key);
    const indexed = this.#table.record(key);
    const hash = this.#table.hash(key);
    if (hash !== undefined) this.#touch(hash);
    if (record !== undefined && indexed?.url === record.url) {
      this.#table.replace(key, record);
      return;
    }
    this.#table.delete(key);
    if (record === undefined) return;
    const next = hashOf(likelyKey(record.url));
    this.#table.add(key, record, next);
    this.#touch(next);
  }

  /** Most links have no group, and don't get one. */
  #touch(hash: number): void {
    if (this.#groups.has(hash) || this.#table.isShared(hash)) this.#dirty.add(hash);
  }

  /** Updates the groups of a hash. Returns how many links were compared. */
  #regroup(hash: number): number {
    const keys = this.#table
      .keysWith(hash)
      .filter((key) => this.#library.link(key)?.status_id === STATUS_ACTIVE);
    const before = this.#groups.get(hash) ?? [];
    const after = keys.length < 2 ? [] : groupLinks(keys, this.#library);
    if (before.length === 0 && after.length === 0) return keys.length;
    if (after.length === 0) this.#groups.delete(hash);
    else this.#groups.set(hash, after);
    for (const group of before) if (!this.#added.delete(group)) this.#removed.add(group);
    for (const group of after) this.#added.add(group);
    return keys.length;
  }

  #notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a change of a link affects neither its groups nor `find`. */
function isAlike(before: LinkRecord, after: LinkRecord): boolean {
  if (before.url !== after.url || before.status_id !== after.status_id) return false;
  return String(before.distinct_from) === String(after.distinct_from);
}

const indexes = new WeakMap<Library, DuplicateIndex>();

/** The index of a library. It is created when it is first used. */
export function duplicateIndexOf(library: Library): DuplicateIndex {
  const known = indexes.get(library);
  if (known !== undefined) return known;
  const index = new DuplicateIndex(library);
  indexes.set(library, index);
  return index;
}
