import type { LibraryCollection } from '@foldmark/contract/firestore-paths';

/** What the database holds of a collection. */
export interface Stored {
  readonly chunks: readonly unknown[];
  readonly state: unknown;
}

/** Null where nothing was read. */
export type ReadAhead = (collection: LibraryCollection) => Promise<Stored | null>;

/**
 * What public/ahead.js has read of this person's replica while the app was still on its way. It is good for the first look
 * only, and given away once.
 */
export function takeReadAhead(uid: string, version: number): ReadAhead {
  const ahead = fieldsOf(Reflect.get(globalThis, 'foldmarkAhead'));
  Reflect.deleteProperty(globalThis, 'foldmarkAhead');
  const reading = Promise.resolve(ahead['uid'] === uid ? ahead['read'] : null).then(fieldsOf);
  const given = new Set<LibraryCollection>();
  return async (collection) => {
    if (given.has(collection)) return null;
    given.add(collection);
    const read = await reading;
    const { chunks, state } = fieldsOf(read[collection]);
    return read['version'] === version && Array.isArray(chunks) ? { chunks, state } : null;
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
