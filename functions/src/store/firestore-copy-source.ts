import { collectionPath, snapshotsPath } from '@foldmark/contract/firestore-paths';
import { rowOf } from '@foldmark/contract/library-chunks';
import { READ_DOCUMENT } from '@foldmark/contract/read-document';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { type Micros, microsOfTimestamp } from '@foldmark/library/entities/records';
import { FieldPath, type Firestore, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';

import type { Meter } from '#functions/allowance/meter.ts';
import type { CopySource, NewerDocument, NewerDocuments, Position } from '#functions/store/copy-source.ts';
import { CHARACTERS_PER_READ } from '#functions/store/firestore-library.ts';
import { storedSnapshot, type StoredSnapshot, timestampOf } from '#functions/store/read-library.ts';

/** The pages of one library follow each other, and each would read and decompress the whole snapshot. */
const KEPT_MS = 60_000;
let kept: { readonly uid: string; readonly snapshot: StoredSnapshot; readonly until: number } | null = null;

interface Deps {
  readonly firestore: Firestore;
  readonly uid: string;
  readonly now: () => Date;
  readonly meter: Meter;
  readonly report: (message: string, cause: unknown) => void;
}

export class FirestoreCopySource implements CopySource {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async newer(collection: LibraryCollection, after: Position, limit: number): Promise<NewerDocuments> {
    const { firestore, uid, meter } = this.#deps;
    const all = firestore.collection(collectionPath(uid, collection));
    const at = timestampOf(after.at);
    const query =
      after.id === ''
        ? all.where('updated_at', '>', at).orderBy('updated_at')
        : all.orderBy('updated_at').orderBy(FieldPath.documentId()).startAfter(at, after.id);
    const { docs, readTime } = await query.limit(limit).get();
    // Firestore bills a query without results as one read.
    meter.read(Math.max(1, docs.length));
    const documents = docs.map((document) => this.#documentOf(collection, document));
    const characters = documents.reduce((sum, { row }) => sum + JSON.stringify(row).length, 0);
    meter.count({ read: Math.floor(characters / CHARACTERS_PER_READ) });
    return { documents, readAt: microsOfTimestamp(readTime) };
  }

  async snapshot(at: Micros | null): Promise<StoredSnapshot | null> {
    const { firestore, uid, now, meter, report } = this.#deps;
    if (kept !== null && kept.until < now().getTime()) kept = null;
    if (kept?.uid === uid && kept.snapshot.at === at) return kept.snapshot;
    const { docs, readTime } = await firestore.collection(snapshotsPath(uid)).get();
    meter.read(Math.max(1, docs.length));
    const documents = docs.map((document): unknown => document.data());
    const snapshot = await storedSnapshot(documents, microsOfTimestamp(readTime), (cause) => {
      report('a stored snapshot is not usable', cause);
    });
    if (snapshot !== null) kept = { uid, snapshot, until: now().getTime() + KEPT_MS };
    return snapshot;
  }

  #documentOf(collection: LibraryCollection, document: QueryDocumentSnapshot): NewerDocument {
    const updated: unknown = document.get('updated_at');
    const at = updated instanceof Timestamp ? microsOfTimestamp(updated) : 0;
    try {
      return {
        id: document.id,
        at,
        row: rowOf(collection, READ_DOCUMENT[collection](document.id, document.data())),
      };
    } catch (cause) {
      this.#deps.report(`a document of ${collection} could not be read`, cause);
      return { id: document.id, at, row: null };
    }
  }
}
