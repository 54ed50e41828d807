import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import type { LibraryCollection, ObjectKind } from '@foldmark/library/entities/collections';
import type { Folder, FolderLink } from '@foldmark/library/entities/entities';
import { newLink } from '@foldmark/library/entities/new-link';
import { actionPartPath, countersPath } from '@foldmark/contract/firestore-paths';
import {
  countersSchema,
  type StoredAction,
  storedActionPartSchema,
  type StoredUser,
} from '@foldmark/contract/stored';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import {
  type Collection,
  FAVORITES,
  FOLDER_LINKS,
  FOLDERS,
  LINKS,
  type ServerLink,
} from '#functions/store/collections.ts';
import { type Author, byOf } from '#functions/store/action-documents.ts';
import { CounterDocument, FIRST_IDS } from '#functions/store/counter-document.ts';
import { ImportDocuments } from '#functions/store/import-documents.ts';
import { type DeletedIds, LeftoversDocument } from '#functions/store/leftovers-document.ts';
import type { Condition, Library, LibraryTransaction } from '#functions/store/library.ts';
import type { PlainDocuments } from '#functions/store/plain-documents.ts';
import { Table } from '#functions/store/table.ts';
import { noLibrary, noTransaction } from '#functions/testing/no-services.ts';

const UID = 'u1';
const NOW = new Date('2026-01-01T00:00:00Z');

type Kind = 'link' | 'folder' | 'folder_link';

/** The stored documents of Firestore, by path. */
class Stored {
  readonly #collections = new Map<LibraryCollection, Map<string, object>>();
  readonly documents = new Map<string, object>([[countersPath(UID), FIRST_IDS]]);
  readonly actions = new Map<string, StoredAction>();
  readonly lostImages = new Set<string>();
  readonly spent = new Set<string>();
  author: Author | null = null;
  now = NOW;
  user: StoredUser | null = userOf({ email: 'a@example.com' });

  of<E extends object, K extends Partial<E>>({ name }: Collection<E, K>): Map<string, E> {
    const known = this.#collections.get(name) ?? new Map<string, object>();
    this.#collections.set(name, known);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this class adds maps, one per collection
    return known as Map<string, E>;
  }

  /** Makes the id of the next new item of this kind higher than this one. */
  reserve(kind: Kind, id: number): void {
    const counters = z.parse(countersSchema, this.documents.get(countersPath(UID)));
    const field = `next_${kind}_id` as const;
    this.documents.set(countersPath(UID), { ...counters, [field]: Math.max(counters[field], id + 1) });
  }
}

function userOf(fields: Partial<StoredUser>): StoredUser {
  return {
    user_id: UID,
    display_name: '',
    avatar: '',
    email: '',
    time_zone_abbreviation: '',
    ownership: 'confirmed',
    created_at: Timestamp.fromDate(NOW),
    updated_at: Timestamp.fromDate(NOW),
    ...fields,
  };
}

/** A user's library in memory. Its transactions read and write as those of Firestore do. */
export class MemoryLibrary {
  readonly #stored = new Stored();
  /** The reads of the transactions: `links/1` for a document, and `links?url=a` for a query. */
  readonly reads: string[] = [];
  /** The number of library documents that each transaction has written. */
  readonly writes: number[] = [];

