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
/** How long a client waits for responses that the server sent before it was killed. */
const LAST_RESPONSES_MILLIS = 50;

export interface TortureOptions {
  readonly directory: string;
  readonly kills: number;
  readonly seed: number;
  /** The longest time between two kills. */
  readonly runMillis: number;
  /** A small value, so that some kills happen during a snapshot. */
  readonly snapshotAfterBytes: number;
  readonly report?: (line: string) => void;
}

export interface TortureResult {
  readonly kills: number;
  readonly acknowledged: number;
  /** The numbers of commits without a response: applied ones and lost ones. */
  readonly applied: number;
  readonly lost: number;
}

/**
 * Repeatedly commits from several clients, kills the server, restarts it and compares its data with the acknowledged commits.
 * Rejects at the first lost, partial or unknown commit, and if the server does not start.
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
    report(`${kill} of ${kills}: ${summary(expectation)}`);
    if (random.below(4) === 0) await ServerProcess.startAndKill(directory, flags, 50 + random.below(300));
  }
  // Check twice: after a kill and after an orderly stop.
  for (let end = 0; end < 2; end += 1) {
    const server = await ServerProcess.start(directory, flags);
    await withFirestore(server.port, async (firestore) => expectation.settle(await readAll(firestore)));
    await server.stop();
  }
  const { acknowledged, applied, lost } = expectation;
  return { kills, acknowledged, applied, lost };
}

async function runUntilKilled(
  server: ServerProcess,
  clients: readonly Client[],
  millis: number,
): Promise<void> {
  const run = { isOver: false };
  const over = server.exited.then(async () => {
    run.isOver = true;
    await sleep(LAST_RESPONSES_MILLIS);
  });
  const running = clients.map(async (client) =>
    withFirestore(server.port, async (firestore) => {
      while (!run.isOver) await Promise.race([client.commitOnce(firestore), over]);
    }),
  );
  const ended = Promise.all(running.map(async (client) => client.catch(rethrowUntilOver(run))));
  await Promise.race([sleep(millis), ended]);
  await server.kill();
  await ended;
}

/** Ignores client errors after the server was killed, and rethrows earlier ones. */
function rethrowUntilOver(run: { readonly isOver: boolean }): (error: unknown) => void {
  return (error) => {
    if (!run.isOver) throw error;
  };
}

async function withFirestore(port: number, use: (firestore: Firestore) => Promise<void>): Promise<void> {
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${port}`;
  // Otherwise the SDK looks for Google's metadata server, and logs a warning if there is none.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const app: App = initializeApp({ projectId: PROJECT }, crypto.randomUUID());
  try {
    await use(getFirestore(app));
  } finally {
    await deleteApp(app);
  }
}

/** Reads all documents of all collection groups that the clients write. */
async function readAll(firestore: Firestore): Promise<State> {
  const state = new Map<string, Content>();
  for (const collection of COLLECTIONS) {
    const { docs } = await firestore.collectionGroup(collection).get();
    for (const snapshot of docs) state.set(snapshot.ref.path, contentOf(snapshot.data()));
  }
  return state;
}

export function summary({ acknowledged, applied, lost }: Omit<TortureResult, 'kills'>): string {
  return (
    `${acknowledged} commits acknowledged, all found; ` +
    `of those without a response ${applied} were applied and ${lost} were not`
  );
}
