import { SNAPSHOTS, userPath } from '@foldmark/contract/firestore-paths';

import { type RestAccess, runQuery } from '#web/sync/rest/run-query.ts';
import type { SnapshotAnswer } from '#web/sync/snapshot/snapshot-answer.ts';

interface SnapshotReaderDeps {
  readonly startWorker: () => Promise<Worker>;
  readonly uid: string;
  /** Null if the user is signed out. */
  readonly access: () => Promise<RestAccess | null>;
}

/** What public/ahead.js has read. Null if it could not ask, for example because the stored token is too old. */
type SnapshotAhead = Promise<SnapshotAnswer | null>;

/**
 * Takes what public/ahead.js reads while the app loads. From then on, it starts no worker: the page asks itself.
 */
export function takeSnapshotAhead(uid: string): SnapshotAhead {
  const ahead: unknown = Reflect.get(globalThis, 'foldmarkSnapshot');
  Reflect.set(globalThis, 'foldmarkSnapshot', null);
  if (typeof ahead !== 'object' || ahead === null || !('answer' in ahead && 'uid' in ahead)) return none();
  return ahead.uid === uid ? Promise.resolve(ahead.answer).then(answerOf) : none();
}

async function none(): Promise<null> {
  return null;
}

/** Reads the user's snapshot, unless it is there already. Null if the user is signed out. */
export async function readSnapshot(
  ahead: SnapshotAhead,
  { startWorker, uid, access }: SnapshotReaderDeps,
): Promise<SnapshotAnswer | null> {
  const known = await ahead;
  if (known !== null) return known;
  const worker = await startWorker();
  try {
    const asUser = await access();
    if (asUser === null) return null;
    const response = await runQuery(asUser, userPath(uid), { from: [{ collectionId: SNAPSHOTS }] });
    return await decodedBy(worker, await response.arrayBuffer());
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error), at: null };
  } finally {
    worker.terminate();
  }
}

async function decodedBy(worker: Worker, response: ArrayBuffer): Promise<SnapshotAnswer | null> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      resolve(answerOf(data));
    });
    worker.addEventListener('error', ({ message }) => {
      reject(new Error(`The worker failed. ${message}`));
    });
    worker.postMessage(response, [response]);
  });
}

/** A worker of this build sends nothing else. */
function answerOf(data: unknown): SnapshotAnswer | null {
  return isAnswer(data) ? data : null;
}

function isAnswer(data: unknown): data is SnapshotAnswer {
  return typeof data === 'object' && data !== null && 'kind' in data;
}
