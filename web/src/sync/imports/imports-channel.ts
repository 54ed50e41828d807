import { uidsWith } from '#web/sync/replica/names.ts';

/** The name of the database in which this browser keeps the imports of a user until they are done. */
const PREFIX = 'foldmark-imports-';

const CHANNEL = 'foldmark-imports';

export function importsName(uid: string): string {
  return PREFIX + uid;
}

/** Whether this browser has an import of the user that is not done. */
export async function hasImports(uid: string): Promise<boolean> {
  return (await uidsWithImports()).includes(uid);
}

/** All users with a database of imports in this browser. */
export async function uidsWithImports(): Promise<readonly string[]> {
  return uidsWith(PREFIX);
}

/** Tells all tabs of this browser, and this one, that the stored imports have changed. */
export function tellImportsChanged(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  channel.postMessage(null);
  channel.close();
}

/** Calls the listener when a tab of this browser has changed the stored imports. Returns how to stop. */
export function onImportsChanged(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => {
    channel.close();
  };
}
