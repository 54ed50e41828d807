import { expect, test } from 'vitest';

import { createService } from '#firestore/service/create-service.ts';
import { createAuthorizer } from '#firestore/service/authorize.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { StatusError } from '#firestore/api/status.ts';
import { silentLog } from '#firestore/log/log.ts';
import { UsageMeter } from '#firestore/usage/usage-meter.ts';
import type { Caller } from '#firestore/api/service.ts';
import type { google } from '#firestore/api/proto.ts';

type ProtoWrite = google.firestore.v1.IWrite;

const database = 'projects/p/databases/(default)';
const name = `${database}/documents/c/d`;
const admin: Caller = { kind: 'admin' };

function start() {
  const store = createStore();
  const authorizer = createAuthorizer({
    rulesOf: () => null,
    read: (each) => store.read(each),
    log: silentLog,
  });
  return createService({ store, authorizer, usage: new UsageMeter(), newDocumentId: () => 'id' });
}

/** `set`, `delete`, or either with a precondition: `E` exists, `N` does not exist, `V` has its current update time. */
function writeOf(text: string, updateTime: google.protobuf.ITimestamp | null): ProtoWrite {
  const [, kind, condition] = /^(set|delete)(.?)$/u.exec(text) ?? [];
  const conditions: Record<string, google.firestore.v1.IPrecondition> = {
    E: { exists: true },
    N: { exists: false },
    V: { updateTime },
  };
  const currentDocument = conditions[condition ?? ''];
  const write =
    kind === 'delete' ? { delete: name } : { update: { name, fields: { a: { stringValue: text } } } };
  return currentDocument === undefined ? write : { ...write, currentDocument };
}

// Each line was tried with Google's emulator, with an existing document.
test.each([
  ['set set', 'OK'],
  ['set setE delete set', 'OK'],
  ['set setN', 'INVALID_ARGUMENT'],
  ['set deleteN', 'INVALID_ARGUMENT'],
  ['set setV', 'INVALID_ARGUMENT'],
  ['setE setV', 'INVALID_ARGUMENT'],
  ['setV setV', 'OK'],
  ['setV deleteV', 'OK'],
  ['deleteV deleteV', 'OK'],
  ['delete set', 'OK'],
  ['delete setN', 'OK'],
  ['delete setE', 'INVALID_ARGUMENT'],
  ['delete setV', 'INVALID_ARGUMENT'],
  ['delete deleteE', 'INVALID_ARGUMENT'],
  ['setN set', 'ALREADY_EXISTS'],
])('the writes %s of one document in a commit give %s', async (writes, code) => {
  const service = start();
  const created = await service.commit({ database, writes: [writeOf('set', null)] }, admin);
  const updateTime = created.writeResults?.[0]?.updateTime ?? null;
  const request = { database, writes: writes.split(' ').map((each) => writeOf(each, updateTime)) };
  const status = await service.commit(request, admin).then(
    () => 'OK',
    (error: unknown) => (error instanceof StatusError ? error.status : error),
  );
  expect(status).toBe(code);
});

test('the results of a document have its update time after the commit, so none if it is deleted', async () => {
  const service = start();
  const written = await service.commit(
    { database, writes: [writeOf('set', null), writeOf('setE', null)] },
    admin,
  );
  expect(written.writeResults?.map(({ updateTime }) => updateTime)).toEqual([
    written.commitTime,
    written.commitTime,
  ]);
  const deleted = await service.commit(
    { database, writes: [writeOf('set', null), writeOf('delete', null)] },
    admin,
  );
  expect(deleted.writeResults?.map(({ updateTime }) => updateTime)).toEqual([null, null]);
});

test('an update time after that of the document is invalid', async () => {
  const service = start();
  await service.commit({ database, writes: [writeOf('set', null)] }, admin);
  const write = (seconds: number): ProtoWrite => writeOf('setV', { seconds, nanos: 0 });
  const commit = async (seconds: number) => service.commit({ database, writes: [write(seconds)] }, admin);
  await expect(commit(4_000_000_000)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
  await expect(commit(1)).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
});

function transform(...paths: string[]): ProtoWrite {
  return {
    transform: {
      document: name,
      fieldTransforms: paths.map((fieldPath) => ({ fieldPath, increment: { integerValue: 1 } })),
    },
  };
}

test('transforms of a field and of a field in it are refused', async () => {
  const service = start();
  await expect(service.commit({ database, writes: [transform('a.b', 'a')] }, admin)).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
  const written = await service.commit({ database, writes: [transform('a', 'ab', 'a')] }, admin);
  expect(written).toMatchObject({ writeResults: [{}] });
});

test('a sum applies offset and limit to the documents that have its field, ordered by it', async () => {
  const service = start();
  const writes = [{}, { n: { integerValue: 9 } }, { n: { integerValue: 4 } }, { n: { integerValue: 1 } }].map(
    (fields, index) => ({ update: { name: `${database}/documents/c/${index}`, fields } }),
  );
  await service.commit({ database, writes }, admin);
  const total = async (query: google.firestore.v1.IStructuredQuery) => {
    const aggregations = [{ alias: 's', sum: { field: { fieldPath: 'n' } } }];
    const structuredAggregationQuery = {
      structuredQuery: { from: [{ collectionId: 'c' }], ...query },
      aggregations,
    };
    const parent = `${database}/documents`;
    for await (const answer of service.runAggregationQuery({ parent, structuredAggregationQuery }, admin)) {
      return Number(answer.result?.aggregateFields?.['s']?.integerValue);
    }
    return null;
  };
  expect(await total({ offset: 1, limit: { value: 1 } })).toBe(4);
  const byName = { orderBy: [{ field: { fieldPath: '__name__' } }] };
  await expect(total(byName)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
  await expect(total({ select: { fields: [{ fieldPath: 'n' }] } })).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
});
