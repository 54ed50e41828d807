import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

const DOCUMENTS = 'v1/projects/demo/databases/(default)/documents';
const NAME = 'projects/demo/databases/(default)/documents';
const ADMIN = 'emulator/v1/projects/demo';

let server: RunningFirestore;

beforeAll(async () => {
  server = await startFirestore({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await server.stop();
});

beforeEach(async () => {
  await call('DELETE', `${ADMIN}/databases/(default)/documents`);
  await call('DELETE', `${ADMIN}/usage`);
});

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/${path}`, {
    method,
    headers: { Authorization: 'Bearer owner', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

const rules = (content: string): object => ({ rules: { files: [{ content }] } });
const text = (stringValue: string): object => ({ stringValue });

test('a document is created, read, updated and deleted by its path', async () => {
  const created = await call('POST', `${DOCUMENTS}/c?documentId=a%20b`, {
    fields: { x: text('1'), y: text('2') },
  });
  expect(created).toMatchObject({ status: 200, json: { name: `${NAME}/c/a b`, fields: { x: text('1') } } });
  const changed = await call(
    'PATCH',
    `${DOCUMENTS}/c/a%20b?updateMask.fieldPaths=x&updateMask.field_paths=z`,
    {
      fields: { x: text('3') },
    },
  );
  expect(changed.json).toMatchObject({ fields: { x: text('3'), y: text('2') } });
  const read = await call('GET', `${DOCUMENTS}/c/a%20b?mask.fieldPaths=y&key=ignored&alt=json`);
  expect(read.json).toMatchObject({ fields: { y: text('2') } });
  // The old version of the paths has the same calls, except for those that it never had.
  const beta = DOCUMENTS.replace('v1', 'v1beta1');
  expect(await call('GET', `${beta}/c/a%20b`)).toMatchObject({
    status: 200,
    json: { fields: { x: text('3') } },
  });
  expect(await call('POST', `${beta}:runAggregationQuery`, {})).toMatchObject({ status: 501 });
  expect(await call('DELETE', `${DOCUMENTS}/c/a%20b?currentDocument.exists=true`)).toEqual({
    status: 200,
    json: {},
  });
  expect(await call('GET', `${DOCUMENTS}/c/a%20b`)).toMatchObject({
    status: 404,
    json: { error: { code: 404, status: 'NOT_FOUND' } },
  });
});

test('lists have pages, below the root and below a document', async () => {
  for (const path of ['c/a', 'c/b', 'c/a/d/e']) await call('PATCH', `${DOCUMENTS}/${path}`, {});
  const first = await call('GET', `${DOCUMENTS}/c?pageSize=1`);
  expect(first.json).toMatchObject({
    documents: [{ name: `${NAME}/c/a` }],
    nextPageToken: expect.any(String),
  });
  expect((await call('GET', `${DOCUMENTS}/c/a/d`)).json).toMatchObject({
    documents: [{ name: `${NAME}/c/a/d/e` }],
  });
  expect((await call('POST', `${DOCUMENTS}:listCollectionIds`)).json).toMatchObject({ collectionIds: ['c'] });
  expect((await call('POST', `${DOCUMENTS}/c/a:listCollectionIds`, {})).json).toMatchObject({
    collectionIds: ['d'],
  });
});

test('commits, batches, queries and aggregations answer in their documented form', async () => {
  const writes = ['a', 'b'].map((id) => ({
    update: { name: `${NAME}/c/${id}`, fields: { n: { integerValue: '1' } } },
  }));
  expect((await call('POST', `${DOCUMENTS}:commit`, { writes })).json).toMatchObject({
    commitTime: expect.stringMatching(/Z$/u),
    writeResults: [{}, {}],
  });
  expect(
    (await call('POST', `${DOCUMENTS}:batchGet`, { documents: [`${NAME}/c/a`, `${NAME}/c/z`] })).json,
  ).toMatchObject([{ found: { name: `${NAME}/c/a` } }, { missing: `${NAME}/c/z` }]);
  const structuredQuery = { from: [{ collectionId: 'c' }] };
  expect((await call('POST', `${DOCUMENTS}:runQuery`, { structuredQuery })).json).toMatchObject([
    { document: { name: `${NAME}/c/a` } },
    { document: { name: `${NAME}/c/b` } },
  ]);
  const aggregation = {
    structuredAggregationQuery: { structuredQuery, aggregations: [{ alias: 'n', count: {} }] },
  };
  expect((await call('POST', `${DOCUMENTS}:runAggregationQuery`, aggregation)).json).toMatchObject([
    { result: { aggregateFields: { n: { integerValue: '2' } } } },
  ]);
  expect((await call('GET', `${ADMIN}/usage`)).json).toEqual({ reads: 5, writes: 2, deletes: 0 });
});

test('a transaction ends when it is rolled back', async () => {
  const transaction = await call('POST', `${DOCUMENTS}:beginTransaction`, { options: { readWrite: {} } });
  expect(transaction.json).toEqual({ transaction: expect.any(String) });
  expect(await call('POST', `${DOCUMENTS}:rollback`, transaction.json)).toEqual({ status: 200, json: {} });
  expect(await call('POST', `${DOCUMENTS}:commit`, transaction.json)).toMatchObject({ status: 400 });
});

function retryOf({ json }: Answer): object {
  return { readWrite: { retryTransaction: String(Object.values(Object(json))[0]) } };
}

function documentsAt(paths: readonly string[]): object {
  return { documents: paths.map((path) => ({ name: `${NAME}/${path}` })) };
}

test('only the id of an earlier read-write transaction of the database can be retried', async () => {
  const begin = async (options: object, database = '(default)'): Promise<Answer> =>
    call('POST', `v1/projects/demo/databases/${database}/documents:beginTransaction`, { options });
  const [first, readOnly, other] = [await begin({}), await begin({ readOnly: {} }), await begin({}, 'other')];
  expect(await begin(retryOf(first))).toMatchObject({ status: 200 });
  await call('POST', `${DOCUMENTS}:rollback`, first.json);
  expect(await begin(retryOf(first))).toMatchObject({ status: 200 });
  const unknown = { readWrite: { retryTransaction: 'AAAA' } };
  for (const options of [unknown, retryOf(readOnly), retryOf(other)]) {
    expect(await begin(options)).toMatchObject({ status: 400 });
  }
});

test('a list without a collection id has all collections of the parent', async () => {
  for (const path of ['c/a', 'c/a/d/e', 'f/g']) await call('PATCH', `${DOCUMENTS}/${path}`, {});
  expect((await call('GET', `${DOCUMENTS}/`)).json).toMatchObject(documentsAt(['c/a', 'f/g']));
  expect((await call('GET', `${DOCUMENTS}/c/a/`)).json).toMatchObject(documentsAt(['c/a/d/e']));
});

test('a failed query is answered with an array of one error, and its status', async () => {
  const structuredQuery = { from: [{ collectionId: 'c' }], limit: -1 };
  expect(await call('POST', `${DOCUMENTS}:runQuery`, { structuredQuery })).toMatchObject({
    status: 400,
    json: [{ error: { code: 400, status: 'INVALID_ARGUMENT' } }],
  });
});

test.each([
  ['GET', `${DOCUMENTS}/c/a?mask.fieldPath=x`, undefined, 400, 'Cannot bind query parameter'],
  ['GET', `${DOCUMENTS}/c/a?transaction=%25%25`, undefined, 400, "Invalid value at 'transaction'"],
  ['GET', `${DOCUMENTS}/c?pageSize=many`, undefined, 400, "Invalid value at 'pageSize'"],
  ['GET', `${DOCUMENTS}/c/a%E0%A4%A`, undefined, 400, 'invalid percent-encoding'],
  ['DELETE', `${DOCUMENTS}/c/a`, '{}', 400, 'not allowed'],
  ['POST', `${DOCUMENTS}:commit`, '{"writes": [', 400, 'Invalid JSON payload'],
  ['POST', `${DOCUMENTS}:commit`, '[]', 400, 'Root element must be a message'],
  ['POST', `${DOCUMENTS}:listen`, '{}', 501, 'gRPC or WebChannel'],
  ['POST', `${DOCUMENTS}:write`, '{}', 501, 'gRPC or WebChannel'],
  ['PATCH', `${DOCUMENTS}/c/a`, '[]', 400, 'Root element must be a message'],
  ['PATCH', `${DOCUMENTS}/c/a`, '{"fields":{"a":{"nullValue":"x"}}}', 400, 'nullValue'],
  ['PATCH', `${DOCUMENTS}/c`, '{}', 400, 'lacks a document id'],
  ['PATCH', `${DOCUMENTS}/c/a`, `{"name":"${NAME}/c/b"}`, 400, `has "${NAME}/c/b" as document.name`],
  [
    'POST',
    `${DOCUMENTS}:commit`,
    '{"database":"projects/q/databases/d"}',
    400,
    'as database, but its URL has',
  ],
  ['DELETE', `${DOCUMENTS}/c/a/d`, undefined, 400, 'lacks a document id'],
  ['POST', `${DOCUMENTS}/c/a`, '{}', 400, 'names a collection'],
  ['POST', `${DOCUMENTS}/c:listCollectionIds`, '{}', 400, 'names a collection'],
  ['GET', `${DOCUMENTS}/c/`, undefined, 400, 'segment is empty'],
  ['GET', `${DOCUMENTS}//c`, undefined, 400, 'segment is empty'],
  ['DELETE', `${DOCUMENTS}/c//a`, undefined, 400, 'segment is empty'],
  ['GET', 'v1/projects//databases/(default)/documents/c/a', undefined, 400, 'does not begin with'],
  ['PUT', `${DOCUMENTS}/c/a`, '{}', 404, 'There is no PUT'],
  ['GET', 'v2/anything', undefined, 404, 'There is no GET'],
])('%s %s with %s is %i', async (method, path, body, status, message) => {
  expect(await call(method, path, body)).toMatchObject({
    status,
    json: { error: { code: status, message: expect.stringContaining(message) } },
  });
});