  readonly library: Library = noLibrary({
    user: async () => this.#stored.user,
    get: async (collection, key) => this.#stored.of(collection).get(collection.path(UID, key)) ?? null,
    list: async (collection) => [...this.#stored.of(collection).values()],
    transaction: async (work) => {
      const transaction = new MemoryTransaction(this.#stored, this.reads);
      const answer = await work(transaction.interface);
      this.writes.push(await transaction.commit());
      return answer;
    },
    createProfile: async (user, challenge) => {
      if (challenge !== null && this.#stored.spent.has(challenge.id)) return null;
      if (challenge !== null) this.#stored.spent.add(challenge.id);
      this.#stored.user ??= userOf(user);
      return this.#stored.user;
    },
  });

  /** Lets an app make the following calls. Null for the person. */
  callAs(author: Author | null): this {
    this.#stored.author = author;
    return this;
  }

  /** Sets the time of the API. */
  at(time: Date): this {
    this.#stored.now = time;
    return this;
  }

  addLink(fields: Partial<ServerLink> & { readonly link_id: number }): this {
    const { link_id, url = `https://example.com/${link_id}` } = fields;
    return this.#add(LINKS, { ...newLink(link_id, url), created_at: NOW, ...fields }, 'link', link_id);
  }

  addFolder(fields: Partial<Folder> & { readonly folder_id: number }): this {
    const { folder_id } = fields;
    const empty = { ...NEW_FOLDER, name: `folder ${folder_id}` };
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

  /** Marks an image as being deleted. */
  loseImage(key: string): this {
    this.#stored.lostImages.add(key);
    return this;
  }

  withoutProfile(): this {
    this.#stored.user = null;
    this.#stored.documents.delete(countersPath(UID));
    return this;
  }

  changeProfile(fields: Partial<StoredUser>): this {
    this.#stored.user = userOf({ ...this.#stored.user, ...fields });
    return this;
  }

  get profile(): StoredUser | null {
    return this.#stored.user;
  }

  /** Returns a document outside of the library's collections. */
  document(path: string): object | undefined {
    return this.#stored.documents.get(path);
  }

  all<E extends object, K extends Partial<E>>(collection: Collection<E, K>): E[] {
    return [...this.#stored.of(collection).values()];
  }

  action(id: string): StoredAction | undefined {
    return this.#stored.actions.get(id);
  }

  /** The undo data that a part of an action stores, as JSON. */
  async editsOf(id: string, part: number): Promise<string> {
    const stored = this.library.transaction(async (transaction) => transaction.actionPart(id, part));
    return (await stored)?.edits ?? '';
  }

  #add<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entity: E,
    kind: Kind,
    id: number,
  ): this {
    this.#stored.of(collection).set(collection.path(UID, collection.keyOf(entity)), entity);
    this.#stored.reserve(kind, id);
    return this;
  }
}

class MemoryTransaction {
  readonly #stored: Stored;
  readonly #reads: string[];
  readonly #tables = new Map<LibraryCollection, unknown>();
  readonly #writes: (() => void)[] = [];
  #written = 0;
  readonly interface: LibraryTransaction;

  constructor(stored: Stored, reads: string[]) {
    this.#stored = stored;
    this.#reads = reads;
    const table = <E extends object, K extends Partial<E>>(of: Collection<E, K>) => this.#table(of);
    const documents = this.#documents();
    const countMembers = async ({ link_ids, folder_ids }: DeletedIds) =>
      [...stored.of(FOLDER_LINKS).values()].filter(
        ({ link_id, folder_id }) => link_ids.includes(link_id) || folder_ids.includes(folder_id),
      ).length;
    this.interface = noTransaction({
      now: stored.now,
      counters: new CounterDocument(documents),
      imports: new ImportDocuments(documents),
      leftovers: new LeftoversDocument(documents, countMembers),
      hasFound: true,
      user: async () => stored.user,
      get: async (collection, key) => this.#get(collection, key),
      peek: (collection, key) => table(collection).at(table(collection).pathOf(key)),
      find: async (collection, condition, beyond) => this.#find(collection, condition, beyond),
      known: (collection, { field, among }) => ({
        found: table(collection).matching(field, among),
        isComplete: table(collection).isComplete(field, among),
      }),
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
      author: stored.author,
      action: async (id) => stored.actions.get(id) ?? null,
      actionsOfApp: async (grantId, states, limit, until) =>
        [...stored.actions.values()]
          .filter(({ by, state }) => by?.grant_id === grantId && states.includes(state))
          .filter(({ created_at }) => created_at.toMillis() <= (until?.toMillis() ?? Infinity))
          .sort((a, b) => b.created_at.toMillis() - a.created_at.toMillis())
          .slice(0, limit),
      actionPart: async (id, part) => documents.read(actionPartPath(UID, id, part), storedActionPartSchema),
      putAction: (given, before) => {
        const at = Timestamp.fromDate(stored.now);
        const action = before === null ? { ...given, ...byOf(stored.author) } : given;
        this.#writes.push(() =>
          stored.actions.set(action.action_id, { created_at: at, ...action, updated_at: at }),
        );
      },
      putActionPart: (id, part, record) => documents.set(actionPartPath(UID, id, part), record),
    });
  }

  /** Commits, and returns the number of library documents that were written. */
  async commit(): Promise<number> {
    await this.interface.leftovers.store();
    this.interface.counters.store();
    for (const write of this.#writes) write();
    return this.#written;
  }

  #documents(): PlainDocuments {
    const { documents, now } = this.#stored;
    const later = (write: () => void) => void this.#writes.push(write);
    return {
      uid: UID,
      now,
      read: async (path, schema) => {
        const stored = documents.get(path);
        return stored === undefined ? null : z.parse(schema, stored);
      },
      set: (path, document) => later(() => documents.set(path, document)),
      update: (path, fields) => later(() => documents.set(path, { ...documents.get(path), ...fields })),
      delete: (path) => later(() => documents.delete(path)),
    };
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
        this.#written += 1;
        if (after === null) stored.delete(path);
        else stored.set(path, after);
      }
    });
    return table;
  }
}
