import { hasImports, importsName, onImportsChanged } from '#web/sync/imports/imports-channel.ts';
import { removeDatabase } from '#web/sync/replica/remove-database.ts';
import { openImportStore, type StoredImport } from '#web/sync/imports/import-store.ts';
import { type ImportSenderDeps, sendImport } from '#web/sync/imports/send-import.ts';
import { createStore, until } from '#web/sync/store.ts';
import { pause } from '#web/sync/timers.ts';

/** Storing takes seconds. An import that is not stored after this time belongs to a closed page. */
const STORING_MAX_MS = 10 * 60_000;
const RETRY_MS = 10_000;
/** No import takes this long. Its end was not seen, for example because its action has expired. */
const SENT_MAX_MS = 24 * 60 * 60_000;

export interface RunImportsDeps extends Omit<ImportSenderDeps, 'store'> {
  readonly uid: string;
  /** Undefined in insecure contexts (plain http). */
  readonly locks: LockManager | undefined;
  readonly report: (message: string, cause: unknown) => void;
}

/**
 * Sends the stored imports one after another, until the library closes. Only one tab of the browser does this; when it closes,
 * the next tab continues.
 */
export async function runImports(deps: RunImportsDeps): Promise<void> {
  const { uid, locks, signal } = deps;
  if (locks === undefined) {
    await sendAll(deps);
    return;
  }
  try {
    await locks.request(`foldmark-imports-${uid}`, { signal }, async () => sendAll(deps));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function sendAll(deps: RunImportsDeps): Promise<void> {
  const { signal, timers, report } = deps;
  const changes = createStore(0);
  const stop = onImportsChanged(() => {
    changes.set(changes.get() + 1);
  });
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  try {
    while (!signal.aborted) {
      const seen = changes.get();
      try {
        if (await sendNext(deps)) continue;
        await Promise.race([until(changes, (count) => count !== seen), ended]);
      } catch (error) {
        if (signal.aborted) return;
        report('An import could not be sent.', error);
        await pause(timers, RETRY_MS, signal);
      }
    }
  } finally {
    stop();
  }
}

/** False if there is nothing to send. */
async function sendNext(deps: RunImportsDeps): Promise<boolean> {
  const { uid, timers } = deps;
  if (!(await hasImports(uid))) return false;
  const store = await openImportStore(uid);
  let list: readonly StoredImport[];
  try {
    list = await store.list();
    const next = nextOf(list, timers.now());
    if (next?.phase === 'storing' || next?.phase === 'sent') await store.remove(next.import_id);
    else if (next !== undefined) await sendImport(next, { ...deps, store });
    if (next !== undefined) return true;
  } finally {
    store.close();
  }
  if (list.length === 0) await removeDatabase(importsName(uid));
  return false;
}

/** The first import to send, or to remove because it can't succeed any more. */
function nextOf(list: readonly StoredImport[], now: number): StoredImport | undefined {
  return list.find(({ phase, failure, at }) => {
    if (phase === 'storing') return at < now - STORING_MAX_MS;
    return phase === 'sent' ? at < now - SENT_MAX_MS : failure === null;
  });
}
