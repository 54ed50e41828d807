import { beforeEach, expect, test } from 'vitest';

import { silentLog } from '#firestore/log/log.ts';
import { parseRuleset, type Ruleset } from '#firestore/rules/ruleset.ts';
import type { Caller } from '#firestore/api/service.ts';
import { createAuthorizer } from '#firestore/service/authorize.ts';
import { createService } from '#firestore/service/create-service.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { UsageMeter } from '#firestore/usage/usage-meter.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import type { google } from '#firestore/api/proto.ts';

type ProtoWrite = google.firestore.v1.IWrite;

const database = 'projects/p/databases/(default)';
const root = `${database}/documents`;
const admin: Caller = { kind: 'admin' };
const user: Caller = { kind: 'user', auth: { uid: 'ann', token: {} } };

function start(rules: Ruleset | null = null) {
  const store = createStore();
  const usage = new UsageMeter();
  const authorizer = createAuthorizer({
    rulesOf: () => rules,
    read: (name) => store.read(name),
    onReads: (name, reads) => usage.add(name, { reads }),
    log: silentLog,
  });
  let ids = 0;
  const service = createService({
    store,
    usage,
    authorizer,
    newDocumentId() {
      ids += 1;
      return `auto${ids}`;
    },
  });
  return { store, usage, service };
}

let { service, usage } = start();
beforeEach(() => {
  ({ service, usage } = start());
});

const setDocument = (path: string, fields: Record<string, google.firestore.v1.IValue> = {}): ProtoWrite => ({
  update: { name: `${root}/${path}`, fields },
});

const typeTransform = { fieldPath: 'v.__type__', setToServerValue: 'REQUEST_TIME' as const };

async function commitWrites(...writes: ProtoWrite[]): Promise<void> {
  await service.commit({ database, writes }, admin);
  usage.reset('p');
}

async function collect<Answer>(answers: AsyncIterable<Answer>): Promise<Answer[]> {
  const collected: Answer[] = [];
  for await (const answer of answers) collected.push(answer);
  return collected;
}

function pathsOf(names: readonly (string | null | undefined)[]): string[] {
  return names.map((name) => (name ?? '').slice(root.length + 1));
}

test('a batch get answers once per document, in order, for missing ones too', async () => {
  await commitWrites(setDocument('c/a', { n: { integerValue: 1 } }));
  const documents = ['c/a', 'c/none', 'c/a'].map((path) => `${root}/${path}`);
  const answers = await collect(
    service.batchGetDocuments({ database, documents, mask: { fieldPaths: ['x'] } }, admin),
  );
  expect(answers).toMatchObject([
    { found: { name: `${root}/c/a`, fields: {} } },
    { missing: `${root}/c/none` },
  ]);
  expect(usage.of('p')).toEqual({ reads: 2, writes: 0, deletes: 0 });
});

test('if the client disconnects before the first answer, the transaction that its read started ends', async () => {
  await commitWrites(setDocument('c/a'));
  const answers = service.batchGetDocuments(
    { database, documents: [`${root}/c/a`], newTransaction: { readWrite: {} } },
    admin,
  );
  const reader = answers[Symbol.asyncIterator]();
  const first = await reader.next();
  await reader.return?.();
  const transaction = first.done === true ? null : first.value.transaction;
  await expect(
    service.commit({ database, transaction: transaction ?? null, writes: [] }, admin),
  ).rejects.toThrow(/transaction has expired/u);
});

test.each([
  ['{}', {}],
  ['read-only', { readOnly: {} }],
])(
  'a transaction that a read starts with the options %s takes no write',
  async (_options, newTransaction) => {
    const structuredQuery = { from: [{ collectionId: 'c' }] };
    const structuredAggregationQuery = { structuredQuery, aggregations: [{ count: {} }] };
    const reads = [
      service.runQuery({ parent: root, structuredQuery, newTransaction }, admin),
      service.runAggregationQuery({ parent: root, structuredAggregationQuery, newTransaction }, admin),
      service.batchGetDocuments({ database, documents: [`${root}/c/a`], newTransaction }, admin),
    ];
    for (const read of reads) {
      const [first] = await collect<{ transaction?: Uint8Array | null }>(read);
      const transaction = first?.transaction ?? null;
      const commit = service.commit({ database, transaction, writes: [setDocument('c/a')] }, admin);
      await expect(commit).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    }
  },
);

