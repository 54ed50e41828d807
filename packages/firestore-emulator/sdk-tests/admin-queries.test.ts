import { AggregateField, FieldPath, Filter, type Query, type QuerySnapshot } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startAdminClients, type AdminClients } from '#firestore/sdk-tests/admin-clients.ts';

let clients: AdminClients;

beforeAll(async () => {
  clients = await startAdminClients();
});

afterAll(async () => {
  await clients.stop();
});

async function ids(query: Query): Promise<string[]> {
  return (await query.get()).docs.map(({ id }) => id);
}

test('count, sum and average use the results of the query', async () => {
  const db = clients.project();
  const c = db.collection('c');
  await Promise.all([
    c.doc('a').set({ n: 1, on: true }),
    c.doc('b').set({ n: 2.5, on: true }),
    c.doc('c').set({ n: 'text', on: true }),
    c.doc('d').set({ n: 100, on: false }),
  ]);
  const on = c.where('on', '==', true);
  const totals = await on
    .aggregate({
      all: AggregateField.count(),
      sum: AggregateField.sum('n'),
      mean: AggregateField.average('n'),
    })
    .get();
  expect(totals.data()).toEqual({ all: 3, sum: 3.5, mean: 1.75 });
  expect((await on.limit(2).count().get()).data().count).toBe(2);
  const none = c.where('on', '==', 'never');
  const nothing = await none
    .aggregate({ sum: AggregateField.sum('n'), mean: AggregateField.average('n') })
    .get();
  expect(nothing.data()).toEqual({ sum: 0, mean: null });
});

test('a collection group finds documents at every depth, only in collections with that ID', async () => {
  const db = clients.project();
  await Promise.all(
    ['s/1', 'c/a/s/2', 'c/a/s/2/s/3', 'c/a/ss/4', 's/1/t/5'].map(async (path) => db.doc(path).set({ n: 1 })),
  );
  const found = await db.collectionGroup('s').where('n', '==', 1).get();
  expect(found.docs.map(({ ref }) => ref.path)).toEqual(['c/a/s/2', 'c/a/s/2/s/3', 's/1']);
});

test('cursors by value, by several values and by snapshot use the same order', async () => {
  const db = clients.project();
  const c = db.collection('c');
  const rows = { a: [1, 'x'], b: [1, 'y'], c: [2, 'x'], d: [2, 'x'], e: [3, 'z'] } as const;
  await Promise.all(Object.entries(rows).map(async ([id, [n, s]]) => c.doc(id).set({ n, s })));
  const ordered = c.orderBy('n').orderBy('s', 'desc');
  expect(await ids(ordered)).toEqual(['b', 'a', 'd', 'c', 'e']);
  expect(await ids(ordered.startAt(2))).toEqual(['d', 'c', 'e']);
  expect(await ids(ordered.startAfter(1, 'y').endBefore(3))).toEqual(['a', 'd', 'c']);
  expect(await ids(ordered.startAfter(await c.doc('d').get()))).toEqual(['c', 'e']);
  expect(await ids(ordered.endAt(await c.doc('d').get()).limitToLast(2))).toEqual(['a', 'd']);
  expect(await ids(ordered.offset(1).limit(2))).toEqual(['a', 'd']);
});

test('orders and cursors compare the first 1,499 bytes of a string and the first 1,500 of bytes', async () => {
  const db = clients.project();
  const c = db.collection('c');
  const start = 'x'.repeat(1499);
  const texts = {
    f: start,
    e: `${start}b`,
    d: `${start}bc`,
    c: `${start}ac`,
    b: `${start}bd`,
    a: `${start}z`,
  };
  await Promise.all(
    Object.entries(texts).map(async ([id, text]) => c.doc(id).set({ text, bytes: Buffer.from(text) })),
  );
  const byText = c.orderBy('text');
  expect(await ids(byText)).toEqual(['f', 'a', 'b', 'c', 'd', 'e']);
  expect(await ids(c.orderBy('text', 'desc').limit(2))).toEqual(['e', 'd']);
  expect(await ids(byText.startAt(`${start}y`))).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await ids(byText.startAfter(`${start}a`))).toEqual([]);
  expect(await ids(byText.startAfter(await c.doc('c').get()))).toEqual(['d', 'e']);
  expect(await ids(c.where('text', '>', start))).toEqual(['a', 'b', 'c', 'd', 'e']);
  const byBytes = c.orderBy('bytes');
  expect(await ids(byBytes)).toEqual(['f', 'c', 'e', 'b', 'd', 'a']);
  expect(await ids(byBytes.endBefore(Buffer.from(`${start}b!`)))).toEqual(['f', 'c', 'e']);
  expect(await ids(byBytes.startAfter(Buffer.from(`${start}b!`)))).toEqual(['a']);
});

