import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startAdminClients, type AdminClients } from '#firestore/sdk-tests/admin-clients.ts';

let clients: AdminClients;

beforeAll(async () => {
  clients = await startAdminClients();
});

afterAll(async () => {
  await clients.stop();
});

test('50 concurrent transactions that increment a counter result in exactly 50', async () => {
  const db = clients.project();
  const counter = db.doc('c/counter');
  await counter.set({ n: 0 });
  const add = async (): Promise<void> => {
    await db.runTransaction(
      async (transaction) => {
        const n: unknown = (await transaction.get(counter)).get('n');
        transaction.update(counter, { n: Number(n) + 1 });
      },
      { maxAttempts: 60 },
    );
  };
  await Promise.all(Array.from({ length: 50 }, add));
  expect((await counter.get()).get('n')).toBe(50);
});

test('two transactions read one document at once', async () => {
  const db = clients.project();
  const document = db.doc('c/d');
  await document.set({ n: 1 });
  const bothRead = Promise.withResolvers<undefined>();
  let reading = 0;
  const read = async (): Promise<unknown> =>
    db.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(document);
      reading += 1;
      if (reading === 2) bothRead.resolve(undefined);
      await bothRead.promise;
      return snapshot.get('n');
    });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
});

test('if two transactions wait for each other, one is ABORTED', async () => {
  const db = clients.project();
  const [a, b] = [db.doc('c/a'), db.doc('c/b')];
  const bothHold = Promise.withResolvers<undefined>();
  let holding = 0;
  const cross = async (first: typeof a, second: typeof a): Promise<unknown> =>
    db.runTransaction(
      async (transaction) => {
        await transaction.get(first);
        holding += 1;
        if (holding === 2) bothHold.resolve(undefined);
        await bothHold.promise;
        transaction.set(second, { by: first.id });
      },
      { maxAttempts: 1 },
    );
  const ends = await Promise.allSettled([cross(a, b), cross(b, a)]);
  const refusals = ends
    .filter((end) => end.status === 'rejected')
    .map(({ reason }: { reason: unknown }) => reason);
  // If a call fails without headers, the SDK retries it. The retry fails because the transaction has expired.
  expect(refusals).toMatchObject([{ code: status.ABORTED }]);
});

test('only one of several transactions adds a document if each adds one only to an empty query result', async () => {
  const db = clients.project();
  const seats = db.collection('seats');
  const take = async (id: string): Promise<boolean> =>
    db.runTransaction(async (transaction) => {
      const taken = await transaction.get(seats);
      if (taken.size > 0) return false;
      transaction.create(seats.doc(id), {});
      return true;
    });
  const won = await Promise.all([take('a'), take('b'), take('c')]);
  expect(won.filter(Boolean)).toHaveLength(1);
  expect((await seats.get()).size).toBe(1);
});

test('a transaction that throws writes nothing and releases what it read', async () => {
  const db = clients.project();
  const document = db.doc('c/d');
  await document.set({ n: 1 });
  const failed = db.runTransaction(async (transaction) => {
    await transaction.get(document);
    transaction.update(document, { n: 2 });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await document.update({ n: 3 });
  expect((await document.get()).get('n')).toBe(3);
});

test('a read-only transaction reads the past', async () => {
  const db = clients.project();
  const document = db.doc('c/d');
  const { writeTime } = await document.set({ n: 1 });
  await document.set({ n: 2 });
  const then = await db.runTransaction(async (transaction) => transaction.get(document), {
    readOnly: true,
    readTime: writeTime,
  });
  expect(then.get('n')).toBe(1);
});
