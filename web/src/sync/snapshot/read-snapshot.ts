import { SNAPSHOTS, userPath } from '@foldmark/contract/firestore-paths';

import { type RestAccess, runQuery } from '#web/sync/rest/run-query.ts';
import type { SnapshotAnswer } from '#web/sync/snapshot/snapshot-answer.ts';

interface SnapshotReaderDeps {
  readonly startWorker: () => Promise<Worker>;
  readonly uid: string;
  /** Null if the user is signed out. */
  readonly access: () => Promise<RestAccess | null>;
}

/**
 * The answer to the request that was made ahead. Null if the request was impossible, for example because the stored token is too
 * old.
 */
type SnapshotAhead = Promise<SnapshotAnswer | null>;

/** The global in which the script that runs before the app leaves the answer. Null once the app has started. */
const AHEAD = 'foldmarkSnapshot';

/** Leaves a promise of the answer for the app, which may take it before it resolves. */
export function offerSnapshot(uid: string, answer: SnapshotAhead): void {
  Reflect.set(globalThis, AHEAD, { uid, answer });
}

export function isSnapshotTaken(): boolean {
  return Reflect.get(globalThis, AHEAD) === null;
}

/**
 * Takes the answer to the request that was made ahead. After that, the script ahead starts no worker: the page sends the request
 * itself.
 */
export function takeSnapshotAhead(uid: string): SnapshotAhead {
  const ahead: unknown = Reflect.get(globalThis, AHEAD);
  Reflect.set(globalThis, AHEAD, null);
  if (typeof ahead !== 'object' || ahead === null || !('answer' in ahead && 'uid' in ahead)) return none();
  return ahead.uid === uid ? Promise.resolve(ahead.answer).then(answerOf) : none();
}

async function none(): Promise<null> {
  return null;
}

/** Reads the user's snapshot, unless the answer has arrived already. Null if the user is signed out. */
export async function readSnapshot(
  ahead: SnapshotAhead,
  deps: SnapshotReaderDeps,
): Promise<SnapshotAnswer | null> {
  try {
    return (await ahead) ?? (await requestSnapshot(deps));
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error), at: null };
  }
}

/** Requests all parts with one query, so they belong to one snapshot. Null if the user is signed out. */
export async function requestSnapshot({
  startWorker,
  uid,
  access,
}: SnapshotReaderDeps): Promise<SnapshotAnswer | null> {
  const worker = await startWorker();
  try {
    const asUser = await access();
    if (asUser === null) return null;
    const response = await runQuery(asUser, userPath(uid), { from: [{ collectionId: SNAPSHOTS }] });
    return await decodedBy(worker, await response.arrayBuffer());
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

/** A worker of the same build sends no other messages. */
function answerOf(data: unknown): SnapshotAnswer | null {
  return isAnswer(data) ? data : null;
}

function isAnswer(data: unknown): data is SnapshotAnswer {
  return typeof data === 'object' && data !== null && 'kind' in data;
}
