import { Firestore } from '@google-cloud/firestore';

import { Arrivals, timeChange } from '#firestore/bench/arrivals.ts';
import { createOpenCommitClient } from '#firestore/bench/commit-client.ts';
import type { GrpcClient, OpenClient } from '#firestore/bench/grpc-client.ts';
import { commitsIn, snapshotOfMany } from '#firestore/bench/measures.ts';
import type { Running, Subject } from '#firestore/bench/subject.ts';
import type { Unit } from '#firestore/bench/table.ts';

export interface BesideRow {
  readonly name: string;
  readonly unit: Unit;
  /** Rounds that do not count. Java compiles code that runs often, so its first rounds are slow. */
  readonly warmUps: number;
  readonly rounds: number;
  /** Whether the client's own work is a large part of the time, so that the benchmark measures it too. */
  readonly measuresClient: boolean;
  /** Whether the row takes minutes, so that it runs only if asked for. */
  readonly isLarge: boolean;
  prepare(subject: Subject, open: OpenClient): Promise<Round>;
}

/** A started server with its data and clients. */
export interface Round {
  run(turn: number): Promise<Outcome>;
  /** Null if the row starts a server in each turn. */
  readonly server: Running | null;
  close(): Promise<void>;
}

export interface Outcome {
  readonly value: number;
  /** The number of operations. The processor time is divided by it. */
  readonly operations: number;
}

type Parts = Pick<Round, 'run'> & { readonly clients?: readonly { close(): unknown }[] };

const MANY = 10_000;
const VERY_MANY = 100_000;
const BATCH = 500;

/**
 * Most rows use the Admin client or the web SDK, as developers do. The others use clients without an SDK, to measure the
 * server alone.
 */
export const BESIDE_ROWS: readonly BesideRow[] = [
  { ...row('start to first answer', 'ms', 0, 5), prepare: prepareStart },
  withSdk('load 10,000 documents, Admin client', 'ms', 2, 5, load(MANY)),
  withSdk('read 10,000 documents, Admin client', 'ms', 2, 5, read),
  withSdk('query with filter, order and offset, Admin client', 'ms', 5, 15, query),
  withSdk('first snapshot of 10,000 documents, Admin client', 'ms', 2, 5, firstSnapshot(MANY)),
  withSdk('first snapshot of 10,000 documents, web SDK in Node', 'ms', 2, 5, webSnapshot),
  withSdk('commits from 8 Admin clients', '/s', 2, 5, adminCommits),
  serverRow('commits from 8 clients', '/s', 2, 5, commits),
  serverRow('one change to 200 listeners', 'ms', 10, 25, fanOut),
  serverRow('one change to a listener on 10,000 documents', 'ms', 20, 100, listener(MANY)),
  serverRow('memory after loading 100,000 small documents', 'MB', 0, 1, memory),
  large(withSdk('load 100,000 documents, Admin client', 'ms', 1, 3, load(VERY_MANY))),
  large(withSdk('first snapshot of 100,000 documents, Admin client', 'ms', 1, 3, firstSnapshot(VERY_MANY))),
  // The official emulator needs seconds for each change.
  large(serverRow('one change to a listener on 100,000 documents', 'ms', 2, 5, listener(VERY_MANY))),
];

type Prepare = (server: Running, open: OpenClient) => Promise<Parts>;

function row(name: string, unit: Unit, warmUps: number, rounds: number): Omit<BesideRow, 'prepare'> {
  return { name, unit, warmUps, rounds, measuresClient: false, isLarge: false };
}

function withSdk(...[name, unit, warmUps, rounds, parts]: Parameters<typeof serverRow>): BesideRow {
  return { ...serverRow(name, unit, warmUps, rounds, parts), measuresClient: true };
}

function large(of: BesideRow): BesideRow {
  return { ...of, isLarge: true };
}

function serverRow(name: string, unit: Unit, warmUps: number, rounds: number, parts: Prepare): BesideRow {
  return {
    ...row(name, unit, warmUps, rounds),
    async prepare(subject, open) {
      const server = await subject.start(open);
      try {
        const { run, clients = [] } = await parts(server, open);
        return {
          run,
          server,
          async close() {
            for (const client of clients) await client.close();
            await server.stop();
          },
        };
      } catch (error) {
        await server.stop();
        throw error;
      }
    },
  };
}

function prepareStart(subject: Subject, open: OpenClient): Promise<Round> {
  return Promise.resolve({
    server: null,
    async run() {
      const server = await subject.start(open);
      await server.stop();
      return { value: server.startMs, operations: 1 };
    },
    close: () => Promise.resolve(),
  });
}

interface AdminClient {
  readonly db: Firestore;
  close(): Promise<void>;
}

