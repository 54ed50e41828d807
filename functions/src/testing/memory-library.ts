import type { LibraryCollection, ObjectKind } from '@foldmark/library/entities/collections';
import type { Folder, FolderLink } from '@foldmark/library/entities/entities';
import { newLink } from '@foldmark/library/entities/new-link';
import type { StoredAction, StoredActionPart, StoredUser } from '@foldmark/contract/stored';
import { Timestamp } from 'firebase-admin/firestore';

import { Failure } from '#functions/errors/failure.ts';
import {
  type Collection,
  FAVORITES,
  FOLDER_LINKS,
  FOLDERS,
  LINKS,
  type ServerLink,
} from '#functions/store/collections.ts';
import type {
  AllocatedId,
  Condition,
  CountedKind,
  Library,
  LibraryTransaction,
} from '#functions/store/library.ts';
import { Table } from '#functions/store/table.ts';
import { noLibrary, noTransaction } from '#functions/testing/no-services.ts';

const UID = 'u1';
const NOW = new Date('2026-01-01T00:00:00Z');

/** What Firestore stores: the documents by path. */
class Stored {
  readonly #documents = new Map<LibraryCollection, Map<string, object>>();
  readonly actions = new Map<string, StoredAction>();
  readonly parts = new Map<string, StoredActionPart>();
  readonly made = new Map<string, { readonly id: number; readonly digest: string }>();
  readonly lastIds = { link: 0, folder: 0, folder_link: 0 };
  readonly lostImages = new Set<string>();
  uploads = 0;
  user: StoredUser | null = {
    user_id: UID,
    display_name: '',
    avatar: '',
    email: 'a@example.com',
    time_zone_abbreviation: '',
    ownership: 'confirmed',
    created_at: Timestamp.fromDate(NOW),
    updated_at: Timestamp.fromDate(NOW),
  };

  of<E extends object, K extends Partial<E>>({ name }: Collection<E, K>): Map<string, E> {
    const known = this.#documents.get(name) ?? new Map<string, object>();
    this.#documents.set(name, known);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this class adds maps, one per collection
    return known as Map<string, E>;
  }
}

/** The library of a person in memory, whose transactions read and write as those of Firestore do. */
export class MemoryLibrary {
  readonly #stored = new Stored();
  /** What the transactions have read: `links/1`, and `links?url=a` for a query. */
  readonly reads: string[] = [];

