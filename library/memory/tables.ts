import type { LibraryCollection, ObjectKind } from '#library/entities/collections.ts';
import type {
  DocumentVersion,
  FavoriteRecord,
  FolderRecord,
  LinkRecord,
  MembershipRecord,
  Micros,
  Records,
} from '#library/entities/records.ts';

import { type Key, Keys } from './keys.ts';
import { haveSameFields, LayeredTable } from './layered-table.ts';
import {
  type FavoriteKey,
  favoriteKey,
  favoriteOf,
  type MembershipKey,
  membershipKey,
  membersOf,
} from './pairs.ts';

/** The keys that have changed since the last commit, with their previous records. */
export interface Touched {
  readonly links: Map<Key, LinkRecord | undefined>;
  readonly folders: Map<Key, FolderRecord | undefined>;
  readonly folder_links: Map<MembershipKey, MembershipRecord | undefined>;
  readonly favorites: Map<FavoriteKey, FavoriteRecord | undefined>;
}

type Matches = (kind: ObjectKind, record: LinkRecord | FolderRecord) => boolean;

/** The four collections by key. They may change only in a batch of the library. */
export class Tables {
  readonly keys: Keys;
  readonly links: LayeredTable<Key, LinkRecord>;
  readonly folders: LayeredTable<Key, FolderRecord>;
  readonly folder_links: LayeredTable<MembershipKey, MembershipRecord>;
  readonly favorites: LayeredTable<FavoriteKey, FavoriteRecord>;
  readonly #expected = new Map<Key, Matches>();
  /** Caches the last search by time of creation, because a page can resume thousands of creations at once. */
  readonly #created = new Map<ObjectKind, { readonly since: Micros; readonly ids: readonly number[] }>();
  #touched: Touched = nothing();

  constructor(firstKey: Key) {
    this.keys = new Keys(firstKey);
    this.links = trackedTable(() => this.#touched.links);
    this.folders = trackedTable(() => this.#touched.folders);
    this.folder_links = trackedTable(() => this.#touched.folder_links);
    this.favorites = trackedTable(() => this.#touched.favorites);
  }

  takeTouched(): Touched {
    const touched = this.#touched;
    this.#touched = nothing();
    return touched;
  }

  /** Applies the server's changes to a collection. */
  receive<C extends LibraryCollection>(collection: C, changes: readonly DocumentVersion<C>[]): void {
    this.#created.clear();
    for (const change of changes) this.#receivers[collection](change);
  }

  /** Replaces a whole collection. Removes the records that `changes` does not contain. */
  replace<C extends LibraryCollection>(collection: C, changes: readonly DocumentVersion<C>[]): void {
    const ids = new Set(changes.map(({ id }) => id));
    const removed = this.#serverIds(collection).filter((id) => !ids.has(id));
    this.receive(
      collection,
      removed.map((id) => ({ id, at: Number.MAX_SAFE_INTEGER, record: null })),
    );
    this.receive(collection, changes);
  }

  /**
   * Until `bind` is called, treats the first new record that matches as the object created here under `key`. With `since`, an
   * existing record that was created after that time may match too.
   */
  expect(kind: ObjectKind, key: Key, matches: Matches, since: Micros | null): void {
    this.#expected.set(key, matches);
    if (since === null) return;
    const table = this.#tableOf(kind);
    for (const id of this.#createdSince(kind, since)) {
      const record = table.server(id);
      if (record === undefined || record.created_at < since || !matches(kind, record)) continue;
      this.keys.set(kind, key, id);
      this.#moveServer(kind, id, key);
      return;
    }
  }

  /** The ids of the server's records that were created at or after this time. May contain some earlier ones. */
  #createdSince(kind: ObjectKind, since: Micros): readonly number[] {
    const known = this.#created.get(kind);
    if (known !== undefined && known.since <= since) return known.ids;
    const table = this.#tableOf(kind);
    const ids = [...table.serverKeys()].filter(
      (id) => id >= 0 && (table.server(id)?.created_at ?? 0) >= since,
    );
    this.#created.set(kind, { since, ids });
    return ids;
  }

  /** Sets the server's id of an object created here. Null if the creation failed. */
  bind(kind: ObjectKind, key: Key, id: number | null): void {
    this.#expected.delete(key);
    if (this.keys.idOf(kind, key) === id) return;
    this.#unbind(kind, key);
    if (id === null) return;
    this.#unbind(kind, this.keys.keyOf(kind, id));
    this.keys.set(kind, key, id);
    this.#moveServer(kind, id, key);
  }

  /** Separates a record that was matched with an expected object by mistake. The record gets its own row. */
  #unbind(kind: ObjectKind, key: Key): void {
    const id = this.keys.idOf(kind, key);
    if (id === null || id === key) return;
    this.keys.delete(kind, key);
    this.#created.clear();
    this.#moveServer(kind, key, id);
  }

  readonly #receivers: { readonly [C in LibraryCollection]: (change: DocumentVersion<C>) => void } = {
    links: ({ id, at, record }) => {
      this.#matchExpected('link', Number(id), record);
      put(this.links, this.keys.keyOf('link', Number(id)), record, at);
    },
    folders: ({ id, at, record }) => {
      this.#matchExpected('folder', Number(id), record);
      put(this.folders, this.keys.keyOf('folder', Number(id)), record, at);
    },
    folder_links: ({ id, at, record }) => {
      // Uses the ids in the record if there is one, because splitting 100,000 document ids takes long.
      const { folder, link } =
        record === null ? membersOf(id) : { folder: record.folder_id, link: record.link_id };
      const key = membershipKey(this.keys.keyOf('folder', folder), this.keys.keyOf('link', link));
      put(this.folder_links, key, record, at);
    },
    favorites: ({ id, at, record }) => {
      const { kind, key } = favoriteOf(id);
      put(this.favorites, favoriteKey(kind, this.keys.keyOf(kind, key)), record, at);
    },
  };

  #tableOf(kind: ObjectKind): LayeredTable<Key, LinkRecord> | LayeredTable<Key, FolderRecord> {
    return kind === 'link' ? this.links : this.folders;
  }

