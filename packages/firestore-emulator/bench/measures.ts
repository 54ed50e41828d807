import { deleteApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  getFirestore,
  onSnapshot,
  terminate,
} from 'firebase/firestore';

import { Arrivals, timeChange } from '#firestore/bench/arrivals.ts';
import { createOpenCommitClient, type CommitClient } from '#firestore/bench/commit-client.ts';
import type { OpenClient } from '#firestore/bench/grpc-client.ts';
import type { Running, Subject } from '#firestore/bench/subject.ts';
import type { Unit } from '#firestore/bench/table.ts';

export interface Measure {
  readonly name: string;
  readonly goal: string;
  readonly unit: Unit;
  /** Returns the results of all rounds. */
  run(subject: Subject, open: OpenClient): Promise<readonly number[]>;
}

/** Some servers do not finish with 100,000 documents. */
const LIMIT_MS = 60_000;

const COLLECTION_SIZES = [100, 1_000, 10_000, 100_000] as const;

export const START: Measure = {
  name: 'start to first answer',
  goal: '< 500 ms',
  unit: 'ms',
  run: startToFirstResponse,
};
export const FIRST_SNAPSHOT: Measure = {
  name: 'first snapshot of 10,000 documents, web SDK in Node',
  goal: '< 1,500 ms',
  unit: 'ms',
  run: firstSnapshot,
};

export const MEASURES: readonly Measure[] = [
  START,
  FIRST_SNAPSHOT,
  { name: 'single-document commits from 8 clients', goal: '>= 2,000/s', unit: '/s', run: commitsPerSecond },
  { name: 'one change to 200 listeners', goal: '< 50 ms', unit: 'ms', run: fanOut },
  { name: 'memory after loading 100,000 small documents', goal: '< 400 MB', unit: 'MB', run: memoryLoaded },
  { name: 'restore of 10,000 changed documents', goal: '< 50 ms', unit: 'ms', run: restore },
  ...COLLECTION_SIZES.map((size) => ({
    name: `one change to a listener on ${size.toLocaleString('en')} documents`,
    goal: 'flat',
    unit: 'ms' as const,
    run: async (subject: Subject, open: OpenClient) => changeLatency(subject, open, size),
  })),
];

async function startToFirstResponse(subject: Subject, open: OpenClient): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    await withServer(subject, open, (running) => {
      times.push(running.startMs);
      return Promise.resolve();
    });
  }
  return times;
}

async function firstSnapshot(subject: Subject, open: OpenClient): Promise<readonly number[]> {
  return withServer(subject, open, async ({ port }) => {
    const client = open(port);
    await client.fill('many', 10_000);
    client.close();
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) times.push(await snapshotOfMany(port, `round-${i}`));
    return times;
  });
}

/** Uses a new client each time, so that its cache is empty. */
export async function snapshotOfMany(port: number, name: string): Promise<number> {
  const app = initializeApp({ projectId: 'demo-bench' }, name);
  const db = getFirestore(app);
  connectFirestoreEmulator(db, '127.0.0.1', port, { mockUserToken: 'owner' });
  const started = performance.now();
  const complete = Promise.withResolvers<undefined>();
  const stop = onSnapshot(
    collection(db, 'many'),
    (snapshot) => {
      if (snapshot.size === 10_000 && !snapshot.metadata.fromCache) complete.resolve(undefined);
    },
    complete.reject,
  );
  await complete.promise;
  const time = performance.now() - started;
  stop();
  await terminate(db);
  await deleteApp(app);
  return time;
}

async function commitsPerSecond(subject: Subject, open: OpenClient): Promise<readonly number[]> {
  return withServer(subject, open, async ({ port }) => {
    const openCommits = createOpenCommitClient();
    const clients = Array.from({ length: 8 }, () => openCommits(port));
    const rates: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round < 6; round += 1) {
      const rate = await commitFor(1_500, clients);
      if (round > 0) rates.push(rate);
    }
    for (const client of clients) client.close();
    return rates;
  });
}

async function commitFor(milliseconds: number, clients: readonly CommitClient[]): Promise<number> {
  const { value } = await commitsIn(milliseconds, clients, async (client, path, n) => client.set(path, n));
  return value;
}

/** Each client sends one commit at a time. The value is the number of commits a second. */
export async function commitsIn<Client>(
  milliseconds: number,
  clients: readonly Client[],
  set: (client: Client, path: string, n: number) => Promise<unknown>,
): Promise<{ readonly value: number; readonly operations: number }> {
  const started = performance.now();
  const end = started + milliseconds;
  let operations = 0;
  const work = clients.map(async (client, c) => {
    for (let n = 0; performance.now() < end; n += 1) {
      await set(client, `commits/${c}-${n % 1_000}`, n);
      operations += 1;
    }
  });
  await Promise.all(work);
  return { value: (operations * 1_000) / (performance.now() - started), operations };
}

async function fanOut(subject: Subject, open: OpenClient): Promise<readonly number[]> {
  return withServer(subject, open, async ({ port }) => {
    const writer = open(port);
    await writer.fill('watched', 10);
    const arrivals = new Arrivals();
    const listeners = Array.from({ length: 200 }, () => open(port));
    await Promise.all(listeners.map(async (client) => client.listen('watched', arrivals.arrived)));
    const times: number[] = [];
    for (let i = 0; i < 25; i += 1) times.push(await timeChange(writer, 'watched', arrivals, 200, i));
    for (const client of [writer, ...listeners]) client.close();
    return times;
  });
}

async function changeLatency(subject: Subject, open: OpenClient, size: number): Promise<readonly number[]> {
  return withServer(subject, open, async ({ port }) => {
    const writer = open(port);
    const listener = open(port);
    await writer.fill('watched', size);
    const arrivals = new Arrivals();
    await listener.listen('watched', arrivals.arrived);
    const times: number[] = [];
    for (let i = 0; i < 210; i += 1) times.push(await timeChange(writer, 'watched', arrivals, 1, i));
    writer.close();
    listener.close();
    return times.slice(10);
  });
}

/** Only our server has snapshots. */
async function restore(subject: Subject, open: OpenClient): Promise<readonly number[]> {
  return withServer(subject, open, async ({ port }) => {
    const client = open(port);
    await client.fill('many', 10_000);
    await post(port, 'snapshot');
    const times: number[] = [];
    for (let round = 1; round <= 25; round += 1) {
      await client.fill('many', 10_000, round);
      const started = performance.now();
      await post(port, 'restore');
      times.push(performance.now() - started);
    }
    client.close();
    return times.slice(5);
  });
}

async function post(port: number, call: 'snapshot' | 'restore'): Promise<void> {
  const url = `http://127.0.0.1:${port}/emulator/v1/projects/demo-bench:${call}`;
  const response = await fetch(url, { method: 'POST' });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}

async function memoryLoaded(subject: Subject, open: OpenClient): Promise<readonly number[]> {
  return withServer(subject, open, async (running) => {
    const client = open(running.port);
    await client.fill('many', 100_000);
    client.close();
    return [await running.memoryMb()];
  });
}

async function withServer<Result>(
  subject: Subject,
  open: OpenClient,
  work: (running: Running) => Promise<Result>,
): Promise<Result> {
  const running = await subject.start(open);
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    limit.reject(new Error(`not done in ${LIMIT_MS / 1_000} s`));
  }, LIMIT_MS);
  try {
    return await Promise.race([work(running), limit.promise]);
  } finally {
    clearTimeout(timer);
    await running.stop();
  }
}
