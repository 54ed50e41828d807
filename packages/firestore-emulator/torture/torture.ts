import { setTimeout as sleep } from 'node:timers/promises';

import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';

import { Expectation, type Content, type State } from '#firestore/torture/expectation.ts';
import { createRandom } from '#firestore/torture/random.ts';
import { ServerProcess } from '#firestore/torture/server-process.ts';
import { Client, contentOf } from '#firestore/torture/workload.ts';

const PROJECT = 'demo-torture';
const CLIENTS = 4;
const COLLECTIONS = ['singles', 'parts', 'accounts', 'receipts', 'fleeting'];
/** How long answers that the server had sent before its end may take to be heard. */
const LAST_ANSWERS_MILLIS = 50;

export interface TortureOptions {
  readonly directory: string;
  readonly kills: number;
  readonly seed: number;
  /** How long the clients commit between two kills, at most. */
  readonly runMillis: number;
  /** Small, so that snapshots are under way when the kill comes. */
  readonly snapshotAfterBytes: number;
  readonly report?: (line: string) => void;
}

export interface TortureResult {
  readonly kills: number;
  readonly acknowledged: number;
  /** Commits without an answer that were made, and that were not. */
  readonly made: number;
  readonly lost: number;
}

/**
 * Commits from several clients, kills the server in the middle, starts it again and compares all it holds with what was
 * acknowledged; so many times. Rejects at the first thing that is lost, halved or invented, or when a start is refused.
 */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { directory, kills, seed, runMillis, snapshotAfterBytes, report = () => undefined } = options;
  const random = createRandom(seed);
  const expectation = new Expectation();
  const clients = Array.from({ length: CLIENTS }, (_, at) => new Client(at, random, expectation));
  const flags = ['--snapshot-after', String(snapshotAfterBytes)];
  for (let kill = 1; kill <= kills; kill += 1) {
    const server = await ServerProcess.start(directory, flags);
    try {
      await withFirestore(server.port, async (firestore) => expectation.settle(await readAll(firestore)));
      await runUntilKilled(server, clients, random.below(runMillis));
    } finally {
      await server.kill();
    }
    report(`${kill} of ${kills}: ${tell(expectation)}`);
    if (random.below(4) === 0) await ServerProcess.startAndKill(directory, flags, 50 + random.below(300));
  }
  // Twice: after a kill, and after an orderly end.
  for (let end = 0; end < 2; end += 1) {
    const server = await ServerProcess.start(directory, flags);
    await withFirestore(server.port, async (firestore) => expectation.settle(await readAll(firestore)));
    await server.stop();
  }
  const { acknowledged, made, lost } = expectation;
  return { kills, acknowledged, made, lost };
}

async function runUntilKilled(
  server: ServerProcess,
  clients: readonly Client[],
  millis: number,
): Promise<void> {
  const run = { isOver: false };
  const over = server.gone.then(async () => {
    run.isOver = true;
    await sleep(LAST_ANSWERS_MILLIS);
  });
  const running = clients.map(async (client) =>
    withFirestore(server.port, async (firestore) => {
      while (!run.isOver) await Promise.race([client.commitOnce(firestore), over]);
    }),
  );
  const ended = Promise.all(running.map(async (each) => each.catch(failureBefore(run))));
  await Promise.race([sleep(millis), ended]);
  await server.kill();
  await ended;
}

/** What a client runs into once the server is gone is to be expected; before that it is a finding. */
function failureBefore(run: { readonly isOver: boolean }): (error: unknown) => void {
  return (error) => {
    if (!run.isOver) throw error;
  };
}

async function withFirestore(port: number, use: (firestore: Firestore) => Promise<void>): Promise<void> {
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${port}`;
  // Without this the SDK looks for Google's own metadata server, and complains when there is none.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const app: App = initializeApp({ projectId: PROJECT }, crypto.randomUUID());
  try {
    await use(getFirestore(app));
  } finally {
    await deleteApp(app);
  }
}

/** Everything the server holds: of every collection group, and nothing that the torture does not know. */
async function readAll(firestore: Firestore): Promise<State> {
  const state = new Map<string, Content>();
  for (const collection of COLLECTIONS) {
    const { docs } = await firestore.collectionGroup(collection).get();
    for (const snapshot of docs) state.set(snapshot.ref.path, contentOf(snapshot.data()));
  }
  return state;
}

export function tell({ acknowledged, made, lost }: Omit<TortureResult, 'kills'>): string {
  return (
    `${acknowledged} commits acknowledged, all there; ` +
    `of those without an answer ${made} were made and ${lost} were not`
  );
}