test('a request bills each document that the rules read once, for all of its operations', async () => {
  const rules = `match /g/{id} { allow read, write: if exists(/databases/$(d)/documents/cfg/a); }
    match /own/{id} { allow write: if exists(/databases/$(d)/documents/cfg/$(id)); }`;
  ({ service, usage } = start(
    parseRuleset(`service cloud.firestore { match /databases/{d}/documents { ${rules} } }`),
  ));
  await commitWrites(...['cfg/a', 'cfg/b', 'g/a', 'g/b'].map((path) => setDocument(path)));
  const writes = ['g/a', 'g/b', 'own/a', 'own/b'].map((path) => setDocument(path));
  await service.commit({ database, writes: writes.slice(0, 2) }, user);
  expect(usage.of('p')).toEqual({ reads: 1, writes: 2, deletes: 0 });
  await service.commit({ database, writes }, user);
  expect(usage.of('p')).toEqual({ reads: 1 + 2, writes: 2 + 4, deletes: 0 });
  usage.reset('p');
  const documents = ['g/a', 'g/b'].map((path) => `${root}/${path}`);
  await collect(service.batchGetDocuments({ database, documents }, user));
  expect(usage.of('p')).toEqual({ reads: 2 + 1, writes: 0, deletes: 0 });
});

test('each list of collection ids costs a read, also of a further page', async () => {
  await commitWrites(setDocument('c/a'), setDocument('d/a'));
  const { nextPageToken } = await service.listCollectionIds({ parent: root, pageSize: 1 }, admin);
  expect(usage.of('p').reads).toBe(1);
  await service.listCollectionIds({ parent: root, pageSize: 1, pageToken: nextPageToken ?? '' }, admin);
  expect(usage.of('p').reads).toBe(2);
  await service.listCollectionIds({ parent: `${root}/c/a` }, admin);
  expect(usage.of('p')).toEqual({ reads: 3, writes: 0, deletes: 0 });
});

test('an empty transaction id from JSON names no open transaction', async () => {
  const rollback = loadMessages().type('google.firestore.v1.RollbackRequest').fromJson({ database });
  await expect(service.rollback(rollback, admin)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
});

test('each write of a batch write succeeds or fails by itself', async () => {
  await commitWrites(setDocument('c/a'), setDocument('c/z'));
  const writes = [
    setDocument('c/b'),
    { ...setDocument('c/a'), currentDocument: { exists: false } },
    { delete: `${root}/c/z` },
  ];
  const { status, writeResults } = await service.batchWrite({ database, writes }, admin);
  expect(status?.map(({ code }) => code)).toEqual([0, 6, 0]);
  expect(writeResults?.map(({ updateTime }) => Boolean(updateTime))).toEqual([true, false, false]);
  expect(usage.of('p')).toEqual({ reads: 0, writes: 1, deletes: 1 });
});

test('a user can make no batch write, even without rules', async () => {
  await expect(service.batchWrite({ database, writes: [setDocument('c/b')] }, user)).rejects.toMatchObject({
    status: 'PERMISSION_DENIED',
    message: 'Batch writes require admin authentication.',
  });
});

test('a batch write fails as a whole if it names a document twice', async () => {
  const writes = [setDocument('c/b'), { delete: `${root}/c/b` }];
  await expect(service.batchWrite({ database, writes }, admin)).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
    message: 'the same document cannot be written more than once in a single request',
  });
});

test.each<[string, ProtoWrite & { verify?: string }]>([
  ['a transform without fields', { transform: { document: `${root}/c/a`, fieldTransforms: [] } }],
  [
    'a transform of the name',
    { update: { name: `${root}/c/a` }, updateTransforms: [{ fieldPath: '__name__', increment: {} }] },
  ],
  ['a transform of a type', { update: { name: `${root}/c/a` }, updateTransforms: [typeTransform] }],
  ['a mask with a type', { update: { name: `${root}/c/a` }, updateMask: { fieldPaths: ['v.__type__'] } }],
  ['a delete with a mask', { delete: `${root}/c/a`, updateMask: { fieldPaths: ['a'] } }],
  [
    'a delete with a transform',
    { delete: `${root}/c/a`, updateTransforms: [{ ...typeTransform, fieldPath: 'a' }] },
  ],
  ['a verify without a precondition', { verify: `${root}/c/a` }],
  ['a name 101 collections deep', setDocument(Array.from({ length: 101 }, () => 'c/d').join('/'))],
])('%s is refused', async (_what, write) => {
  await expect(service.commit({ database, writes: [write] }, admin)).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
});