test('filters: in, not-in, array membership, and/or, document ids and ranges over several fields', async () => {
  const db = clients.project();
  const c = db.collection('c');
  await Promise.all([
    c.doc('a').set({ n: 1, tags: ['x'], m: 9 }),
    c.doc('b').set({ n: 2, tags: ['x', 'y'], m: 1 }),
    c.doc('c').set({ n: null, tags: [] }),
    c.doc('d').set({ n: Number.NaN, tags: [{ x: 1 }] }),
    c.doc('e').set({ other: 1 }),
  ]);
  expect(await ids(c.where('n', 'in', [2, 1, 5]))).toEqual(['a', 'b']);
  expect(await ids(c.where('n', 'not-in', [1]))).toEqual(['d', 'b']);
  expect(await ids(c.where('n', 'not-in', [1, null]))).toEqual([]);
  expect(await ids(c.where('n', '!=', null))).toEqual(['d', 'a', 'b']);
  expect(await ids(c.where('n', '==', Number.NaN))).toEqual(['d']);
  expect(await ids(c.where('tags', 'array-contains', 'x'))).toEqual(['a', 'b']);
  expect(await ids(c.where('tags', 'array-contains-any', ['y', { x: 1 }]))).toEqual(['b', 'd']);
  const either = Filter.or(Filter.where('n', '==', null), Filter.where('other', '==', 1));
  expect(await ids(c.where(either))).toEqual(['c', 'e']);
  // An inequality orders by its field, which excludes documents without that field.
  expect(await ids(c.where(Filter.or(Filter.where('n', '==', null), Filter.where('m', '>', 5))))).toEqual([
    'a',
  ]);
  expect(
    await ids(c.where(FieldPath.documentId(), '>', 'b').where(FieldPath.documentId(), '<=', 'd')),
  ).toEqual(['c', 'd']);
  expect(await ids(c.where('n', '>', 0).where('m', '<', 5))).toEqual(['b']);
});

test('select returns the chosen fields, and stream returns every document', async () => {
  const db = clients.project();
  await db.doc('c/a').set({ a: { b: 1, c: 2 }, d: 3 });
  await db.doc('c/b').set({ a: 1, d: 4 });
  const { docs } = await db.collection('c').select('a.b').get();
  expect(docs.map((document) => document.data())).toEqual([{ a: { b: 1 } }, {}]);
  const streamed: unknown[] = [];
  for await (const document of db.collection('c').stream()) streamed.push(document);
  expect(streamed).toMatchObject([{ id: 'a' }, { id: 'b' }]);
});

test('a listener gets added, moved and removed documents, and a replacement within its limit', async () => {
  const db = clients.project();
  const c = db.collection('c');
  await Promise.all([1, 2, 3].map(async (n) => c.doc(`d${n}`).set({ n })));
  const seen = follow(c.orderBy('n').limit(2));
  expect(changes(await seen.next())).toEqual(['added d1', 'added d2']);
  await c.doc('d1').delete();
  expect(changes(await seen.next())).toEqual(['removed d1', 'added d3']);
  await c.doc('d2').update({ n: 9 });
  expect(changes(await seen.next())).toEqual(['modified d2']);
  await c.doc('d0').set({ n: 0 });
  expect(changes(await seen.next())).toEqual(['removed d2', 'added d0']);
  seen.stop();
});

test('a document listener gets its creation, change and deletion', async () => {
  const db = clients.project();
  const document = db.doc('c/d');
  const states: unknown[] = [];
  const deleted = Promise.withResolvers<undefined>();
  const stop = document.onSnapshot((snapshot) => {
    states.push(snapshot.data());
    const steps = [
      async () => document.set({ n: 1 }),
      async () => document.update({ n: 2 }),
      async () => document.delete(),
    ];
    const step = steps[states.length - 1];
    if (step === undefined) deleted.resolve(undefined);
    else step().catch(deleted.reject);
  }, deleted.reject);
  await deleted.promise;
  stop();
  expect(states).toEqual([undefined, { n: 1 }, { n: 2 }, undefined]);
});

function changes(snapshot: QuerySnapshot): string[] {
  return snapshot.docChanges().map(({ type, doc }) => `${type} ${doc.id}`);
}

/** The snapshots of a query, one at a time. */
function follow(query: Query): { next(): Promise<QuerySnapshot>; stop(): void } {
  const waiting: QuerySnapshot[] = [];
  let requested: PromiseWithResolvers<QuerySnapshot> | null = null;
  let failure: Error | null = null;
  const stop = query.onSnapshot(
    (snapshot) => {
      if (requested === null) waiting.push(snapshot);
      else requested.resolve(snapshot);
      requested = null;
    },
    (error) => {
      failure = error;
      requested?.reject(error);
    },
  );
  return {
    stop,
    async next() {
      const ready = waiting.shift();
      if (ready !== undefined) return ready;
      if (failure !== null) throw failure;
      requested = Promise.withResolvers<QuerySnapshot>();
      return requested.promise;
    },
  };
}
