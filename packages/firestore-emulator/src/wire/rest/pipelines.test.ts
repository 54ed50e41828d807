import { afterAll, beforeAll, expect, test } from 'vitest';

import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{id} {
      allow list: if resource.data.open == true;
      allow get: if id == 'a';
    }
    match /shared/{id} {
      allow read: if exists(/databases/$(database)/documents/notes/a);
    }
  }
}`;

let server: RunningFirestore;

beforeAll(async () => {
  server = await startFirestore({ host: '127.0.0.1', port: 0, rules });
  for (const [id, open] of Object.entries({ a: true, b: false })) {
    const fields = { open: { booleanValue: open } };
    await call(`/notes?documentId=${id}`, { fields }, { Authorization: 'Bearer owner' });
  }
});

afterAll(async () => {
  await server.stop();
});

async function call(path: string, body: object, headers = {}): Promise<unknown> {
  const documents = `http://127.0.0.1:${server.port}/v1/projects/demo/databases/(default)/documents`;
  const response = await fetch(`${documents}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.json();
}

async function execute(...stages: object[]): Promise<unknown> {
  return call(':executePipeline', { structuredPipeline: { pipeline: { stages } } });
}

const notes = { name: 'collection', args: [{ referenceValue: '/notes' }] };
const document = (id: string): object => ({ referenceValue: `/notes/${id}` });
const equal = (name: string, value: object): object => ({
  name: 'where',
  args: [{ functionValue: { name: 'equal', args: [{ fieldReferenceValue: name }, value] } }],
});
const union = (stage: object): object => ({
  name: 'union',
  args: [{ pipelineValue: { stages: [stage] } }],
});
const denied = [{ error: expect.objectContaining({ status: 'PERMISSION_DENIED' }) }];

test('the rules allow a pipeline whose conditions prove that it reads only permitted documents', async () => {
  const open = equal('open', { booleanValue: true });
  const found = [{ results: [expect.objectContaining({ name: expect.stringMatching(/notes\/a$/u) })] }];
  expect(await execute(notes, open, { name: 'limit', args: [{ integerValue: '5' }] })).toMatchObject(found);
  expect(await execute(notes)).toEqual(denied);
  expect(await execute(notes, { name: 'limit', args: [{ integerValue: '5' }] }, open)).toEqual(denied);
  expect(await execute({ name: 'documents', args: [document('a')] })).toMatchObject(found);
  expect(await execute({ name: 'documents', args: [document('a'), document('b')] })).toEqual(denied);
  expect(
    await execute(notes, open, { name: 'union', args: [{ pipelineValue: { stages: [notes] } }] }),
  ).toEqual(denied);
  const subquery = { functionValue: { name: 'array', args: [{ pipelineValue: { stages: [notes] } }] } };
  const select = { name: 'select', args: [{ mapValue: { fields: { x: subquery } } }] };
  expect(await execute(notes, open, select)).toEqual(denied);
  const isError = { functionValue: { name: 'is_error', args: [subquery] } };
  expect(await execute(notes, open, { name: 'where', args: [isError] })).toEqual(denied);
});

test('a document that the rules read for several sources of a pipeline is billed once', async () => {
  for (const id of ['a', 'b', 'c']) {
    await call(`/shared?documentId=${id}`, { fields: {} }, { Authorization: 'Bearer owner' });
  }
  const shared = { name: 'collection', args: [{ referenceValue: '/shared' }] };
  const one = { name: 'documents', args: [{ referenceValue: '/shared/a' }] };
  const inner = { name: 'select', args: [{ mapValue: { fields: { one: { integerValue: '1' } } } }] };
  const subquery = {
    functionValue: { name: 'array', args: [{ pipelineValue: { stages: [shared, inner] } }] },
  };
  const select = { name: 'select', args: [{ mapValue: { fields: { x: subquery } } }] };
  server.admin.resetUsage('demo');
  const [answer] = [await execute(shared, union(shared), union(one), select)].flat();
  expect(answer).toMatchObject({ results: { length: 7 } });
  expect(server.admin.usage('demo').reads).toBe(3 + 3 + 1 + 3 + 1);
});

test('a where with a pattern that takes too much work fails the pipeline', async () => {
  const args = [{ stringValue: 'a'.repeat(20_000) }, { stringValue: `%${'a'.repeat(10_000)}b` }];
  const where = { name: 'where', args: [{ functionValue: { name: 'like', args } }] };
  expect(await execute({ name: 'documents', args: [document('a')] }, where)).toEqual([
    { error: expect.objectContaining({ code: 400, status: 'FAILED_PRECONDITION' }) },
  ]);
});