test('a batch write fails as a whole if one write names no document', async () => {
  const writes = [setDocument('c/b'), { delete: `${root}/c/__reserved__` }];
  await expect(service.batchWrite({ database, writes }, admin)).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
  expect(usage.of('p')).toEqual({ reads: 0, writes: 0, deletes: 0 });
});

test('a query answers with the selected fields and the number of skipped results; no results cost a read', async () => {
  await commitWrites(
    ...['a', 'b', 'c'].map((id) =>
      setDocument(`c/${id}`, { n: { integerValue: 1 }, m: { integerValue: 2 } }),
    ),
  );
  const structuredQuery = {
    from: [{ collectionId: 'c' }],
    offset: 1,
    select: { fields: [{ fieldPath: 'm' }] },
  };
  const answers = await collect(service.runQuery({ parent: root, structuredQuery }, admin));
  expect(answers.map(({ document, skippedResults }) => [document?.fields, skippedResults])).toEqual([
    [{ m: { integerValue: 2 } }, 1],
    [{ m: { integerValue: 2 } }, 0],
  ]);
  const none = await collect(
    service.runQuery({ parent: root, structuredQuery: { from: [{ collectionId: 'x' }] } }, admin),
  );
  expect(none).toHaveLength(1);
  expect(none[0]?.readTime).toBeDefined();
  expect(usage.of('p').reads).toBe(3 + 1);
});

test.each([
  { collectionId: 'c', offset: 2, reads: 3, counted: 1 },
  { collectionId: 'c', offset: 1000, reads: 3, counted: 1 },
  { collectionId: 'none', offset: 2_147_483_647, reads: 1, counted: 1 },
])(
  'an offset of $offset in $collectionId bills only the documents that it skips',
  async ({ collectionId, offset, reads, counted }) => {
    await commitWrites(setDocument('c/a'), setDocument('c/b'), setDocument('c/d'));
    const structuredQuery = { from: [{ collectionId }], offset };
    await collect(service.runQuery({ parent: root, structuredQuery }, admin));
    expect(usage.of('p').reads).toBe(reads);
    usage.reset('p');
    const structuredAggregationQuery = { structuredQuery, aggregations: [{ count: {} }] };
    await collect(service.runAggregationQuery({ parent: root, structuredAggregationQuery }, admin));
    expect(usage.of('p').reads).toBe(counted);
  },
);

test('query explain and vector search are UNIMPLEMENTED', async () => {
  const structuredQuery = { from: [{ collectionId: 'c' }] };
  const structuredAggregationQuery = { structuredQuery, aggregations: [{ count: {} }] };
  const explainOptions = { analyze: true };
  const requests = [
    service.runQuery({ parent: root, structuredQuery, explainOptions }, admin),
    service.runAggregationQuery({ parent: root, structuredAggregationQuery, explainOptions }, admin),
    service.runQuery({ parent: root, structuredQuery: { ...structuredQuery, findNearest: {} } }, admin),
  ];
  for (const request of requests)
    await expect(collect(request)).rejects.toMatchObject({ status: 'UNIMPLEMENTED' });
});

test('a query can select only the name', async () => {
  await commitWrites(setDocument('c/a', { n: { integerValue: 1 } }));
  const structuredQuery = { from: [{ collectionId: 'c' }], select: { fields: [{ fieldPath: '__name__' }] } };
  const [answer] = await collect(service.runQuery({ parent: root, structuredQuery }, admin));
  expect(answer?.document).toMatchObject({ name: `${root}/c/a`, fields: {} });
});

test('1,001 counted documents cost two reads', async () => {
  await commitWrites(...Array.from({ length: 1001 }, (_, index) => setDocument(`c/${index}`)));
  const structuredAggregationQuery = {
    structuredQuery: { from: [{ collectionId: 'c' }] },
    aggregations: [{ alias: 'n', count: {} }],
  };
  const [answer] = await collect(
    service.runAggregationQuery({ parent: root, structuredAggregationQuery }, admin),
  );
  expect(answer?.result?.aggregateFields).toEqual({ n: { integerValue: 1001 } });
  expect(usage.of('p').reads).toBe(2);
});

