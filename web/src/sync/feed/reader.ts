import { collection, type Firestore, getDocs, query, where } from 'firebase/firestore/lite';

/** An unparsed document. */
export interface ReadDocument {
  /** The last part of its path. */
  readonly id: string;
  readonly data: unknown;
}

export type ReadAll = (collectionPath: string) => Promise<readonly ReadDocument[]>;

/**
 * Reads a whole collection without its tombstones, at one timestamp. Uses the small SDK: it sends one request, and for
 * 10,000 documents takes a fraction of the time and memory of the large SDK.
 */
export function readerOf(firestore: Firestore): ReadAll {
  return async (collectionPath) => {
    const live = query(collection(firestore, collectionPath), where('deleted', '==', false));
    const { docs } = await getDocs(live);
    return docs.map((document) => ({ id: document.id, data: document.data() }));
  };
}
