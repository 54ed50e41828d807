import type { Log } from '#firestore/log/log.ts';
import type { Messages } from '#firestore/protobuf/messages.ts';
import type { Clock } from '#firestore/store/commit-clock.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { FileJournal } from '#firestore/store/journal/file-journal.ts';
import { journalCodec } from '#firestore/store/journal/record-codec.ts';
import type { Store } from '#firestore/store/store.ts';

export interface StoreLocation {
  /** The directory that stores the commits. Without a directory the data ends with the process. */
  readonly dataDirectory?: string;
  /** Acknowledge a commit only after fsync, when the disk itself has stored it. */
  readonly fsync?: boolean;
  /** Truncate a damaged log at the damage instead of refusing to start. */
  readonly repair?: boolean;
  /** The size of the log at which a snapshot replaces it. */
  readonly snapshotAfterBytes?: number;
  /** How long a commit waits for a lock that another transaction holds. */
  readonly lockTimeoutMillis?: number;
}

/** Recovers the data of the directory, or creates an empty store in memory. */
export async function openStore(
  { dataDirectory, snapshotAfterBytes, lockTimeoutMillis, fsync = false, repair = false }: StoreLocation,
  messages: Messages,
  clock: Clock,
  log: Log,
): Promise<{ store: Store; isNew: boolean; closeStore: () => Promise<void> }> {
  const parts = { clock, log, ...(lockTimeoutMillis === undefined ? {} : { lockTimeoutMillis }) };
  if (dataDirectory === undefined) {
    const store = createStore(parts);
    return {
      store,
      isNew: true,
      closeStore: () => {
        store.close();
        return Promise.resolve();
      },
    };
  }
  const journal = new FileJournal({
    directory: dataDirectory,
    codec: journalCodec(messages),
    log,
    fsync,
    repair,
    ...(snapshotAfterBytes === undefined ? {} : { snapshotAfterBytes }),
  });
  const store = createStore({ journal, ...parts });
  const { latest } = await journal.open(store);
  return {
    store,
    isNew: latest === null,
    async closeStore() {
      store.close();
      await journal.close();
    },
  };
}