async function countTimes(count: number): Promise<readonly unknown[]> {
  return collect(
    service.runAggregationQuery(
      {
        parent: root,
        structuredAggregationQuery: {
          structuredQuery: { from: [{ collectionId: 'c' }] },
          aggregations: Array.from({ length: count }, () => ({ count: {} })),
        },
      },
      admin,
    ),
  );
}

test('more than five aggregations, or none, are rejected', async () => {
  await expect(countTimes(6)).rejects.toThrow(/maximum number of aggregations/u);
  await expect(countTimes(0)).rejects.toThrow(/needs an aggregation/u);
  await expect(countTimes(5)).resolves.toHaveLength(1);
});

test('lists have pages, and show missing documents that have documents below them', async () => {
  await commitWrites(
    setDocument('c/a'),
    setDocument('c/b/d/x'),
    setDocument('c/b/e/x'),
    setDocument('c/c'),
    setDocument('c/d/d/x/y/z'),
    setDocument('c/e'),
  );
  const pages: string[][] = [];
  let pageToken: string | null = null;
  do {
    const page: google.firestore.v1.IListDocumentsResponse = await service.listDocuments(
      { parent: root, collectionId: 'c', pageSize: 2, showMissing: true, pageToken },
      admin,
    );
    pages.push(pathsOf(page.documents?.map(({ name }) => name) ?? []));
    pageToken = page.nextPageToken ?? null;
  } while (pageToken !== null);
  expect(pages).toEqual([['c/a', 'c/b'], ['c/c', 'c/d'], ['c/e']]);
  await expect(
    service.listDocuments({ parent: root, collectionId: 'c', orderBy: '__name__ desc' }, admin),
  ).rejects.toThrow('descending key scans');
});

test('a list with missing documents is refused for users, even without rules, and without a collection id', async () => {
  await commitWrites(setDocument('c/a/d/x'));
  const request = { parent: root, collectionId: 'c', showMissing: true };
  await expect(service.listDocuments(request, user)).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  expect(await service.listDocuments({ ...request, showMissing: false }, user)).toEqual({ documents: [] });
  await expect(service.listDocuments({ ...request, collectionId: '' }, admin)).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
});

test('collection ids have pages, without the collections that have no documents', async () => {
  await commitWrites(
    setDocument('b/x'),
    setDocument('a/x'),
    setDocument('a/x/s/y'),
    setDocument('c/x/s/y'),
    setDocument('d/x'),
  );
  await service.commit({ database, writes: [{ delete: `${root}/d/x` }] }, admin);
  const first = await service.listCollectionIds({ parent: root, pageSize: 2 }, admin);
  const second = await service.listCollectionIds(
    { parent: root, pageSize: 2, pageToken: first.nextPageToken ?? '' },
    admin,
  );
  expect([first.collectionIds, second.collectionIds]).toEqual([['a', 'b'], ['c']]);
  expect(second.nextPageToken).toBeUndefined();
  expect((await service.listCollectionIds({ parent: `${root}/c/x` }, admin)).collectionIds).toEqual(['s']);
});

test.each([
  ['', 'request.query.orderBy == {}'],
  ['n desc', "request.query.orderBy == {'n': 'DESC'}"],
])(
  'rules see the page size of a list by "%s" as its limit, and no page token',
  async (orderBy, condition) => {
    const rules = `match /c/{id} { allow list: if request.query.limit == 2 && request.query.offset == 0 && ${condition}; }`;
    ({ service, usage } = start(
      parseRuleset(`service cloud.firestore { match /databases/{d}/documents { ${rules} } }`),
    ));
    await commitWrites(...['a', 'b', 'd'].map((id, n) => setDocument(`c/${id}`, { n: { integerValue: n } })));
    const request = { parent: root, collectionId: 'c', orderBy, pageSize: 2 };
    const first = await service.listDocuments(request, user);
    const pageToken = first.nextPageToken ?? '';
    const second = await service.listDocuments({ ...request, pageToken }, user);
    expect([first.documents?.length, second.documents?.length]).toEqual([2, 1]);
    await expect(service.listDocuments({ ...request, pageSize: 3 }, user)).rejects.toThrow('permissions');
  },
);

