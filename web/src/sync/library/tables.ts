import type { LibraryCollection, ObjectKind } from '@foldmark/contract/firestore-paths';

import { type Key, Keys } from '#web/sync/library/keys.ts';
import { haveSameFields, LayeredTable } from '#web/sync/library/layered-table.ts';
import {
  type FavoriteKey,
  favoriteKey,
  favoriteOf,
  type MembershipKey,
  membershipKey,
  membersOf,
} from '#web/sync/library/pairs.ts';
import type {
  Change,
  FavoriteRecord,
  FolderRecord,
  LinkRecord,
  MembershipRecord,
  Micros,
  Records,
} from '#web/sync/model/records.ts';

/** What changed since the last commit, with the record before. */
export interface Touched {
  readonly links: Map<Key, LinkRecord | undefined>;
  readonly folders: Map<Key, FolderRecord | undefined>;
  readonly folder_links: Map<MembershipKey, MembershipRecord | undefined>;
  readonly favorites: Map<FavoriteKey, FavoriteRecord | undefined>;
}

type Recognizes = (kind: ObjectKind, record: LinkRecord | FolderRecord) => boolean;

/** The four collections under the keys of this tab. They change within a batch of the library. */
export class Tables {
  readonly keys: Keys;
  readonly links: LayeredTable<Key, LinkRecord>;
  readonly folders: LayeredTable<Key, FolderRecord>;
  readonly folder_links: LayeredTable<MembershipKey, MembershipRecord>;
  readonly favorites: LayeredTable<FavoriteKey, FavoriteRecord>;
  readonly #expected = new Map<Key, Recognizes>();
  #touched: Touched = nothing();

  constructor(firstKey: Key) {
    this.keys = new Keys(firstKey);
    this.links = notingTable(() => this.#touched.links);
    this.folders = notingTable(() => this.#touched.folders);
    this.folder_links = notingTable(() => this.#touched.folder_links);
    this.favorites = notingTable(() => this.#touched.favorites);
  }

  takeTouched(): Touched {
    const touched = this.#touched;
    this.#touched = nothing();
    return touched;
  }

  /** Takes over what the server says. */
  receive<C extends LibraryCollection>(collection: C, changes: readonly Change<C>[]): void {
    for (const change of changes) this.#receivers[collection](change);
  }

  /** Takes over the whole of a collection: what is not among it is not there any more. */
  replace<C extends LibraryCollection>(collection: C, changes: readonly Change<C>[]): void {
    const ids = new Set(changes.map(({ id }) => id));
    const gone = this.#serverIds(collection).filter((id) => !ids.has(id));
    this.receive(
      collection,
      gone.map((id) => ({ id, at: Number.MAX_SAFE_INTEGER, record: null })),
    );
    this.receive(collection, changes);
  }

  /**
   * Until `bind`, a new record that is recognized is taken for what was created here under `key`; with `since` also one
   * that is there already and was created after that.
   */
  expect(kind: ObjectKind, key: Key, recognizes: Recognizes, since: Micros | null): void {
    this.#expected.set(key, recognizes);
    if (since === null) return;
    const table = kind === 'link' ? this.links : this.folders;
    for (const id of table.serverKeys()) {
      const record = table.server(id);
      if (id < 0 || record === undefined || record.created_at < since || !recognizes(kind, record)) continue;
      this.keys.set(kind, key, id);
      this.#moveServer(kind, id, key);
      return;
    }
  }

  /** The server has said which id it gave to what was created here; null when it gave none. */
  bind(kind: ObjectKind, key: Key, id: number | null): void {
    this.#expected.delete(key);
    if (this.keys.idOf(kind, key) === id) return;
    this.#unbind(kind, key);
    if (id === null) return;
    this.#unbind(kind, this.keys.keyOf(kind, id));
    this.keys.set(kind, key, id);
    this.#moveServer(kind, id, key);
  }

  /** A record that only looked like what was created here gets a row of its own. */
  #unbind(kind: ObjectKind, key: Key): void {
    const id = this.keys.idOf(kind, key);
    if (id === null || id === key) return;
    this.keys.delete(kind, key);
    this.#moveServer(kind, key, id);
  }

  readonly #receivers: { readonly [C in LibraryCollection]: (change: Change<C>) => void } = {
    links: ({ id, at, record }) => {
      this.#recognize('link', Number(id), record);
      put(this.links, this.keys.keyOf('link', Number(id)), record, at);
    },
    folders: ({ id, at, record }) => {
      this.#recognize('folder', Number(id), record);
      put(this.folders, this.keys.keyOf('folder', Number(id)), record, at);
    },
    folder_links: ({ id, at, record }) => {
      const { folder, link } = record === null ? membersOf(id) : pairOf(record);
      const key = membershipKey(this.keys.keyOf('folder', folder), this.keys.keyOf('link', link));
      put(this.folder_links, key, record, at);
    },
    favorites: ({ id, at, record }) => {
      const { kind, key } = favoriteOf(id);
      put(this.favorites, favoriteKey(kind, this.keys.keyOf(kind, key)), record, at);
    },
  };

  #recognize(kind: ObjectKind, id: number, record: LinkRecord | FolderRecord | null): void {
    if (record === null || this.#expected.size === 0 || this.keys.keyOf(kind, id) !== id) return;
    const isKnown = kind === 'link' ? this.links.server(id) : this.folders.server(id);
    if (isKnown !== undefined) return;
    for (const [key, recognizes] of this.#expected) {
      if (this.keys.idOf(kind, key) !== null || !recognizes(kind, record)) continue;
      this.keys.set(kind, key, id);
      this.#moveServer(kind, id, key);
      return;
    }
  }

  #serverIds(collection: LibraryCollection): string[] {
    switch (collection) {
      case 'links':
        return [...this.links.serverKeys()].map((key) => String(this.keys.idOf('link', key)));
      case 'folders':
        return [...this.folders.serverKeys()].map((key) => String(this.keys.idOf('folder', key)));
      case 'folder_links':
        return [...this.folder_links.serverKeys()].flatMap((key) => {
          const record = this.folder_links.server(key);
          return record === undefined ? [] : [`${record.folder_id}_${record.link_id}`];
        });
      case 'favorites':
        return [...this.favorites.serverKeys()].flatMap((key) => {
          const record = this.favorites.server(key);
          return record === undefined ? [] : [`${record.object_type}_${record.object_id}`];
        });
    }
  }

  /** What the server has said under one key it has said under the other: of the thing, and of what points to it. */
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

function pairOf({ folder_id, link_id }: MembershipRecord): {
  readonly folder: number;
  readonly link: number;
} {
  return { folder: folder_id, link: link_id };
}

/** A table that notes each touched key with the record it had first. */
function notingTable<K, T extends object>(touched: () => Map<K, T | undefined>): LayeredTable<K, T> {
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
  const known = table.server(key);
  // Two writes can have the same moment, and the one that comes later is the later one.
  if (known === undefined ? record !== null : known.updated_at <= at)
    table.setServer(key, record ?? undefined);
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
