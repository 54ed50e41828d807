import type { Kept } from '#web/sync/outbox/kept.ts';
import type { ReplicaDatabase } from '#web/sync/replica/database.ts';

/**
 * Relaxed: in the hands of the operating system, which outlives the page and the browser. Only a power failure could
 * take the last moment back, and to wait for the disk would cost every click as much as the call itself.
 */
const RELAXED = { durability: 'relaxed' } as const;

const loadReadKept = async () => import('#web/sync/outbox/read-kept.ts');

export async function writeOutbox(
  database: ReplicaDatabase,
  puts: readonly Kept[],
  deleted: readonly string[],
): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite', RELAXED);
  const writes = [
    ...puts.map(async (kept) => transaction.store.put(kept)),
    ...deleted.map(async (request) => transaction.store.delete(request)),
  ];
  // At once, and not when the browser has reported back: a page that goes now has committed already.
  transaction.commit();
  await Promise.all([...writes, transaction.done]);
}

/** What this version can't read is dropped, and told. */
export async function listOutbox(
  database: ReplicaDatabase,
  report: (message: string, cause: unknown) => void,
): Promise<readonly Kept[]> {
  const all = await database.getAll('outbox');
  // At most starts nothing is there, and the schemas can wait.
  if (all.length === 0) return [];
  const { readKept } = await loadReadKept();
  const list: Kept[] = [];
  for (const stored of all) {
    const kept = readKept(stored);
    if (kept !== null) list.push(kept);
    else report('A change of an earlier visit cannot be read.', stored);
  }
  return list;
}

export async function giveOutbox(
  database: ReplicaDatabase,
  wanted: readonly Kept[],
  owner: string,
): Promise<readonly Kept[]> {
  // Before the transaction, which waits for nothing but itself.
  const { readKept } = await loadReadKept();
  const transaction = database.transaction('outbox', 'readwrite', RELAXED);
  const given: Kept[] = [];
  const writes = wanted.map(async ({ request, owner: before }) => {
    const kept = readKept(await transaction.store.get(request));
    if (kept?.owner !== before) return;
    const mine = { ...kept, owner };
    given.push(mine);
    await transaction.store.put(mine);
  });
  await Promise.all([...writes, transaction.done]);
  return given;
}