test('a document is created with a generated id, updated by mask, read and deleted', async () => {
  const created = await service.createDocument(
    {
      parent: root,
      collectionId: 'c',
      document: { fields: { a: { integerValue: 1 }, b: { integerValue: 1 } } },
    },
    admin,
  );
  const name = `${root}/c/auto1`;
  expect(created.name).toBe(name);
  const updated = await service.updateDocument(
    {
      document: { name, fields: { a: { integerValue: 2 } } },
      updateMask: { fieldPaths: ['a', 'b'] },
      currentDocument: { exists: true },
    },
    admin,
  );
  expect(updated.fields).toEqual({ a: { integerValue: 2 } });
  expect((await service.getDocument({ name }, admin)).fields).toEqual({ a: { integerValue: 2 } });
  await service.deleteDocument({ name }, admin);
  await expect(service.getDocument({ name }, admin)).rejects.toMatchObject({ status: 'NOT_FOUND' });
  const again = { parent: root, collectionId: 'c', documentId: 'x' };
  await expect(service.createDocument({ ...again, document: { name } }, admin)).rejects.toThrow(
    'document.name must not be set',
  );
  await service.createDocument(again, admin);
  await expect(service.createDocument(again, admin)).rejects.toMatchObject({ status: 'ALREADY_EXISTS' });
});

test('the rules check each read, list and write of a user, and see the whole commit', async () => {
  const checked: string[] = [];
  const rules: Ruleset = {
    source: '',
    expressions: [],
    warnings: [],
    decide(request, access) {
      checked.push(
        `${request.method} ${request.path.join('/')} ${request.resource === null ? '-' : 'old'} ${request.requestResource === null ? '-' : 'new'}`,
      );
      const sees = access.getAfter(['c', 'beside']) !== null;
      return request.path[0] === 'c'
        ? { allowed: true, reads: [] }
        : { allowed: false, reason: sees ? 'seen' : 'unseen', reads: [] };
    },
  };
  const { service: restricted, store } = start(rules);
  await restricted.commit({ database, writes: [setDocument('c/old'), setDocument('x/secret')] }, admin);
  const writes = [
    setDocument('c/beside'),
    setDocument('c/old', { n: { integerValue: 1 } }),
    { delete: `${root}/c/none` },
  ];
  await restricted.commit({ database, writes }, user);
  await expect(
    restricted.commit({ database, writes: [setDocument('c/fine'), setDocument('x/secret')] }, user),
  ).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  expect(store.read(`${root}/c/fine`)).toBeNull();
  await expect(restricted.getDocument({ name: `${root}/x/secret` }, user)).rejects.toMatchObject({
    status: 'PERMISSION_DENIED',
  });
  await collect(
    restricted.runQuery({ parent: root, structuredQuery: { from: [{ collectionId: 'c' }] } }, user),
  );
  await expect(
    collect(
      restricted.runQuery({ parent: root, structuredQuery: { from: [{ allDescendants: true }] } }, user),
    ),
  ).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  await collect(restricted.runQuery({ parent: `${root}/c/old`, structuredQuery: {} }, user));
  await expect(restricted.listCollectionIds({ parent: root }, user)).rejects.toMatchObject({
    status: 'PERMISSION_DENIED',
  });
  expect(checked).toEqual([
    'create c/beside - new',
    'update c/old old new',
    'delete c/none - -',
    'create c/fine - new',
    'update x/secret old new',
    'get x/secret old -',
    'list c - -',
    'list  - -',
    'list c/old - -',
  ]);
});

test('a document with a too long value can be neither created, updated nor written in a batch', async () => {
  const fields = { a: { stringValue: 'x'.repeat(1_048_488) } };
  const update = { name: `${root}/c/d`, fields };
  for (const refused of [
    service.createDocument({ parent: root, collectionId: 'c', document: { fields } }, admin),
    service.updateDocument({ document: update }, admin),
    service.batchWrite({ database, writes: [{ update }] }, admin),
  ]) {
    await expect(refused).rejects.toThrow('The value of property "a" is longer than 1048487 bytes.');
  }
});
