import { afterAll, beforeAll, expect, test } from 'vitest';

import type { google } from '#firestore/api/proto.ts';
import { Listener, ROOT } from '#firestore/listen/testing/listener.ts';
import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

const FILE = JSON.stringify({
  indexes: [],
  fieldOverrides: [{ collectionGroup: 'sessions', fieldPath: 'expires', ttl: true, indexes: [] }],
});
const query: google.firestore.v1.IStructuredQuery = {
  from: [{ collectionId: 'notes' }],
  where: { fieldFilter: { field: { fieldPath: 'a' }, op: 'EQUAL', value: { integerValue: 1 } } },
  orderBy: [{ field: { fieldPath: 'b' } }],
};

let server: RunningFirestore;
const now = Date.parse('2026-01-01T00:00:00Z');

beforeAll(async () => {
  server = await startFirestore({
    host: '127.0.0.1',
    port: 0,
    indexes: FILE,
    requireIndexes: true,
    clock: () => now,
  });
});

afterAll(async () => {
  await server.stop();
});

async function post(path: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${server.port}/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test('with requireIndexes, a query, an aggregation and a listener without their index fail with its definition', async () => {
  const parent = `v1/${ROOT}`;
  const structuredAggregationQuery = { structuredQuery: query, aggregations: [{ count: {} }] };
  for (const { status, text } of [
    await post(`${parent}:runQuery`, { structuredQuery: query }),
    await post(`${parent}:runAggregationQuery`, { structuredAggregationQuery }),
  ]) {
    expect(status).toBe(400);
    expect(text).toContain('FAILED_PRECONDITION');
    expect(text).toMatch(/The query requires an index.*indexes.*collectionGroup/u);
  }
  const listener = new Listener(server.service);
  listener.query(1, query);
  expect(listener.takeAnswers().join()).toContain('remove 1 because The query requires an index.');

  const fields = ['a', 'b'].map((fieldPath) => ({ fieldPath, order: 'ASCENDING' }));
  server.replaceIndexes(JSON.stringify({ indexes: [{ collectionGroup: 'notes', fields }] }));
  expect((await post(`${parent}:runQuery`, { structuredQuery: query })).status).toBe(200);
  listener.query(1, query);
  expect(listener.takeAnswers()).toContain('current 1');
  server.replaceIndexes(FILE);
});

test('documents whose TTL field is in the past are deleted, and billed', async () => {
  const times: Record<string, object> = {
    past: { timestampValue: '2025-12-31T23:59:59Z' },
    'a/sessions/nested': { timestampValue: '1900-01-01T00:00:00Z' },
    later: { timestampValue: '2026-01-02T00:00:00Z' },
    text: { stringValue: '2025-12-31T23:59:59Z' },
    number: { integerValue: 1 },
    null: { nullValue: 'NULL_VALUE' },
  };
  const writes = Object.entries(times).map(([path, expires]) => ({
    update: { name: `${ROOT}/sessions/${path}`, fields: { expires } },
  }));
  const other = { update: { name: `${ROOT}/others/past`, fields: { expires: times['past'] ?? {} } } };
  await post(`v1/${ROOT}:commit`, { writes: [...writes, other] });
  server.admin.resetUsage('p');
  const left = (): string[] =>
    [...server.store.documents()].map(({ name }) => name.slice(ROOT.length + 1)).sort();
  expect((await post('emulator/v1/projects/p:expire', {})).text).toBe('{"deleted":2}');
  expect(left()).toEqual([
    'others/past',
    'sessions/later',
    'sessions/null',
    'sessions/number',
    'sessions/text',
  ]);
  expect(server.admin.usage('p')).toEqual({ reads: 0, writes: 0, deletes: 2 });

  expect((await post('emulator/v1/projects/p:expire', { time: '2026-01-02T00:00:00Z' })).text).toBe(
    '{"deleted":1}',
  );
  expect(left()).not.toContain('sessions/later');
});

test.each(['soon', '2026-01-02', 'Fri Jan 02 2026', '1', '2026-02-30T00:00:00Z', ''])(
  'the time %j of :expire is refused',
  async (time) => {
    const { status, text } = await post('emulator/v1/projects/p:expire', { time });
    expect(status).toBe(400);
    expect(text).toContain("Invalid value at 'time' (Timestamp)");
  },
);
