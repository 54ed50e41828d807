/** public/ahead.js knows it too. */
const PREFIX = 'foldmark-library-';

export function replicaName(uid: string): string {
  return PREFIX + uid;
}

/** Every person whose replica this browser keeps. */
export async function storedUids(): Promise<readonly string[]> {
  if (typeof indexedDB === 'undefined') return [];
  const databases = await indexedDB.databases();
  return databases.flatMap(({ name }) =>
    name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : [],
  );
}
