import {
  actionPartPath,
  actionPath,
  actionsPath,
  collectionPath,
  imageDeletionPath,
  snapshotStatePath,
  userPath,
} from '@foldmark/contract/firestore-paths';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { TOMBSTONE_DAYS } from '@foldmark/contract/limits';
import {
  type StoredAction,
  storedActionPartSchema,
  storedActionSchema,
  type StoredActionPart,
  type StoredTimestamp,
  storedImageDeletionSchema,
  type StoredUser,
  storedUserSchema,
} from '@foldmark/contract/stored';
import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import {
  type ActionRecord,
  actionDocument,
  type Author,
  byOf,
  timestampOf,
} from '#functions/store/action-documents.ts';
import { chunksOf } from '#functions/store/chunks.ts';
import { type Collection, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import { CounterDocument } from '#functions/store/counter-document.ts';
import { ImportDocuments } from '#functions/store/import-documents.ts';
import { fieldsOf } from '@foldmark/library/entities/fields-of';
import { difference } from '@foldmark/library/entities/difference';
import { entityOf } from '#functions/store/documents.ts';
import { imageDeletionId } from '#functions/store/image-deletions.ts';
import { JoinedReads } from '#functions/store/joined-reads.ts';
import { type DeletedIds, LeftoversDocument } from '#functions/store/leftovers-document.ts';
import type { Condition, Edit, LibraryTransaction } from '#functions/store/library.ts';
import type { PlainDocuments } from '#functions/store/plain-documents.ts';
import { nextSnapshot, requestAt, stateOf } from '#functions/store/snapshots/snapshot-state.ts';
import { timeAfter, DAY_MS, dueAt, expiry } from '#functions/store/times.ts';
import { Marks } from '#functions/store/marks.ts';
import { Table } from '#functions/store/table.ts';
import { UnreferencedImages } from '#functions/store/unreferenced-images.ts';
import { WrittenDocuments } from '#functions/store/written-documents.ts';

/** The number of values that one `in` filter accepts. */
const MAX_IN_VALUES = 30;

interface TransactionDeps {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly uid: string;
  readonly now: Date;
  readonly meter: Meter;
  /** Identifies the call. Set if the call makes one change and has an Idempotency-Key. */
  readonly mark?: string | null;
  readonly author?: Author | null;
}

export class FirestoreTransaction implements LibraryTransaction {
  readonly #firestore: Firestore;
  readonly #transaction: Transaction;
  readonly #uid: string;
  readonly #meter: Meter;
  readonly #marks: Marks;
  readonly #reads: JoinedReads;
  readonly #tables = new Map<LibraryCollection, unknown>();
  /** The pending writes of each table and of other documents, run at the end of the transaction. */
  readonly #pending: (() => void)[] = [];
  readonly #written: WrittenDocuments;
  readonly #images: UnreferencedImages;
  readonly #documents: PlainDocuments;
  #actionBytes = 0;
  #isSnapshotDue = false;
  readonly now: Date;
  readonly author: Author | null;
  readonly counters: CounterDocument;
  readonly imports: ImportDocuments;
  readonly leftovers: LeftoversDocument;

  constructor({ firestore, transaction, uid, now, meter, mark = null, author = null }: TransactionDeps) {
    this.#firestore = firestore;
    this.#transaction = transaction;
    this.#uid = uid;
    this.now = now;
    this.author = author;
    this.#meter = meter;
    this.#marks = new Marks(mark);
    this.#written = new WrittenDocuments(firestore, transaction);
    this.#images = new UnreferencedImages(uid, now, this.#written);
    this.#reads = new JoinedReads(firestore, transaction, meter);
    this.#documents = {
      uid,
      now,
      read: async (path, schema) => {
        const snapshot = await this.#reads.read(path);
        return snapshot.exists ? z.parse(schema, snapshot.data()) : null;
      },
      set: (path, document) => void this.#pending.push(() => this.#written.set(path, document)),
      update: (path, fields) => void this.#pending.push(() => this.#written.update(path, fields)),
      delete: (path) => void this.#pending.push(() => this.#written.delete(path)),
    };
    this.counters = new CounterDocument(this.#documents);
    this.imports = new ImportDocuments(this.#documents);
    this.leftovers = new LeftoversDocument(this.#documents, async (ids) => this.#countMembers(ids));
  }

  /** Writes all changes. No reads are possible afterwards. */
  async write(): Promise<void> {
    await this.leftovers.store();
    await this.#askForSnapshot();
    this.counters.store();
    for (const write of this.#pending) write();
  }

  /** The number of written documents. Only a commit is billed. */
  get writes(): number {
    return this.#written.writes;
  }

  get deletes(): number {
    return this.#written.deletes;
  }

  get actionBytes(): number {
    return this.#actionBytes + this.imports.bytes;
  }

  /** The ids of the image deletions that this transaction requests, except those that wait for a day. */
  get imageDeletions(): readonly string[] {
    return this.#images.deletions;
  }

  /** Whether the commit asks for a snapshot that a task can write now. */
  get isSnapshotDue(): boolean {
    return this.#isSnapshotDue;
  }

  /** The number of images that wait for a day before their deletion. */
  get keptImages(): number {
    return this.#images.keptCount;
  }

  get hasFound(): boolean {
    const tables = [...this.#tables.values()];
    return this.counters.isRead || tables.some((table) => table instanceof Table && table.hasStored);
  }

  async user(): Promise<StoredUser | null> {
    return this.#documents.read(userPath(this.#uid), storedUserSchema);
  }

  async get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null> {
    const table = this.#table(collection);
    const path = table.pathOf(key);
    const known = table.at(path);
    if (known !== undefined) return known;
    return this.#keep(table, await this.#reads.read(path), collection);
  }

  peek<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): E | null | undefined {
    const table = this.#table(collection);
    return table.at(table.pathOf(key));
  }

  async find<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    { field, among }: Condition<E>,
    beyond?: number,
  ): Promise<E[]> {
    const table = this.#table(collection);
    const unread = table.incomplete(field, among);
    const live = this.#firestore
      .collection(collectionPath(this.#uid, collection.name))
      .where('deleted', '==', false);
    await Promise.all(
      chunksOf(unread, MAX_IN_VALUES).map(async (values) => {
        const some = live.where(field, 'in', values);
        const limit = beyond === undefined ? Infinity : table.countStored(field, values) + beyond;
        const { docs } = await this.#transaction.get(limit === Infinity ? some : some.limit(limit));
        // Firestore bills a query without results as one read.
        this.#meter.read(Math.max(1, docs.length));
        for (const snapshot of docs) this.#keep(table, snapshot, collection);
        if (docs.length < limit) table.markComplete(field, values);
      }),
    );
    return table.matching(field, among);
  }

  known<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    { field, among }: Condition<E>,
  ): { readonly found: E[]; readonly isComplete: boolean } {
    const table = this.#table(collection);
    return {
      // A getter, because the search looks at all documents that were read, and not every caller needs it.
      get found() {
        return table.matching(field, among);
      },
      isComplete: table.isComplete(field, among),
    };
  }

  async isImageBeingDeleted(key: string): Promise<boolean> {
    return (await this.#reads.read(imageDeletionPath(imageDeletionId(key)))).exists;
  }

  async claimImage(key: string): Promise<boolean> {
    const path = imageDeletionPath(imageDeletionId(key));
    const deletion = await this.#documents.read(path, storedImageDeletionSchema);
    if (deletion === null) return true;
    if (deletion.state !== 'asked' || deletion.kept_for !== this.#uid) return false;
    this.#documents.delete(path);
    return true;
  }

  put<E extends object, K extends Partial<E>>(collection: Collection<E, K>, entity: E): void {
    const table = this.#table(collection);
    if (!this.#marks.isRepeat(table.pathOf(collection.keyOf(entity)))) table.set(entity, entity, null);
  }

  change<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entity: E,
    fields: Partial<E>,
  ): E {
    const table = this.#table(collection);
    if (this.#marks.isRepeat(table.pathOf(collection.keyOf(entity)))) return entity;
    const changed = { ...entity, ...fields };
    table.set(entity, changed, entity);
    return changed;
  }

  tombstone<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entities: readonly E[],
  ): void {
    const table = this.#table(collection);
    for (const entity of entities) {
      if (!this.#marks.isRepeat(table.pathOf(collection.keyOf(entity)))) table.set(entity, null, entity);
    }
  }

  changeUser(user: StoredUser, fields: Partial<StoredUser>): StoredUser {
    const changes = difference(user, fields);
    this.#pending.push(() => this.#written.change(userPath(this.#uid), changes));
    return { ...user, ...fields };
  }

  isCreated<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): boolean {
    const table = this.#table(collection);
    return table.isCreated(table.pathOf(key));
  }

  removed<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): E | null {
    const table = this.#table(collection);
    return table.removed(table.pathOf(key));
  }

  assumeMissing<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): void {
    const table = this.#table(collection);
    table.keep(table.pathOf(key), null);
  }

  edits<E extends object, K extends Partial<E>>(collection: Collection<E, K>): readonly Edit<E>[] {
    return this.#table(collection).edits();
  }

  async action(id: string): Promise<StoredAction | null> {
    return this.#documents.read(actionPath(this.#uid, id), storedActionSchema);
  }

  async actionsOfApp(
    grantId: string,
    states: readonly StoredAction['state'][],
    limit: number,
    until?: StoredTimestamp,
  ): Promise<StoredAction[]> {
    const all = this.#firestore
      .collection(actionsPath(this.#uid))
      .where('by.grant_id', '==', grantId)
      .where('state', 'in', states);
    const some = until === undefined ? all : all.where('created_at', '<=', timestampOf(until));
    const { docs } = await this.#transaction.get(some.orderBy('created_at', 'desc').limit(limit));
    this.#meter.read(Math.max(1, docs.length));
    return docs.map((snapshot) => z.parse(storedActionSchema, snapshot.data()));
  }

  async actionPart(id: string, part: number): Promise<StoredActionPart | null> {
    return this.#documents.read(actionPartPath(this.#uid, id, part), storedActionPartSchema);
  }

  putAction(action: ActionRecord, before: StoredAction | null): void {
    const named = before === null ? { ...action, ...byOf(this.author) } : action;
    this.#documents.set(actionPath(this.#uid, action.action_id), actionDocument(named, before, this.now));
  }

  retryAction(id: string, tries: number): void {
    this.#documents.update(actionPath(this.#uid, id), { tries, due_at: dueAt(this.now, tries) });
  }

  putActionPart(id: string, part: number, record: Omit<StoredActionPart, 'expire_at'>): void {
    this.#actionBytes += record.answer.length + record.edits.length;
    this.#documents.set(actionPartPath(this.#uid, id, part), { ...record, expire_at: expiry(this.now) });
  }

  /** If links or folders are deleted forever, requests a snapshot without them in the same commit. */
  async #askForSnapshot(): Promise<void> {
    const isDeletion = [...this.edits(LINKS), ...this.edits(FOLDERS)].some(
      ({ before, after }) => before !== null && after === null,
    );
    if (!isDeletion) return;
    const state = this.#firestore.doc(snapshotStatePath(this.#uid));
    this.#meter.count({ read: 1 });
    const next = nextSnapshot(stateOf(await this.#transaction.get(state)), { why: 'deleted' }, this.now);
    if (!(next instanceof Date)) return;
    const { isNow, fields } = requestAt(next, this.now);
    this.#isSnapshotDue = isNow;
    this.#documents.update(state.path, fields);
  }

  #keep<E extends object, K extends Partial<E>>(
    table: Table<E, K>,
    snapshot: DocumentSnapshot,
    collection: Collection<E, K>,
  ): E | null {
    const { path } = snapshot.ref;
    this.#marks.keep(path, snapshot.data());
    return table.keep(path, entityOf(snapshot, collection));
  }

  #table<E extends object, K extends Partial<E>>(collection: Collection<E, K>): Table<E, K> {
    const known = this.#tables.get(collection.name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this method adds tables, one per collection
    if (known instanceof Table) return known as Table<E, K>;
    const table = new Table(collection, this.#uid);
    this.#tables.set(collection.name, table);
    this.#pending.push(() => this.#writeTable(collection, table));
    return table;
  }

  #writeTable<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    table: Table<E, K>,
  ): void {
    const updated_at = FieldValue.serverTimestamp();
    for (const { before, after } of table.edits()) {
      const entity = after ?? before;
      if (entity === null) continue;
      const key = collection.keyOf(entity);
      const path = table.pathOf(key);
      if (after === null) {
        const expire_at = timeAfter(this.now, TOMBSTONE_DAYS * DAY_MS);
        this.#written.set(path, { ...key, deleted: true, updated_at, expire_at, ...this.#marks.of(path) });
      } else if (before === null) {
        const created = collection.dated ? { created_at: updated_at } : {};
        this.#written.set(path, {
          ...after,
          deleted: false,
          updated_at,
          ...created,
          ...this.#marks.of(path),
        });
      } else {
        this.#written.change(path, { ...difference(before, after), ...this.#marks.added(path) });
      }
      const [earlier, now] = [fieldsOf(before), fieldsOf(after)];
      for (const { name, isOwn } of collection.images) {
        if (earlier[name] !== now[name]) this.#images.requestDeletion(earlier[name], after !== null && isOwn);
      }
    }
  }

  /** Firestore bills one read for each thousand counted documents. */
  async #countMembers({ link_ids, folder_ids }: DeletedIds): Promise<number> {
    const members = this.#firestore
      .collection(collectionPath(this.#uid, FOLDER_LINKS.name))
      .where('deleted', '==', false);
    const counts = await Promise.all(
      (
        [
          ['link_id', link_ids],
          ['folder_id', folder_ids],
        ] as const
      ).flatMap(([field, ids]) =>
        chunksOf(ids, MAX_IN_VALUES).map(async (values) => {
          const answer = await this.#transaction.get(members.where(field, 'in', values).count());
          const { count } = answer.data();
          this.#meter.read(Math.max(1, Math.ceil(count / 1000)));
          return count;
        }),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