  readonly library: Library = noLibrary({
    user: async () => this.#stored.user,
    get: async (collection, key) => this.#stored.of(collection).get(collection.path(UID, key)) ?? null,
    list: async (collection) => [...this.#stored.of(collection).values()],
    transaction: async (work) => {
      const transaction = new MemoryTransaction(this.#stored, this.reads);
      const answer = await work(transaction.interface);
      transaction.commit();
      return answer;
    },
  });

  addLink(fields: Partial<ServerLink> & { readonly link_id: number }): this {
    const { link_id, url = `https://example.com/${link_id}` } = fields;
    return this.#add(LINKS, { ...newLink(link_id, url), created_at: NOW, ...fields }, 'link', link_id);
  }

  addFolder(fields: Partial<Folder> & { readonly folder_id: number }): this {
    const { folder_id } = fields;
    const empty = {
      name: `folder ${folder_id}`,
      status_id: 1,
      parent_folder_id: 0,
      image_s3_key: '',
    } as const;
    return this.#add(FOLDERS, { ...empty, ...fields }, 'folder', folder_id);
  }

  addMember(member: FolderLink): this {
    return this.#add(FOLDER_LINKS, member, 'folder_link', member.folder_link_id);
  }

  addFavorite(object_type: ObjectKind, object_id: number): this {
    this.#stored
      .of(FAVORITES)
      .set(FAVORITES.path(UID, { object_type, object_id }), { object_type, object_id });
    return this;
  }

  /** The image is being deleted. */
  loseImage(key: string): this {
    this.#stored.lostImages.add(key);
    return this;
  }

  withoutProfile(): this {
    this.#stored.user = null;
    return this;
  }

  all<E extends object, K extends Partial<E>>(collection: Collection<E, K>): E[] {
    return [...this.#stored.of(collection).values()];
  }

  action(id: string): StoredAction | undefined {
    return this.#stored.actions.get(id);
  }

  part(id: string, part: number): StoredActionPart | undefined {
    return this.#stored.parts.get(`${id} ${part}`);
  }

  #add<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entity: E,
    kind: CountedKind,
    id: number,
  ): this {
    const { lastIds } = this.#stored;
    this.#stored.of(collection).set(collection.path(UID, collection.keyOf(entity)), entity);
    lastIds[kind] = Math.max(lastIds[kind], id);
    return this;
  }
}

class MemoryTransaction {
  readonly #stored: Stored;
  readonly #reads: string[];
  readonly #tables = new Map<LibraryCollection, unknown>();
  readonly #writes: (() => void)[] = [];
  readonly interface: LibraryTransaction;

  constructor(stored: Stored, reads: string[]) {
    this.#stored = stored;
    this.#reads = reads;
    const table = <E extends object, K extends Partial<E>>(of: Collection<E, K>) => this.#table(of);
    this.interface = noTransaction({
      now: NOW,
      hasFound: true,
      user: async () => stored.user,
      get: async (collection, key) => this.#get(collection, key),
      peek: (collection, key) => table(collection).at(table(collection).pathOf(key)),
      find: async (collection, condition, beyond) => this.#find(collection, condition, beyond),
      known: (collection, { field, among }) => ({
        found: table(collection).matching(field, among),
        isComplete: table(collection).isComplete(field, among),
      }),
      allocateId: async (kind) => this.#allocateId(kind),
      allocateIdOnce: async (kind, key, digest) => this.#allocateIdOnce(kind, key, digest),
      countUpload: async () => (stored.uploads += 1),
      claimImage: async (key) => !stored.lostImages.has(key),
      put: (collection, entity) => table(collection).set(entity, entity, null),
      change: (collection, entity, fields) => {
        const changed = { ...entity, ...fields };
        table(collection).set(entity, changed, entity);
        return changed;
      },
      tombstone: (collection, entities) => {
        for (const entity of entities) table(collection).set(entity, null, entity);
      },
      changeUser: (user, fields) => {
        this.#writes.push(() => (stored.user = { ...user, ...fields }));
        return { ...user, ...fields };
      },
      isCreated: (collection, key) => table(collection).isCreated(table(collection).pathOf(key)),
      removed: (collection, key) => table(collection).removed(table(collection).pathOf(key)),
      assumeMissing: (collection, key) => void table(collection).keep(table(collection).pathOf(key), null),
      edits: (collection) => table(collection).edits(),
      action: async (id) => stored.actions.get(id) ?? null,
      actionPart: async (id, part) => stored.parts.get(`${id} ${part}`) ?? null,
      putAction: (action) => {
        const at = Timestamp.fromDate(NOW);
        this.#writes.push(() =>
          stored.actions.set(action.action_id, { ...action, created_at: at, updated_at: at }),
        );
      },
      putActionPart: (id, part, record) =>
        void this.#writes.push(() => stored.parts.set(`${id} ${part}`, record)),
    });
  }

  commit(): void {
    for (const write of this.#writes) write();
  }

  async #get<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    key: K,
  ): Promise<E | null> {
    const table = this.#table(collection);
    const path = table.pathOf(key);
    const known = table.at(path);
    if (known !== undefined) return known;
    this.#reads.push(path.split('/').slice(2).join('/'));
    return table.keep(path, this.#stored.of(collection).get(path) ?? null);
  }

  async #find<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    { field, among }: Condition<E>,
    beyond = Infinity,
  ): Promise<E[]> {
    const table = this.#table(collection);
    const values = table.incomplete(field, among);
    if (values.length > 0) {
      this.#reads.push(`${collection.name}?${field}=${values.join(',')}`);
      const wanted = new Set<unknown>(values);
      const all = [...this.#stored.of(collection)].filter(([, entity]) => wanted.has(entity[field]));
      const limit = table.countStored(field, values) + beyond;
      for (const [path, entity] of all.slice(0, limit)) table.keep(path, entity);
      if (all.length < limit) table.markComplete(field, values);
    }
    return table.matching(field, among);
  }

  #allocateId(kind: CountedKind): number {
    if (this.#stored.user === null) throw new Failure('noProfile');
    this.#stored.lastIds[kind] += 1;
    return this.#stored.lastIds[kind];
  }

  #allocateIdOnce(kind: ObjectKind, key: string | null, digest: string): AllocatedId {
    const made = this.#stored.made.get(`${kind} ${key}`);
    if (made !== undefined && made.digest !== digest) throw new Failure('keyReused');
    if (made !== undefined) return { id: made.id, isNew: false };
    const id = this.#allocateId(kind);
    if (key !== null) this.#writes.push(() => this.#stored.made.set(`${kind} ${key}`, { id, digest }));
    return { id, isNew: true };
  }

  #table<E extends object, K extends Partial<E>>(collection: Collection<E, K>): Table<E, K> {
    const known = this.#tables.get(collection.name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this method adds tables, one per collection
    if (known instanceof Table) return known as Table<E, K>;
    const table = new Table(collection, UID);
    this.#tables.set(collection.name, table);
    this.#writes.push(() => {
      const stored = this.#stored.of(collection);
      for (const { before, after } of table.edits()) {
        const entity = after ?? before;
        if (entity === null) continue;
        const path = table.pathOf(collection.keyOf(entity));
        if (after === null) stored.delete(path);
        else stored.set(path, after);
      }
    });
    return table;
  }
}
