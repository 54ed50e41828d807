import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Query } from '#firestore/query/query.ts';
import { compare, matches } from '#firestore/query/query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import {
  cursorFor,
  DATABASE,
  smallFields,
  smallFilter,
  smallOrder,
} from '#firestore/query/testing/arbitrary-query.ts';
import { createStore } from '#firestore/store/create-store.ts';
import type { Store } from '#firestore/store/store.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import type { Write } from '#firestore/model/write.ts';

const ROOT = `${DATABASE}/documents`;

/** Always uses indexes, so that a few documents test them. */
const EAGER = { indexFrom: 0, few: -1 };

const COLLECTIONS = ['c', 'c/d0/c', 'c/d0/e', 'b/x/c', 'b-/x/c'];

const documentName = fc
  .tuple(
    fc.constantFrom(...COLLECTIONS),
    fc.constantFrom('d0', 'd1', 'd2', 'D', '__id7__', '__id10__', '\uffff', '\u{10000}'),
  )
  .map(([collection, id]) => `${ROOT}/${collection}/${id}`);

const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(documentName, smallFields).map(([name, fields]) => set(name, fields)) },
  { weight: 1, arbitrary: documentName.map((name): Write => ({ kind: 'delete', name, precondition: null })) },
);

const arbitraryQuery: fc.Arbitrary<Query> = fc
  .tuple(
    fc.constantFrom(
      { parent: ROOT, collectionId: 'c', allDescendants: false },
      { parent: ROOT, collectionId: 'c', allDescendants: true },
      { parent: `${ROOT}/c/d0`, collectionId: 'c', allDescendants: true },
      { parent: `${ROOT}/c/d0`, collectionId: null, allDescendants: true },
      { parent: ROOT, collectionId: null, allDescendants: true },
      { parent: `${ROOT}/c/d0`, collectionId: null, allDescendants: false },
    ),
    fc.option(smallFilter),
    smallOrder.chain((orderBy) =>
      fc.record({
        orderBy: fc.constant(orderBy),
        startAt: fc.option(cursorFor(orderBy)),
        endAt: fc.option(cursorFor(orderBy)),
      }),
    ),
    fc.record({ limit: fc.option(fc.nat({ max: 5 })), offset: fc.nat({ max: 2 }) }),
  )
  .map(([scope, where, order, page]) => ({
    database: DATABASE,
    select: null,
    ...scope,
    where,
    ...order,
    ...page,
  }));

function set(name: string, fields: MapValue): Write {
  return { kind: 'update', name, fields, mask: null, transforms: [], precondition: null };
}

/** The reference implementation: filters all documents, sorts and slices. */
function scan(store: Store, query: Query): string[] {
  const found = [...store.documents()].filter((document) => matches(query, document));
  const end = query.limit === null ? Infinity : query.offset + query.limit;
  return found
    .sort((a, b) => compare(query, a, b))
    .slice(query.offset, end)
    .map(({ name }) => name);
}

test('a query by names or by indexes finds the same documents as a full scan, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { maxLength: 40 }),
      fc.array(write, { maxLength: 10 }),
      fc.array(arbitraryQuery, { minLength: 1, maxLength: 12 }),
      async (first, later, queries) => {
        const store = createStore();
        await store.commit(DATABASE, first);
        for (const query of queries) runQuery(store, query, undefined, EAGER);
        const before = store.readTime();
        const namesBefore = queries.map((query) => scan(store, query));
        await store.commit(DATABASE, later);
        for (const [index, query] of queries.entries()) {
          expect(runQuery(store, query, undefined, EAGER).map(({ name }) => name)).toEqual(
            scan(store, query),
          );
          expect(runQuery(store, query).map(({ name }) => name)).toEqual(scan(store, query));
          expect(runQuery(store, query, before).map(({ name }) => name)).toEqual(namesBefore[index]);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('an index orders long texts by their start, then by name', async () => {
  const store = createStore();
  const start = 'x'.repeat(1499);
  const texts = { d: start, a: `${start}c`, b: `${start}b`, c: `${start}a` };
  const writes = Object.entries(texts).map(([id, text]) => set(`${ROOT}/c/${id}`, new Map([['a', text]])));
  await store.commit(DATABASE, writes);
  const query: Query = {
    database: DATABASE,
    parent: ROOT,
    collectionId: 'c',
    allDescendants: false,
    where: null,
    orderBy: [
      { path: ['a'], direction: 'asc' },
      { path: ['__name__'], direction: 'asc' },
    ],
    startAt: null,
    endAt: null,
    limit: 3,
    offset: 0,
    select: null,
  };
  const expected = ['d', 'a', 'b'].map((id) => `${ROOT}/c/${id}`);
  expect(scan(store, query)).toEqual(expected);
  expect(runQuery(store, query, undefined, EAGER).map(({ name }) => name)).toEqual(expected);
});

test('a query with a limit in index order reads few of many documents', async () => {
  const store = createStore();
  const writes = Array.from({ length: 2000 }, (_, index) =>
    set(
      `${ROOT}/c/${index}`,
      new Map<string, Value>([
        ['n', BigInt(index)],
        ['even', index % 2 === 0],
      ]),
    ),
  );
  await store.commit(DATABASE, writes);
  const query: Query = {
    database: DATABASE,
    parent: ROOT,
    collectionId: 'c',
    allDescendants: false,
    where: { kind: 'field', path: ['even'], operator: '==', value: true },
    orderBy: [
      { path: ['n'], direction: 'desc' },
      { path: ['__name__'], direction: 'desc' },
    ],
    startAt: null,
    endAt: null,
    limit: 3,
    offset: 0,
    select: null,
  };
  let reads = 0;
  const sets = {
    ...store.sets,
    isPresent: () => true,
    collection(path: string) {
      const found = store.sets.collection(path);
      if (found === null) return null;
      for (const entry of found.entries.ascending()) {
        const { document } = entry;
        Object.defineProperty(entry, 'document', {
          get() {
            reads += 1;
            return document;
          },
        });
      }
      return found;
    },
  };
  runQuery(store, query);
  const found = runQuery({ sets }, query);
  expect(found.map(({ fields }) => fields.get('n'))).toEqual([1998n, 1996n, 1994n]);
  expect(reads).toBeLessThan(20);
});
