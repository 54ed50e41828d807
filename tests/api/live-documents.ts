import { collectionPath } from '@foldmark/contract/firestore-paths';
import { READ_DOCUMENT } from '@foldmark/contract/read-document';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion } from '@foldmark/library/entities/records';
import type { Firestore } from 'firebase-admin/firestore';

/** The stored documents of a collection by id, without tombstones. */
export async function liveDocuments<C extends LibraryCollection>(
  firestore: Firestore,
  uid: string,
  collection: C,
): Promise<ReadonlyMap<string, DocumentVersion<C>>> {
  const live = firestore.collection(collectionPath(uid, collection)).where('deleted', '==', false);
  const { docs } = await live.get();
  return new Map(
    docs.map((document) => [document.id, READ_DOCUMENT[collection](document.id, document.data())]),
  );
}
