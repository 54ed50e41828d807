import { collectionPath, snapshotPartPath, snapshotsPath } from '@foldmark/contract/firestore-paths';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { chunkOf, mergeChunk } from '@foldmark/contract/library-chunks';
import { SNAPSHOT_PART_MAX_BYTES, SNAPSHOT_SCHEMA } from '@foldmark/contract/limits';
import { READ_DOCUMENT } from '@foldmark/contract/read-document';
import { cutSnapshot, encodeSnapshot, type LibraryChunk } from '@foldmark/contract/snapshot';
import { Firestore, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';

import { settingOf, uidOf, type Account } from './accounts.ts';

interface SnapshotOptions {
  readonly partBytes?: number;
  /** Changes the chunks before they are compressed. */
  readonly chunks?: (chunks: readonly LibraryChunk[]) => readonly LibraryChunk[];
  /** Changes the documents before they are written. Null leaves one out. */
  readonly part?: (index: number) => object | null;
}

/** Writes the snapshot of an account's library at once, as the job would, or with a damage. */
export async function writeSnapshot(account: Account, options: SnapshotOptions = {}): Promise<void> {
  const { partBytes = SNAPSHOT_PART_MAX_BYTES, part = () => ({}) } = options;
  process.env['FIRESTORE_EMULATOR_HOST'] = settingOf('FOLDMARK_FIRESTORE_HOST');
  // Keeps the SDK from looking for Google's metadata server.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const at = Timestamp.now();
  const firestore = new Firestore({ projectId: 'demo-foldmark' });
  const uid = await uidOf(account);
  const chunks: LibraryChunk[] = [];
  for (const collection of LIBRARY_COLLECTIONS) {
    const { docs } = await firestore.collection(collectionPath(uid, collection)).get();
    chunks.push(...chunksOf(collection, docs));
  }
  const bytes = await encodeSnapshot(options.chunks?.(chunks) ?? chunks);
  const parts = cutSnapshot(bytes, partBytes);
  const batch = firestore.batch();
  for (const old of await firestore.collection(snapshotsPath(uid)).listDocuments()) batch.delete(old);
  for (const [index, data] of parts.entries()) {
    const fields = part(index);
    if (fields === null) continue;
    batch.set(firestore.doc(snapshotPartPath(uid, index)), {
      schema: SNAPSHOT_SCHEMA,
      at,
      index,
      parts: parts.length,
      bytes: bytes.length,
      data: Buffer.from(data),
      ...fields,
    });
  }
  await batch.commit();
  await firestore.terminate();
}

function chunksOf(
  collection: LibraryCollection,
  documents: readonly QueryDocumentSnapshot[],
): LibraryChunk[] {
  const live = documents
    .map((document) => READ_DOCUMENT[collection](document.id, document.data()))
    .filter(({ record }) => record !== null);
  return [...Map.groupBy(live, ({ id }) => chunkOf(id))].map(([number, group]) => ({
    collection,
    number,
    text: mergeChunk(collection, undefined, group, 0),
  }));
}
