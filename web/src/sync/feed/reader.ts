import { collection, type Firestore, getDocs, query, where } from 'firebase/firestore/lite';

/** A document as it came, with the last part of its path. */
export interface ReadDocument {
  readonly id: string;
  readonly data: unknown;
}

export type ReadAll = (collectionPath: string) => Promise<readonly ReadDocument[]>;

/**
 * Reads the whole of a collection, without what was deleted. The small Firestore does it: one request for one moment of
 * the collection, in a fraction of the time and memory that the large one takes to learn 10,000 documents for one look.
 */
export function readerOf(firestore: Firestore): ReadAll {
  return async (collectionPath) => {
    const live = query(collection(firestore, collectionPath), where('deleted', '==', false));
    const { docs } = await getDocs(live);
    return docs.map((document) => ({ id: document.id, data: document.data() }));
  };
}
