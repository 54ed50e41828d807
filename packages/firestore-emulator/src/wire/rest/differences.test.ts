import { afterAll, beforeAll, expect, test } from 'vitest';

import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

/** The rows of "Differences outside the comparison" in the README that other tests do not show. */

const DATABASE = 'projects/demo/databases/(default)';
const DOCUMENTS = `v1/${DATABASE}/documents`;
const NANOSECONDS = { timestampValue: '2020-01-01T00:00:00.123456789Z' };
const MICROSECONDS = { timestampValue: '2020-01-01T00:00:00.123456Z' };

let server: RunningFirestore;

beforeAll(async () => {
  server = await startFirestore({ host: '127.0.0.1', port: 0 });
  const fields = {
    t: NANOSECONDS,
    zero: { doubleValue: '-0' },
    none: { nullValue: null, stringValue: null },
  };
  await call('PATCH', '/c/a', { fields });
});

afterAll(async () => {
  await server.stop();
});

async function call(
  method: string,
  path: string,
  body?: object,
  authorization = 'Bearer owner',
): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`http://127.0.0.1:${server.port}/${DOCUMENTS}${path}`, {
    method,
    headers: { Authorization: authorization },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

async function query(structuredQuery: object): Promise<unknown> {
  return (
    await call('POST', ':runQuery', {
      structuredQuery: { from: [{ collectionId: 'c' }], ...structuredQuery },
    })
  ).json;
}

const everything = { t: MICROSECONDS, zero: { doubleValue: '-0' }, none: { nullValue: null } };
const found = [
  {
    document: expect.objectContaining({ name: `${DATABASE}/documents/c/a`, fields: everything }),
    readTime: expect.any(String),
  },
];

test('an empty selection has all fields, and the answer has no `done`', async () => {
  expect(await query({ select: {} })).toEqual(found);
});

test('filters and cursors round timestamps down to microseconds', async () => {
  const field = { fieldPath: 't' };
  expect(await query({ where: { fieldFilter: { field, op: 'EQUAL', value: NANOSECONDS } } })).toEqual(found);
  const startAt = { values: [NANOSECONDS], before: true };
  expect(await query({ orderBy: [{ field }], startAt })).toEqual(found);
});

test('a vector search finds a vector in a map', async () => {
  const values = [{ doubleValue: 1 }, { doubleValue: 2 }];
  const queryVector = {
    mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values } } } },
  };
  const fields = { m: { mapValue: { fields: { v: queryVector } } } };
  await call('PATCH', '/vectors/a', { fields });
  const findNearest = {
    vectorField: { fieldPath: 'm.v' },
    queryVector,
    distanceMeasure: 'EUCLIDEAN',
    limit: 1,
  };
  expect(await query({ from: [{ collectionId: 'vectors' }], findNearest })).toMatchObject([
    { document: { name: `${DATABASE}/documents/vectors/a`, fields } },
  ]);
});

const token = [{ alg: 'none' }, { foo: 1 }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const count = {
  structuredAggregationQuery: {
    structuredQuery: { from: [{ collectionId: 'c' }] },
    aggregations: [{ count: { upTo: '0' } }],
  },
};
const update = { name: 'projects/demo/databases/other/documents/c/a' };

const fieldTransforms = Array.from({ length: 251 }, (_, at) => ({
  fieldPath: `f${at}`,
  increment: { integerValue: '1' },
}));
const document = `${DATABASE}/documents/c/transformed`;
const transform = { transform: { document, fieldTransforms } };
const elsewhere = { documents: [update.name] };

test.each<[string, string, string, object | undefined, string | undefined, number]>([
  ['a count up to 0', 'POST', ':runAggregationQuery', count, undefined, 400],
  ['a write to another database', 'POST', ':commit', { writes: [{ update }] }, undefined, 400],
  ['a read of another database', 'POST', ':batchGet', elsewhere, undefined, 400],
  ['a 501st transform of a document', 'POST', ':commit', { writes: [transform, transform] }, undefined, 400],
  ['a wrong parameter', 'GET', '/c?showMissing=yes', undefined, undefined, 400],
  ['an unknown parameter', 'PATCH', '/c/a?foo=1', {}, undefined, 400],
  ['a token that is no JWT', 'GET', '/c/a', undefined, 'Bearer abc', 401],
  ['a token without a subject', 'GET', '/c/a', undefined, `Bearer ${token}.`, 401],
])('%s is refused', async (_what, method, path, body, authorization, status) => {
  expect(await call(method, path, body, authorization)).toMatchObject({ status });
});
