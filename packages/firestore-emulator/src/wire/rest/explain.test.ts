import { afterAll, beforeAll, expect, test } from 'vitest';

import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

let server: RunningFirestore;

beforeAll(async () => {
  server = await startFirestore({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await server.stop();
});

async function post(call: string, body: object): Promise<{ status: number; json: unknown }> {
  const documents = `http://127.0.0.1:${server.port}/v1/projects/demo/databases/(default)/documents`;
  const response = await fetch(`${documents}${call}`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, json: await response.json() };
}

function vector(...components: number[]): object {
  const values = components.map((doubleValue) => ({ doubleValue }));
  const fields = { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values } } };
  return { mapValue: { fields } };
}

const findNearest = {
  vectorField: { fieldPath: 'at' },
  queryVector: vector(1, 0),
  distanceMeasure: 'COSINE',
  limit: 2,
  distanceResultField: 'distance',
};
const structuredQuery = { from: [{ collectionId: 'c' }], findNearest };

test('a vector search has results, plan and statistics, the statistics with its last result', async () => {
  for (const [id, at] of Object.entries({
    a: vector(0, 2),
    b: vector(2, 0),
    c: vector(0, 0),
    d: vector(-1, 0),
  })) {
    await post(`/c?documentId=${id}`, { fields: { at } });
  }
  const indexesUsed = [{ query_scope: 'Collection', properties: '(__name__ ASC, at VECTOR<2>)' }];
  expect(await post(':runQuery', { structuredQuery, explainOptions: {} })).toEqual({
    status: 200,
    json: [{ explainMetrics: { planSummary: { indexesUsed } } }],
  });
  expect((await post(':runQuery', { structuredQuery, explainOptions: { analyze: true } })).json).toEqual([
    expect.objectContaining({
      document: expect.objectContaining({
        name: 'projects/demo/databases/(default)/documents/c/b',
        fields: { at: vector(2, 0), distance: { doubleValue: 0 } },
      }),
    }),
    expect.objectContaining({
      document: expect.objectContaining({ fields: { at: vector(0, 2), distance: { doubleValue: 1 } } }),
      explainMetrics: {
        planSummary: { indexesUsed },
        executionStats: {
          resultsReturned: '2',
          executionDuration: expect.stringMatching(/^\d+\.\d+s$/u),
          readOperations: '3',
          debugStats: {
            index_entries_scanned: '4',
            documents_scanned: '2',
            billing_details: {
              documents_billable: '2',
              index_entries_billable: '0',
              knn_vector_index_entries_billable: '4',
              min_query_cost: '0',
            },
          },
        },
      },
    }),
  ]);
});

test.each<[string, object]>([
  ['a limit of 0', { limit: 0 }],
  ['a limit of 1,001', { limit: 1001 }],
  ['no measure', { distanceMeasure: 'DISTANCE_MEASURE_UNSPECIFIED' }],
  ['an array for a vector', { queryVector: { arrayValue: { values: [{ doubleValue: 1 }] } } }],
  ['a vector without dimensions', { queryVector: vector() }],
  ['a vector with 2,049 dimensions', { queryVector: vector(...Array.from({ length: 2049 }, () => 1)) }],
  ['a reserved vector field', { vectorField: { fieldPath: '__x__' } }],
  ['an infinite threshold', { distanceThreshold: 'Infinity' }],
  ['the name as the result field', { distanceResultField: '__name__' }],
])('a vector search with %s is refused', async (_what, change) => {
  const search = { ...structuredQuery, findNearest: { ...findNearest, ...change } };
  expect(await post(':runQuery', { structuredQuery: search })).toMatchObject({
    status: 400,
    json: [{ error: { status: 'INVALID_ARGUMENT' } }],
  });
});

test.each<[string, object]>([
  ['a limit', { limit: 1 }],
  ['an offset', { offset: 1 }],
  ['a cursor', { orderBy: [{ field: { fieldPath: 'n' } }], startAt: { values: [{ integerValue: 1 }] } }],
])('a vector search with %s of the query is refused', async (_what, change) => {
  expect(await post(':runQuery', { structuredQuery: { ...structuredQuery, ...change } })).toMatchObject({
    status: 400,
    json: [{ error: { status: 'INVALID_ARGUMENT' } }],
  });
});

test('an undefined distance comes last, and aggregations count the found documents', async () => {
  const search = { ...findNearest, limit: 4, distanceResultField: 'x.y' };
  const { json } = await post(':runQuery', { structuredQuery: { ...structuredQuery, findNearest: search } });
  expect(json).toHaveLength(4);
  expect(json).toHaveProperty([3, 'document', 'fields'], {
    at: vector(0, 0),
    'x.y': { doubleValue: 'NaN' },
  });
  const structuredAggregationQuery = { structuredQuery, aggregations: [{ count: {} }] };
  expect((await post(':runAggregationQuery', { structuredAggregationQuery })).json).toMatchObject([
    { result: { aggregateFields: { field_1: { integerValue: '2' } } } },
  ]);
});
