import { uidsWith } from '#web/sync/replica/names.ts';

/** The name prefix of the databases in which this browser keeps the unfinished imports of each user. */
const PREFIX = 'foldmark-imports-';

const CHANNEL = 'foldmark-imports';

export function importsName(uid: string): string {
  return PREFIX + uid;
}

/** Whether this browser has an unfinished import of the user. */
export async function hasImports(uid: string): Promise<boolean> {
  return (await uidsWithImports()).includes(uid);
}

/** All users with an import database in this browser. */
export async function uidsWithImports(): Promise<readonly string[]> {
  return uidsWith(PREFIX);
}

/** Notifies all tabs of this browser, including this one, that the stored imports have changed. */
export function tellImportsChanged(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  channel.postMessage(null);
  channel.close();
}

/** Calls the listener when a tab of this browser has changed the stored imports. Returns a function that stops this. */
export function onImportsChanged(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => {
    channel.close();
  };
}
