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
