import { expect, test, vi } from 'vitest';

import { StatusError } from '#firestore/api/status.ts';
import { createStore } from '#firestore/store/create-store.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Store } from '#firestore/store/store.ts';
import { database, fieldsOf, name, set } from '#firestore/store/testing/writes.ts';
import type { WatchedQuery } from '#firestore/store/transaction.ts';

const status = (code: string): unknown => expect.objectContaining({ status: code });

/** A query for all documents of a collection. */
function everything(store: Store, collection: string): WatchedQuery {
  return {
    run: () => [...store.documents()].filter((each) => each.name.startsWith(`${name(collection)}/`)),
    canMatch: (document) => document.name.startsWith(`${name(collection)}/`),
  };
}

function balancesOf(documents: readonly (Document | null)[]): bigint[] {
  return documents.map((document) => {
    const balance = document?.fields.get('balance');
    return typeof balance === 'bigint' ? balance : 0n;
  });
}

/** Repeats a transaction that is ABORTED, as the SDKs do. Returns how often it was. */
async function untilCommitted(attempt: () => Promise<void>): Promise<number> {
  for (let aborted = 0; ; aborted += 1) {
    try {
      await attempt();
      return aborted;
    } catch (error) {
      if (!(error instanceof StatusError && error.status === 'ABORTED')) throw error;
    }
  }
}

test('50 concurrent transactions that increment a counter result in exactly 50', async () => {
  const store = createStore();
  await store.commit(database, [set('c/d', { n: 0n })]);
  const add = async (): Promise<void> => {
    const transaction = store.beginTransaction(database);
    const [document] = await transaction.read([name('c/d')]);
    const n = document?.fields.get('n');
    await store.commit(database, [set('c/d', { n: typeof n === 'bigint' ? n + 1n : -1n })], { transaction });
  };
  const aborted = await Promise.all(Array.from({ length: 50 }, async () => untilCommitted(add)));
  expect(fieldsOf(store, 'c/d')).toEqual({ n: 50n });
  // The repeated transactions take turns, so the five attempts of the SDKs suffice.
  expect(Math.max(...aborted)).toBe(1);
});

test('transactions that move money between accounts, by reads and by queries, keep the total', async () => {
  const resolvers: (() => void)[] = [];
  const store = createStore({ journal: { append: () => new Promise((resolve) => resolvers.push(resolve)) } });
  const accounts = Array.from({ length: 5 }, (_, index) => `c/${index}`);
  const ticking = setInterval(() => {
    for (const resolve of resolvers.splice(0)) resolve();
  }, 1);
  await store.commit(
    database,
    accounts.map((path) => set(path, { balance: 100n })),
  );
  const attempt = async (seed: number): Promise<void> => {
    const transaction = store.beginTransaction(database);
    const pair = [accounts[seed % 5] ?? '', accounts[(seed * 3 + 1) % 5] ?? ''];
    const [from = '', to = ''] = seed % 2 === 0 ? pair : pair.toReversed();
    if (seed % 3 === 0) await transaction.query(everything(store, 'c'));
    const [left] = balancesOf(await transaction.read([name(from)]));
    const [right] = balancesOf(await transaction.read([name(to)]));
    if (left === undefined || right === undefined || from === to) return transaction.rollback();
    const writes = [set(from, { balance: left - 7n }), set(to, { balance: right + 7n })];
    await store.commit(database, writes, { transaction });
    return undefined;
  };
  const aborted = await Promise.all(
    Array.from({ length: 40 }, async (_, seed) => untilCommitted(async () => attempt(seed))),
  );
  clearInterval(ticking);
  const total = balancesOf(accounts.map((path) => store.read(name(path)))).reduce(
    (sum, each) => sum + each,
    0n,
  );
  expect(total).toBe(500n);
  expect(Math.max(...aborted)).toBeGreaterThan(0);
});

test('an idle transaction ends after a minute and releases its locks', async () => {
  vi.useFakeTimers();
  try {
    const store = createStore({ lockTimeoutMillis: 100_000 });
    const transaction = store.beginTransaction(database);
    await transaction.read([name('c/d')]);
    const waiting = store.commit(database, [set('c/d', { n: 1n })]);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(fieldsOf(store, 'c/d')).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    await waiting;
    expect(() => store.transaction(database, transaction.id)).toThrow(/transaction has expired/u);
  } finally {
    vi.useRealTimers();
  }
});

test('a plain write waits for the transaction that has read the document', async () => {
  const store = createStore();
  await store.commit(database, [set('c/d', { n: 0n })]);
  const transaction = store.beginTransaction(database);
  await transaction.read([name('c/d')]);
  const outside = store.commit(database, [set('c/d', { n: 9n })]);
  await store.commit(database, [set('c/d', { n: 1n })], { transaction });
  expect(fieldsOf(store, 'c/d')).toEqual({ n: 1n });
  await outside;
  expect(fieldsOf(store, 'c/d')).toEqual({ n: 9n });
});