test('the body may name the document of the URL', async () => {
  for (const name of [`${NAME}/c/a b`, '', null]) {
    expect((await call('PATCH', `${DOCUMENTS}/c/a%20b`, { name })).status).toBe(200);
  }
});

test('a PUT loads rules, and answers with line and column if they do not load', async () => {
  const broken = 'service cloud.firestore {\n  match /x {';
  const rejected = await call('PUT', `${ADMIN}:securityRules`, rules(broken));
  const issue = { severity: 'ERROR', sourcePosition: { line: 2, column: expect.any(Number) } };
  expect(rejected).toMatchObject({
    status: 400,
    json: { error: { status: 'INVALID_ARGUMENT' }, issues: [issue] },
  });
  const ignored = await call('PUT', `${ADMIN}:securityRules`, { ...rules(broken), ignore_errors: true });
  expect(ignored).toMatchObject({ status: 200, json: { issues: [issue] } });
  const tooComplex = `service cloud.firestore { match /x { allow get: if ${'true && '.repeat(99)}true; } }`;
  expect(await call('PUT', `${ADMIN}:securityRules`, rules(tooComplex))).toMatchObject({
    status: 400,
    json: { issues: [{ description: 'Expression is too complex to evaluate safely.' }] },
  });
  expect(await call('PUT', `${ADMIN}:securityRules`, {})).toMatchObject({ status: 400 });
  const closed = `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /none { allow read: if f(); } } }`;
  const named = { rules: { files: [{ content: closed, name: 'my.rules' }] } };
  expect((await call('PUT', `${ADMIN}:securityRules`, named)).status).toBe(200);
  const warning = { severity: 'WARNING', sourcePosition: { fileName: 'my.rules', line: 2 } };
  const read = await call('GET', `${ADMIN}:securityRules`);
  expect(read).toMatchObject({ status: 200, json: { ...named, issues: [warning] } });
  const old = {
    rules: { files: [{ content: 'service cloud.firestore { match /a/{b} { allow get; } }', name: 'r' }] },
  };
  const { json: answer } = await call('PUT', 'emulator/v1/projects/old:securityRules', old);
  expect(answer).toMatchObject({ issues: [{ sourcePosition: { fileName: 'r' }, severity: 'WARNING' }] });
  expect(JSON.stringify(answer)).not.toContain('line');
  // The answer has the form of a request. Without a name it has none, too.
  const copy = 'emulator/v1/projects/copy:securityRules';
  await call('PUT', copy, rules(closed));
  expect((await call('GET', copy)).json).toMatchObject(rules(closed));
  const open = { content: expect.stringContaining('if true'), name: 'OPEN_RULES' };
  expect((await call('GET', 'emulator/v1/projects/open:securityRules')).json).toEqual({
    rules: { files: [open] },
  });
  expect(await call('GET', `${DOCUMENTS}/c/a`, undefined, { Authorization: '' })).toMatchObject({
    status: 403,
    json: { error: { status: 'PERMISSION_DENIED' } },
  });
  expect(await call('GET', `${DOCUMENTS}/c/a`, undefined, { Authorization: 'Bearer x.y.z' })).toMatchObject({
    status: 401,
  });
});