  #matchExpected(kind: ObjectKind, id: number, record: LinkRecord | FolderRecord | null): void {
    if (record === null || this.#expected.size === 0 || this.keys.keyOf(kind, id) !== id) return;
    if (this.#tableOf(kind).server(id) !== undefined) return;
    for (const [key, matches] of this.#expected) {
      if (this.keys.idOf(kind, key) !== null || !matches(kind, record)) continue;
      this.keys.set(kind, key, id);
      this.#moveServer(kind, id, key);
      return;
    }
  }

  #serverIds(collection: LibraryCollection): string[] {
    switch (collection) {
      case 'links':
        return Array.from(this.links.serverRecords(), ({ link_id }) => String(link_id));
      case 'folders':
        return Array.from(this.folders.serverRecords(), ({ folder_id }) => String(folder_id));
      case 'folder_links':
        return Array.from(this.folder_links.serverRecords(), (record) =>
          membershipKey(record.folder_id, record.link_id),
        );
      case 'favorites':
        return Array.from(this.favorites.serverRecords(), (record) =>
          favoriteKey(record.object_type, record.object_id),
        );
    }
  }

  /** Moves the server's records from one key to another: the object's own record, and those that refer to it. */
  #moveServer(kind: ObjectKind, from: Key, to: Key): void {
    if (kind === 'link') move(this.links, from, to);
    else move(this.folders, from, to);
    move(this.favorites, favoriteKey(kind, from), favoriteKey(kind, to));
    const isOfThis = (key: MembershipKey): boolean =>
      kind === 'link' ? key.endsWith(`_${from}`) : key.startsWith(`${from}_`);
    for (const key of [...this.folder_links.serverKeys()].filter(isOfThis)) {
      const { folder, link } = membersOf(key);
      move(this.folder_links, key, kind === 'link' ? membershipKey(folder, to) : membershipKey(to, link));
    }
  }
}

/** Creates a table that adds each changed key to `touched`, with the record before the first change. */
function trackedTable<K, T extends object>(touched: () => Map<K, T | undefined>): LayeredTable<K, T> {
  return new LayeredTable(haveSameFields, (key, before) => {
    if (!touched().has(key)) touched().set(key, before);
  });
}

function put<K, T extends Records[LibraryCollection]>(
  table: LayeredTable<K, T>,
  key: K,
  record: T | null,
  at: number,
): void {
  const existing = table.server(key);
  // If two writes have the same timestamp, the later arrival wins.
  if (existing === undefined || existing.updated_at <= at) table.setServer(key, record ?? undefined);
}

function move<K, T extends object>(table: LayeredTable<K, T>, from: K, to: K): void {
  const record = table.server(from);
  if (record === undefined) return;
  table.setServer(from, undefined);
  table.setServer(to, record);
}

function nothing(): Touched {
  return { links: new Map(), folders: new Map(), folder_links: new Map(), favorites: new Map() };
}
