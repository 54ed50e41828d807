const REPLICA = 'foldmark-library-';
const OUTBOX = 'foldmark-outbox-';

export function replicaName(uid: string): string {
  return REPLICA + uid;
}

export function outboxName(uid: string): string {
  return OUTBOX + uid;
}

/** All users whose replica this browser stores. */
export async function storedUids(): Promise<readonly string[]> {
  return uidsWith(REPLICA);
}

/** All users whose outbox this browser stores, even if it is empty. */
export async function uidsWithOutbox(): Promise<readonly string[]> {
  return uidsWith(OUTBOX);
}

/** All users who have a database with this name prefix in this browser. */
export async function uidsWith(prefix: string): Promise<readonly string[]> {
  if (typeof indexedDB === 'undefined') return [];
  const databases = await indexedDB.databases();
  return databases.flatMap(({ name }) =>
    name?.startsWith(prefix) === true ? [name.slice(prefix.length)] : [],
  );
}