test('two transactions read the same document at once, and the first that writes it aborts the other', async () => {
  const store = createStore();
  const [one, two] = [store.beginTransaction(database), store.beginTransaction(database)];
  await one.read([name('c/a')]);
  await two.read([name('c/a')]);
  const committed = store.commit(database, [set('c/a', { by: 1n })], { transaction: one });
  const refused = store.commit(database, [set('c/a', { by: 2n })], { transaction: two });
  await expect(refused).rejects.toEqual(status('ABORTED'));
  await committed;
  expect(fieldsOf(store, 'c/a')).toEqual({ by: 1n });
  await expect(store.commit(database, [], { transaction: two })).rejects.toThrow(/transaction has expired/u);
});

test('if two transactions read and write in opposite order, one is aborted and the other succeeds', async () => {
  const store = createStore();
  const [one, two] = [store.beginTransaction(database), store.beginTransaction(database)];
  await one.read([name('c/a')]);
  await two.read([name('c/b')]);
  const committed = store.commit(database, [set('c/b', { by: 1n })], { transaction: one });
  await expect(store.commit(database, [set('c/a', {})], { transaction: two })).rejects.toEqual(
    status('ABORTED'),
  );
  await committed;
  expect(fieldsOf(store, 'c/a')).toBeNull();
});

test('a transaction is aborted if its query would find more documents at the commit', async () => {
  const store = createStore();
  const transaction = store.beginTransaction(database);
  expect(await transaction.query(everything(store, 'c'))).toEqual([]);
  await store.commit(database, [set('c/phantom', {})]);
  const late = store.commit(database, [set('c/mine', {})], { transaction });
  await expect(late).rejects.toEqual(status('ABORTED'));
  const again = store.beginTransaction(database);
  expect(await again.query(everything(store, 'c'))).toHaveLength(1);
  await store.commit(database, [set('other/x', {})]);
  await store.commit(database, [set('c/mine', {})], { transaction: again });
  expect(fieldsOf(store, 'c/mine')).toEqual({});
});

test('a phantom in a commit that is still being written to the journal aborts the transaction too', async () => {
  const resolvers: (() => void)[] = [];
  const store = createStore({ journal: { append: () => new Promise((resolve) => resolvers.push(resolve)) } });
  const transaction = store.beginTransaction(database);
  await transaction.query(everything(store, 'c'));
  const phantom = store.commit(database, [set('c/phantom', {})]);
  const mine = store.commit(database, [set('c/mine', {})], { transaction }).catch((error: unknown) => error);
  await Promise.resolve();
  resolvers[0]?.();
  await phantom;
  expect(await mine).toEqual(status('ABORTED'));
});

test('a phantom in a commit during the same event loop turn as the query aborts the transaction too', async () => {
  const store = createStore();
  const transaction = store.beginTransaction(database);
  const [, found] = await Promise.all([
    store.commit(database, [set('c/phantom', {})]),
    transaction.query(everything(store, 'c')),
    store.commit(database, [set('c/other', {})]),
  ]);
  const committed = await Promise.allSettled([store.commit(database, [set('c/mine', {})], { transaction })]);
  const late = [...store.documents()].length - found.length;
  expect(committed.map(({ status: outcome }) => outcome)).toEqual([late === 0 ? 'fulfilled' : 'rejected']);
  expect(late).toBeGreaterThan(0);
});

test('loading or clearing a database ends its open transactions', async () => {
  const store = createStore();
  const transaction = store.beginTransaction(database);
  await transaction.read([name('c/d')]);
  await store.clear(database);
  await expect(store.commit(database, [], { transaction })).rejects.toThrow(/transaction has expired/u);
  await store.commit(database, [set('c/d', {})]);
});

test("a read-only transaction reads at one time, takes no locks and can't write", async () => {
  const store = createStore();
  await store.commit(database, [set('c/d', { n: 1n })]);
  const transaction = store.beginTransaction(database, { readOnly: true });
  await store.commit(database, [set('c/d', { n: 2n })]);
  const [seen] = await transaction.read([name('c/d')]);
  expect(seen?.fields.get('n')).toBe(1n);
  const writing = store.commit(database, [set('c/d', {})], { transaction });
  await expect(writing).rejects.toEqual(status('INVALID_ARGUMENT'));
});

test('the ID of an ended transaction is invalid', async () => {
  const store = createStore();
  const transaction = store.beginTransaction(database);
  await store.commit(database, [], { transaction });
  expect(() => store.transaction(database, transaction.id)).toThrow(/transaction has expired/u);
  const other = store.beginTransaction(database);
  expect(() => store.transaction('projects/p/databases/other', other.id)).toThrow(/transaction has expired/u);
});

test('a write behind an abandoned transaction is ABORTED after two seconds, as at Google', async () => {
  vi.useFakeTimers();
  try {
    const store = createStore();
    await store.commit(database, [set('c/d', { n: 0n })]);
    await store.beginTransaction(database).read([name('c/d')]);
    const waited = vi.fn();
    const refused = store.commit(database, [set('c/d', { n: 1n })]).catch(waited);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(waited).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(waited).toHaveBeenCalledWith(status('ABORTED'));
  } finally {
    vi.useRealTimers();
  }
});