function admin({ port }: Running): AdminClient {
  const db = new Firestore({
    projectId: 'demo-bench',
    host: `127.0.0.1:${port}`,
    ssl: false,
    customHeaders: OWNER,
  });
  return { db, close: async () => db.terminate() };
}

const OWNER = { Authorization: 'Bearer owner' };

async function loadInto({ db }: AdminClient, collection: string, count = MANY): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const batch = db.batch();
    for (let n = from; n < from + BATCH; n += 1) batch.set(db.doc(`${collection}/d${n}`), documentData(n));
    await batch.commit();
  }
}

function documentData(n: number): object {
  return {
    n,
    group: n % 10,
    title: `The document number ${n}`,
    url: `https://www.example.com/pages/${n}`,
    tags: ['a', 'b', `t${n % 100}`],
    nested: { at: new Date(1_700_000_000_000 + n), flag: n % 2 === 0 },
  };
}

async function timed(work: () => Promise<unknown>): Promise<Outcome> {
  const started = performance.now();
  await work();
  return { value: performance.now() - started, operations: 1 };
}

function load(count: number): Prepare {
  return (server) => {
    const client = admin(server);
    return Promise.resolve({
      clients: [client],
      run: async (turn) => timed(async () => loadInto(client, `many${turn}`, count)),
    });
  };
}

async function read(server: Running): Promise<Parts> {
  const client = admin(server);
  await loadInto(client, 'many');
  const all = client.db.collection('many');
  return { clients: [client], run: async () => timed(async () => all.get()) };
}

async function query(server: Running): Promise<Parts> {
  const client = admin(server);
  await loadInto(client, 'many');
  const some = client.db.collection('many').where('group', '==', 3).orderBy('n').offset(500).limit(50);
  return { clients: [client], run: async () => timed(async () => some.get()) };
}

/** Uses a new client each time, so that nothing is cached. */
function firstSnapshot(count: number): Prepare {
  return async (server) => {
    const client = admin(server);
    await loadInto(client, 'many', count);
    return {
      clients: [client],
      async run() {
        const listening = admin(server);
        const outcome = await timed(async () => {
          const complete = Promise.withResolvers<undefined>();
          const stop = listening.db.collection('many').onSnapshot((snapshot) => {
            if (snapshot.size === count) complete.resolve(undefined);
          }, complete.reject);
          await complete.promise;
          stop();
        });
        await listening.close();
        return outcome;
      },
    };
  };
}

async function webSnapshot(server: Running, open: OpenClient): Promise<Parts> {
  const client = open(server.port);
  await client.fill('many', MANY);
  return {
    clients: [client],
    run: async (turn) => ({
      value: await snapshotOfMany(server.port, `beside-${turn}-${server.port}`),
      operations: 1,
    }),
  };
}

function adminCommits(server: Running): Promise<Parts> {
  const clients = Array.from({ length: 8 }, () => admin(server));
  return Promise.resolve({
    clients,
    run: async () =>
      commitsIn(1_500, clients, async ({ db }, path, n) => db.doc(path).set({ n, title: `Number ${n}` })),
  });
}

function commits({ port }: Running): Promise<Parts> {
  const open = createOpenCommitClient();
  const clients = Array.from({ length: 8 }, () => open(port));
  return Promise.resolve({
    clients,
    run: async () => commitsIn(1_500, clients, async (client, path, n) => client.set(path, n)),
  });
}

async function fanOut({ port }: Running, open: OpenClient): Promise<Parts> {
  const writer = open(port);
  await writer.fill('watched', 10);
  const arrivals = new Arrivals();
  const listeners = Array.from({ length: 200 }, () => open(port));
  await Promise.all(listeners.map(async (client) => client.listen('watched', arrivals.arrived)));
  return { clients: [writer, ...listeners], run: changeTo(writer, arrivals, listeners.length) };
}

function listener(size: number): Prepare {
  return async ({ port }, open) => {
    const [writer, reader] = [open(port), open(port)];
    await writer.fill('watched', size);
    const arrivals = new Arrivals();
    await reader.listen('watched', arrivals.arrived);
    return { clients: [writer, reader], run: changeTo(writer, arrivals, 1) };
  };
}

function changeTo(writer: GrpcClient, arrivals: Arrivals, count: number): Parts['run'] {
  return async (turn) => ({
    value: await timeChange(writer, 'watched', arrivals, count, turn),
    operations: 1,
  });
}

async function memory(server: Running, open: OpenClient): Promise<Parts> {
  const client = open(server.port);
  await client.fill('many', VERY_MANY);
  return { clients: [client], run: async () => ({ value: await server.memoryMb(), operations: 1 }) };
}
