import { expect, test } from 'vitest';

import { DATABASE, ROOT } from '#firestore/listen/testing/listener.ts';
import { silentLog } from '#firestore/log/log.ts';
import { encodeTimestamp } from '#firestore/protobuf/values.ts';
import { assemble } from '#firestore/server/assemble.ts';
import { ProjectRules } from '#firestore/service/project-rules.ts';
import { createStore } from '#firestore/store/create-store.ts';

const admin = { kind: 'admin' } as const;

async function collect<Answer>(answers: AsyncIterable<Answer>): Promise<Answer[]> {
  const collected: Answer[] = [];
  for await (const answer of answers) collected.push(answer);
  return collected;
}

test('every read has the state of its read time', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = (): number => now;
  const store = createStore({ clock });
  const { service, stopListening } = assemble({ store, rules: new ProjectRules(), clock, log: silentLog });
  const [name, below] = [`${ROOT}/notes/a`, `${ROOT}/notes/gone/replies/r`];
  const update = { name, fields: { n: { integerValue: 1 } } };
  await service.commit({ database: DATABASE, writes: [{ update }, { update: { name: below } }] }, admin);
  const readTime = encodeTimestamp(store.readTime());
  now += 60_000;
  const added = { update: { name: `${ROOT}/others/b` } };
  await service.commit({ database: DATABASE, writes: [{ delete: name }, { delete: below }, added] }, admin);

  const structuredQuery = { from: [{ collectionId: 'notes' }] };
  const structuredAggregationQuery = { structuredQuery, aggregations: [{ alias: 'n', count: {} }] };
  const found = { found: { name } };
  expect(await service.getDocument({ name, readTime }, admin)).toMatchObject({ name });
  expect(
    await collect(service.batchGetDocuments({ database: DATABASE, documents: [name], readTime }, admin)),
  ).toMatchObject([found]);
  expect(await collect(service.runQuery({ parent: ROOT, structuredQuery, readTime }, admin))).toMatchObject([
    { document: { name } },
  ]);
  const [count] = await collect(
    service.runAggregationQuery({ parent: ROOT, structuredAggregationQuery, readTime }, admin),
  );
  expect(count?.result?.aggregateFields?.['n']).toEqual({ integerValue: 1 });
  const list = { parent: ROOT, collectionId: 'notes', showMissing: true };
  const { documents } = await service.listDocuments({ ...list, readTime }, admin);
  expect(documents?.map((each) => each.name)).toEqual([name, `${ROOT}/notes/gone`]);
  expect(await service.listCollectionIds({ parent: ROOT, readTime }, admin)).toEqual({
    collectionIds: ['notes'],
  });
  const { transaction } = await service.beginTransaction(
    { database: DATABASE, options: { readOnly: { readTime } } },
    admin,
  );
  expect(await service.getDocument({ name, transaction: transaction ?? null }, admin)).toMatchObject({
    name,
  });

  expect((await service.listDocuments(list, admin)).documents).toEqual([]);
  expect(await service.listCollectionIds({ parent: ROOT }, admin)).toEqual({ collectionIds: ['others'] });
  await expect(service.getDocument({ name }, admin)).rejects.toMatchObject({ status: 'NOT_FOUND' });
  const soon = { seconds: now / 1000 + 60 };
  await expect(service.listCollectionIds({ parent: ROOT, readTime: soon }, admin)).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
  now += 3_600_000;
  await expect(service.listCollectionIds({ parent: ROOT, readTime }, admin)).rejects.toMatchObject({
    status: 'FAILED_PRECONDITION',
  });
  stopListening();
});
