import type { OutboxEntry } from '#web/sync/changes/outbox-entry.ts';
import type { ReplicaDatabase } from '#web/sync/replica/database.ts';

/**
 * With relaxed durability a transaction completes when the operating system has the data, which survives the page and
 * the browser. Only a power failure can lose it. Waiting for the disk would take as long as the API call.
 */
const RELAXED = { durability: 'relaxed' } as const;

const loadReader = async () => import('#web/sync/changes/read-outbox-entry.ts');

export async function writeOutbox(
  database: ReplicaDatabase,
  puts: readonly OutboxEntry[],
  deleted: readonly string[],
): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite', RELAXED);
  const writes = [
    ...puts.map(async (entry) => transaction.store.put(entry)),
    ...deleted.map(async (request) => transaction.store.delete(request)),
  ];
  // Commit now instead of when the writes have been confirmed, so that the page may close at once.
  transaction.commit();
  await Promise.all([...writes, transaction.done]);
}

/** Skips and reports entries that this version cannot read. */
export async function listOutbox(
  database: ReplicaDatabase,
  report: (message: string, cause: unknown) => void,
): Promise<readonly OutboxEntry[]> {
  const all = await database.getAll('outbox');
  // The outbox is usually empty at startup. Then the schemas need not be loaded.
  if (all.length === 0) return [];
  const { readOutboxEntry } = await loadReader();
  const list: OutboxEntry[] = [];
  for (const stored of all) {
    const entry = readOutboxEntry(stored);
    if (entry !== null) list.push(entry);
    else report('A change of an earlier visit could not be read.', stored);
  }
  return list;
}

export async function reassignOutbox(
  database: ReplicaDatabase,
  entries: readonly OutboxEntry[],
  owner: string,
): Promise<readonly OutboxEntry[]> {
  // Load before the transaction starts: IndexedDB commits a transaction that waits for anything else.
  const { readOutboxEntry } = await loadReader();
  const transaction = database.transaction('outbox', 'readwrite', RELAXED);
  const reassigned: OutboxEntry[] = [];
  const writes = entries.map(async ({ request, owner: before }) => {
    const entry = readOutboxEntry(await transaction.store.get(request));
    if (entry?.owner !== before) return;
    const mine = { ...entry, owner };
    reassigned.push(mine);
    await transaction.store.put(mine);
  });
  await Promise.all([...writes, transaction.done]);
  return reassigned;
}
