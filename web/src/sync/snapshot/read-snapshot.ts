import type { SnapshotAnswer, SnapshotRequest } from '#web/sync/snapshot/snapshot-answer.ts';

export type Tokens = Omit<SnapshotRequest, 'uid'>;

interface SnapshotReaderParts {
  readonly startWorker: () => Promise<Worker>;
  /** The tokens of the signed-in user. Null if the user is signed out. */
  readonly tokens: () => Promise<Tokens | null>;
}

/** The answer of a worker that public/ahead.js started. It has none if it could not ask. */
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

/** Reads the user's snapshot in a worker, unless the answer is there already. Null if the user is signed out. */
export async function readSnapshot(
  uid: string,
  ahead: SnapshotAhead,
  { startWorker, tokens }: SnapshotReaderParts,
): Promise<SnapshotAnswer | null> {
  const known = await ahead;
  // A failed request is repeated with a token that is surely valid.
  if (known !== null && known.kind !== 'failed') return known;
  const worker = await startWorker();
  try {
    const request = await tokens();
    if (request === null) return null;
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        resolve(answerOf(data));
      });
      worker.addEventListener('error', ({ message }) => {
        reject(new Error(`The worker failed. ${message}`));
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage({ uid, ...request } satisfies SnapshotRequest);
    });
  } finally {
    worker.terminate();
  }
}

/** A worker of this build sends nothing else. */
function answerOf(data: unknown): SnapshotAnswer | null {
  return isAnswer(data) ? data : null;
}

function isAnswer(data: unknown): data is SnapshotAnswer {
  return typeof data === 'object' && data !== null && 'kind' in data;
}
