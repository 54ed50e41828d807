import { fieldsOf } from '@foldmark/library/entities/fields-of';
import type { LibraryCollection } from '@foldmark/library/entities/collections';

/** The unparsed content of a collection in the database. */
export interface StoredChunks {
  readonly chunks: readonly unknown[];
  readonly state: unknown;
}

const NOTHING: StoredChunks = { chunks: [], state: undefined };

/** Resolves with null if the collection was not read, and with no chunks if there is no replica. */
export type ReadAhead = (collection: LibraryCollection) => Promise<StoredChunks | null>;

/**
 * Takes the content of the user's replica that public/ahead.js read while the app loaded. Each collection is returned only
 * once, because it may change later.
 */
export function takeReadAhead(uid: string, version: number): ReadAhead {
  const ahead = fieldsOf(Reflect.get(globalThis, 'foldmarkAhead'));
  Reflect.deleteProperty(globalThis, 'foldmarkAhead');
  const reading = Promise.resolve(ahead['uid'] === uid ? ahead['read'] : undefined);
  const taken = new Set<LibraryCollection>();
  return async (collection) => {
    if (taken.has(collection)) return null;
    taken.add(collection);
    const stored = await reading;
    if (stored === null) return NOTHING;
    const read = fieldsOf(stored);
    const { chunks, state } = fieldsOf(read[collection]);
    return read['version'] === version && Array.isArray(chunks) ? { chunks, state } : null;
  };
}
