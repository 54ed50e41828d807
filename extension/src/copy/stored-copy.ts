import type { LibraryCollection } from '@foldmark/library/entities/collections';

import type { ReadRecords, Store, WriteRecords } from '#extension/platform/store.ts';

const COPY = 'copy';
const CHUNK = 'chunk ';
const INDEX = 'index ';

/**
 * The state of the copy. The server gives the whole library again after a long time. Then the pages go to a new generation of
 * chunks, and the old one stays until the last page has come.
 */
export interface StoredCopy {
  readonly account: string;
  /** The cursor of the server. Null before the first page. */
  readonly since: string | null;
  /** The generation that shows. Null before the first whole library. */
  readonly current: number | null;
  /** The generation that the pages go to, if another one shows. */
  readonly incoming: number | null;
  /** Whether the round has more pages. A round is the pages until the copy is complete. */
  readonly isOpen: boolean;
  /** The actions whose results the copy has at the end of the round. */
  readonly settles: readonly string[];
  /** When the last round ended, in milliseconds. */
  readonly pulledAt: number;
}

/** Null if there is no copy of this account. */
export async function readCopy(records: ReadRecords, account: string): Promise<StoredCopy | null> {
  const stored = await records.get(COPY);
  return isCopy(stored) && stored.account === account ? stored : null;
}

export function writeCopy(records: WriteRecords, copy: StoredCopy): void {
  records.put(COPY, copy);
}

/** Deletes the copy, whosever it is, and starts one of this account. */
export function resetCopy(records: WriteRecords, account: string): StoredCopy {
  records.deleteAll(CHUNK);
  records.deleteAll(INDEX);
  const copy = {
    account,
    since: null,
    current: null,
    incoming: null,
    isOpen: false,
    settles: [],
    pulledAt: 0,
  };
  writeCopy(records, copy);
  return copy;
}

/** Starts a copy that can't be read again, unless it is that of another account by now. */
export async function forgetCopy(store: Store, account: string): Promise<void> {
  await store.write(async (records) => {
    if ((await readCopy(records, account)) !== null) resetCopy(records, account);
  });
}

export function deleteGeneration(records: WriteRecords, generation: number): void {
  records.deleteAll(`${CHUNK}${generation} `);
  records.delete(indexKey(generation));
}

export function chunksPrefix(generation: number, collection: LibraryCollection): string {
  return `${CHUNK}${generation} ${collection} `;
}

export function chunkKey(generation: number, collection: LibraryCollection, chunk: number): string {
  return `${chunksPrefix(generation, collection)}${chunk}`;
}

export function indexKey(generation: number): string {
  return `${INDEX}${generation}`;
}

function isCopy(stored: unknown): stored is StoredCopy {
  return typeof stored === 'object' && stored !== null && 'account' in stored && 'settles' in stored;
}
