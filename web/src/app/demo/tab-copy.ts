import { mergeChunk, readChunk } from '@foldmark/contract/library-chunks';
import { LIBRARY_COLLECTIONS } from '@foldmark/library/entities/collections';
import { fieldsOf } from '@foldmark/library/entities/fields-of';

import type { ServerLibrary } from '#web/sync/memory-server/server-library.ts';
import type { Timers } from '#web/sync/timers.ts';

const KEY = 'foldmark.demo';
const SAVE_AFTER_MS = 500;

/** A function, because reading `sessionStorage` throws in a browser that blocks storage. */
type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Fills the server with the copy that an earlier page of this tab has saved. False if there is none. */
export function restoreDemo(
  server: ServerLibrary,
  storage: TabStorage,
  report: (message: string, cause: unknown) => void,
): boolean {
  try {
    const text = storage().getItem(KEY);
    if (text === null) return false;
    const { lastId, displayName, ...texts } = fieldsOf(JSON.parse(text));
    if (typeof lastId !== 'number' || typeof displayName !== 'string') throw new Error('A field is missing.');
    // Reads all before the first is put, so that a damaged copy leaves the server empty.
    const puts = LIBRARY_COLLECTIONS.map((collection) => {
      const versions = readChunk(collection, String(texts[collection]));
      return () => {
        server.load(collection, versions);
      };
    });
    for (const put of puts) put();
    server.lastId = lastId;
    server.displayName = displayName;
    return true;
  } catch (error) {
    report("The demo of this tab couldn't be read, so it starts again.", error);
    return false;
  }
}

export function forgetDemo(storage: TabStorage): void {
  try {
    storage().removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

interface KeepDeps {
  readonly server: ServerLibrary;
  readonly storage: TabStorage;
  readonly timers: Timers;
  /** Whether the page may end before a timer runs. */
  readonly isLeaving: () => boolean;
  readonly report: (message: string, cause: unknown) => void;
}

/** Saves the server's library for a reload of this tab after each change. Returns functions that save at once, and that stop. */
export function keepDemo({ server, storage, timers, isLeaving, report }: KeepDeps): {
  readonly save: () => void;
  readonly stop: () => void;
} {
  let cancel: (() => void) | null = null;
  let hasFailed = false;
  const save = (): void => {
    cancel?.();
    cancel = null;
    try {
      storage().setItem(KEY, textOf(server));
    } catch (error) {
      if (!hasFailed) report("The demo can't be kept for a reload of this tab.", error);
      hasFailed = true;
    }
  };
  const changed = (): void => {
    if (cancel !== null) return;
    if (isLeaving()) {
      // After the whole call, which can change many documents.
      let isCancelled = false;
      cancel = () => {
        isCancelled = true;
      };
      queueMicrotask(() => {
        if (!isCancelled) save();
      });
    } else cancel = timers.after(SAVE_AFTER_MS, save);
  };
  const stops = LIBRARY_COLLECTIONS.map((collection) => server.documents[collection].subscribe(changed));
  return {
    save: () => {
      if (cancel !== null) save();
    },
    stop: () => {
      cancel?.();
      for (const stop of stops) stop();
    },
  };
}

function textOf(server: ServerLibrary): string {
  const { lastId, displayName } = server;
  const texts = LIBRARY_COLLECTIONS.map((collection) => [
    collection,
    mergeChunk(collection, undefined, server.liveVersions(collection), 0),
  ]);
  return JSON.stringify({ lastId, displayName, ...Object.fromEntries(texts) });
}
