import { AggregateField, FieldPath, FieldValue, type Query } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startAdminClients, type AdminClients } from '#firestore/sdk-tests/admin-clients.ts';

let clients: AdminClients;

beforeAll(async () => {
  clients = await startAdminClients();
});

afterAll(async () => {
  await clients.stop();
});

async function distances(query: ReturnType<Query['findNearest']>): Promise<unknown[]> {
  return (await query.get()).docs.map((document) => [document.id, document.get('distance')]);
}

async function vectors() {
  const c = clients.project().collection('c');
  const rows: Record<string, unknown> = {
    same: FieldValue.vector([1, 0]),
    far: FieldValue.vector([4, 4]),
    across: FieldValue.vector([0, -0.5]),
    opposite: FieldValue.vector([-1, 0]),
    long: FieldValue.vector([1, 0, 0]),
    array: [1, 0],
    none: null,
  };
  await Promise.all(
    Object.entries(rows).map(async ([id, at]) => c.doc(id).set({ in: { at }, on: id !== 'opposite' })),
  );
  return c;
}

const options = { vectorField: 'in.at', queryVector: [1, 0], limit: 9, distanceResultField: 'distance' };

test('a vector search sorts by each measure, and skips values of other types and lengths', async () => {
  const c = await vectors();
  expect(await distances(c.findNearest({ ...options, distanceMeasure: 'EUCLIDEAN' }))).toEqual([
    ['same', 0],
    ['across', Math.sqrt(1.25)],
    ['opposite', 2],
    ['far', 5],
  ]);
  expect(await distances(c.findNearest({ ...options, distanceMeasure: 'COSINE' }))).toEqual([
    ['same', 0],
    ['far', expect.closeTo(1 - Math.SQRT1_2)],
    ['across', 1],
    ['opposite', 2],
  ]);
  expect(await distances(c.findNearest({ ...options, distanceMeasure: 'DOT_PRODUCT' }))).toEqual([
    ['far', 4],
    ['same', 1],
    ['across', 0],
    ['opposite', -1],
  ]);
});

test('a vector search keeps to filters, limit, threshold and selected fields', async () => {
  const c = await vectors();
  const nearest = { ...options, distanceMeasure: 'EUCLIDEAN' } as const;
  const on = c.where('on', '==', true);
  expect(await distances(on.findNearest({ ...nearest, distanceThreshold: 5 }))).toHaveLength(3);
  expect(await distances(on.findNearest({ ...nearest, distanceThreshold: 1 }))).toEqual([['same', 0]]);
  expect(await distances(c.findNearest({ ...nearest, limit: 2 }))).toHaveLength(2);
  const dotProduct = { ...nearest, distanceMeasure: 'DOT_PRODUCT', distanceThreshold: 1 } as const;
  expect(await distances(c.findNearest(dotProduct))).toEqual([
    ['far', 4],
    ['same', 1],
  ]);
  const selected = await c.select('on', 'distance').findNearest(nearest).get();
  expect(selected.docs[0]?.data()).toEqual({ on: true, distance: 0 });
  const stored = await c.doc('same').get();
  expect(stored.get('distance')).toBeUndefined();
});

test('explain shows the plan without results, and with analyze also the results and statistics', async () => {
  const c = await vectors();
  const query = c.where('on', '==', true).orderBy('in.at', 'desc');
  const plan = {
    indexesUsed: [{ query_scope: 'Collection', properties: '(on ASC, in.at DESC, __name__ DESC)' }],
  };
  const planned = await query.explain();
  expect(planned.metrics).toMatchObject({ planSummary: plan, executionStats: null });
  expect(planned.snapshot).toBeNull();

  const { metrics, snapshot } = await query.explain({ analyze: true });
  expect(snapshot?.size).toBe(6);
  expect(metrics.planSummary).toEqual(plan);
  expect(metrics.executionStats).toMatchObject({
    resultsReturned: 6,
    readOperations: 6,
    debugStats: { documents_scanned: '6', billing_details: { documents_billable: '6', min_query_cost: '0' } },
  });
  const empty = await c.where('on', '==', 1).explain({ analyze: true });
  expect(empty.metrics.executionStats).toMatchObject({ resultsReturned: 0, readOperations: 1 });
  expect(empty.snapshot?.empty).toBe(true);
});

test('explain covers aggregations', async () => {
  const c = await vectors();
  const sum = c.where(FieldPath.documentId(), '>', 'b').aggregate({ n: AggregateField.count() });
  const totals = await sum.explain({ analyze: true });
  expect(totals.metrics.executionStats).toMatchObject({ resultsReturned: 1, readOperations: 1 });
  expect(totals.snapshot?.data()).toEqual({ n: 5 });
  expect((await sum.explain()).snapshot).toBeNull();
});

test('the plan of a sum and an average has the index with their fields', async () => {
  const c = await vectors();
  const totals = {
    s: AggregateField.sum('in.at'),
    a: AggregateField.average('n'),
    n: AggregateField.count(),
  };
  const { metrics } = await c.where('on', '==', true).aggregate(totals).explain();
  expect(metrics.planSummary.indexesUsed).toEqual([
    { query_scope: 'Collection', properties: '(on ASC, in.at ASC, n ASC, __name__ ASC)' },
  ]);
});
