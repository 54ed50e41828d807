/** Also used by public/ahead.js. */
const PREFIX = 'foldmark-library-';

export function replicaName(uid: string): string {
  return PREFIX + uid;
}

/** All users whose replica this browser stores. */
export async function storedUids(): Promise<readonly string[]> {
  if (typeof indexedDB === 'undefined') return [];
  const databases = await indexedDB.databases();
  return databases.flatMap(({ name }) =>
    name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : [],
  );
}