function rulesOf(collection: string): object {
  return {
    content: `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /${collection}/{id} { allow read; } } }`,
    name: `${collection}.rules`,
  };
}

test('the first of several files of rules applies, and the others must have no syntax error', async () => {
  const project = 'emulator/v1/projects/files:securityRules';
  const documents = 'v1/projects/files/databases/(default)/documents';
  const put = async (...files: object[]) => call('PUT', project, { rules: { files } });
  const read = async (path: string) => call('GET', `${documents}/${path}`, undefined, { Authorization: '' });
  expect(await put(rulesOf('a'), rulesOf('b'))).toEqual({ status: 200, json: { issues: [] } });
  expect((await call('GET', project)).json).toEqual({ rules: { files: [rulesOf('a'), rulesOf('b')] } });
  expect([(await read('a/d')).status, (await read('b/d')).status]).toEqual([404, 403]);
  const broken = { content: 'x', name: 'broken.rules' };
  expect(await put(rulesOf('b'), broken)).toMatchObject({
    status: 400,
    json: { issues: [{ severity: 'ERROR', sourcePosition: { fileName: 'broken.rules', line: 1 } }] },
  });
  expect((await put(rulesOf('b'), { name: 'no content' })).status).toBe(400);
  expect((await read('a/d')).status).toBe(404);
  // A file of functions grants nothing.
  const functions = { content: "rules_version = '2'; function f() { return true; }", name: 'f.rules' };
  const unused = { severity: 'WARNING', description: 'Unused function: f.' };
  expect(await put(functions, rulesOf('a'))).toMatchObject({ status: 200, json: { issues: [unused] } });
  expect((await read('a/d')).status).toBe(403);
});

