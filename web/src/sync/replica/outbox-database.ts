import { fieldsOf } from '@foldmark/library/entities/fields-of';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { outboxName, uidsWithOutbox } from '#web/sync/replica/names.ts';
import { removeDatabase } from '#web/sync/replica/remove-database.ts';

interface OutboxSchema extends DBSchema {
  /** Changes that the server has not confirmed, by idempotency key. */
  outbox: { key: string; value: unknown };
}

export type OutboxDatabase = IDBPDatabase<OutboxSchema>;

/** `onClosed` is called with true if another tab deletes the database because the user signed out. */
export async function openOutboxDatabase(
  uid: string,
  onClosed: (isDeleted: boolean) => void,
): Promise<OutboxDatabase> {
  // Opened without a version, so that a tab with an older app can open it too.
  const database = await openDB<OutboxSchema>(outboxName(uid), undefined, {
    upgrade: (db) => {
      db.createObjectStore('outbox', { keyPath: 'request' });
    },
    blocking: (_, version) => {
      onClosed(version === null);
      database.close();
    },
    terminated: () => {
      onClosed(false);
    },
  });
  return database;
}

/** How many changes of a user are stored that the server has not confirmed. */
export async function countUnsent(uid: string): Promise<number> {
  if (!(await uidsWithOutbox()).includes(uid)) return 0;
  const database = await openOutboxDatabase(uid, () => undefined);
  try {
    return (await database.getAll('outbox')).reduce((sum: number, entry) => sum + sizeOf(entry), 0);
  } finally {
    database.close();
  }
}

/** Removes the unsent changes of a user who logs out or deletes the account. */
export async function discardUnsent(uid: string): Promise<void> {
  if ((await uidsWithOutbox()).includes(uid)) await removeDatabase(outboxName(uid));
}

/**
 * Removes the outboxes of all users but `except`. An outbox with unsent changes stays, because a session can end without the
 * user's intent. Its changes are sent after the next login.
 */
export async function removeSentOutboxes(except: string | null): Promise<void> {
  for (const uid of await uidsWithOutbox())
    if (uid !== except && (await countUnsent(uid)) === 0) await discardUnsent(uid);
}

/**
 * The number of changes in an entry. Reads it without the outbox schemas, which are large. Entries without a size are ids of
 * created objects.
 */
function sizeOf(entry: unknown): number {
  const { size } = fieldsOf(entry);
  return typeof size === 'number' ? size : 0;
}