test.each([
  ['expire', '{"time":5}', '"time" must be a string.'],
  ['snapshot', '{"name":5}', '"name" must be a string.'],
  ['restore', '{"name":["a"]}', '"name" must be a string.'],
  ['snapshot', '{"name":""}', '"name" must not be empty. Leave it out for the default snapshot.'],
  ['restore', '{"name":""}', '"name" must not be empty. Leave it out for the default snapshot.'],
  ['snapshot', '{"nam":"a"}', '"nam" is not a property of this call. It has only "name".'],
  ['expire', '{"at":"2026-01-01"}', '"at" is not a property of this call. It has only "time".'],
  ['export', '{"export_directory":"/nowhere","export_name":5}', '"export_name" must be a string.'],
])('%s with %s is refused', async (name, body, message) => {
  expect(await call('POST', `${ADMIN}:${name}`, body)).toMatchObject({
    status: 400,
    json: { error: { status: 'INVALID_ARGUMENT', message } },
  });
});

test('a snapshot without a name has the default name', async () => {
  for (const body of ['{}', '{"name":null}']) {
    expect((await call('POST', `${ADMIN}:snapshot`, body)).json).toMatchObject({ name: 'default' });
  }
});

test.each([
  ['/a', 'aa/1 b/1'],
  ['/a/1', 'a/2 aa/1 b/1'],
  ['/a/1/s', 'a/1 a/2 aa/1 b/1'],
  ['/a/none', 'a/1 a/1/s/x a/1/s/x/t/y a/2 aa/1 b/1'],
  ['', ''],
])('the emulator deletes documents%j with everything below', async (path, left) => {
  for (const document of ['a/1', 'a/1/s/x', 'a/1/s/x/t/y', 'a/2', 'aa/1', 'b/1']) {
    await call('PATCH', `${DOCUMENTS}/${document}`, {});
  }
  await call('PATCH', 'v1/projects/demo/databases/other/documents/a/1', {});
  await call('DELETE', `${ADMIN}/usage`);
  const documents = `${ADMIN}/databases/(default)/documents`;
  expect(await call('DELETE', `${documents}${path}`)).toEqual({ status: 200, json: {} });
  const names = [...server.store.documents()].map(({ name }) => name);
  expect(names).toContain('projects/demo/databases/other/documents/a/1');
  const own = names.filter((name) => name.startsWith(NAME)).map((name) => name.slice(NAME.length + 1));
  expect(own.sort().join(' ')).toBe(left);
  expect((await call('GET', `${ADMIN}/usage`)).json).toEqual({ reads: 0, writes: 0, deletes: 0 });
});

test('a page of this machine may call the server', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/${DOCUMENTS}:commit`, {
    method: 'OPTIONS',
    headers: { Origin: 'http://page.localhost:3000', 'Access-Control-Request-Headers': 'x-one,x-two' },
  });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': 'http://page.localhost:3000',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'x-one,x-two',
    'access-control-expose-headers': 'x-client-wire-protocol, x-http-session-id, x-http-initial-response',
  });
});

test.each(['export', 'import'])(
  'a web page may not request an %s, which uses files of this machine',
  async (what) => {
    const page = { Origin: 'http://localhost:5000' };
    const body = { export_directory: '/nowhere', import_directory: '/nowhere' };
    const answer = await call('POST', `${ADMIN}:${what}`, body, page);
    expect(answer).toMatchObject({ status: 403, json: { error: { status: 'PERMISSION_DENIED' } } });
  },
);
