import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import http2 from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { google } from '#firestore/api/proto.ts';
import type { Caller } from '#firestore/api/service.ts';
import { DATABASE, Listener, ROOT } from '#firestore/listen/testing/listener.ts';
import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    match /notes/{note} {
      allow read: if get(/databases/$(d)/documents/members/$(request.auth.uid)).data.ok;
      allow create: if request.auth != null;
    }
  }
}`;
const admin: Caller = { kind: 'admin' };
const ann: Caller = { kind: 'user', auth: { uid: 'ann', token: {} } };
const signedOut: Caller = { kind: 'user', auth: null };
const notes: google.firestore.v1.IStructuredQuery = {
  from: [{ collectionId: 'notes' }],
  where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'LESS_THAN', value: { doubleValue: 2 } } },
  orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }],
  limit: { value: 5 },
};

const ok = (value: boolean) => ({ ok: { booleanValue: value } });
const allowed = (method: string, path: string, line: number) => ({ method, path, line, allowed: true });
const rejected = (method: string, path: string, line: number | null) =>
  expect.objectContaining({ method, path, line, allowed: false, reason: expect.stringMatching(/./u) });

let directory: string;
let server: RunningFirestore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'firestore-request-log-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function start(requestLog?: string): Promise<void> {
  server = await startFirestore({
    host: '127.0.0.1',
    port: 0,
    rules: RULES,
    ...(requestLog === undefined ? {} : { requestLog }),
  });
}

async function write(path: string, fields: Record<string, google.firestore.v1.IValue>, caller: Caller) {
  const writes = [{ update: { name: `${ROOT}/${path}`, fields } }];
  await server.service.commit({ database: DATABASE, writes }, caller).catch(() => undefined);
}

async function query(caller: Caller): Promise<void> {
  const answers = server.service.runQuery({ parent: ROOT, structuredQuery: notes }, caller);
  try {
    for await (const answer of answers) void answer;
  } catch {
    // The log has the error.
  }
}

test('the request log has one line for each request, with the verdicts of the rules', async () => {
  const file = join(directory, 'requests.jsonl');
  await start(file);
  await write('members/ann', ok(true), admin);
  await write('notes/a', {}, signedOut);
  await write('notes/a', {}, ann);
  await query(ann);
  const listener = new Listener(server.service, ann);
  listener.query(1, notes);
  await write('members/ann', ok(false), admin);
  await query(ann);
  listener.document(2, 'notes/a');
  await server.stop();

  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const entries: unknown[] = lines.map((line) => JSON.parse(line));
  const common = {
    project: 'p',
    database: '(default)',
    millis: expect.any(Number),
    time: expect.any(String),
  };
  const described = '/notes where n < 2.0 order by n desc limit 5';
  const [denied, uid] = [expect.stringMatching(/^Missing or insufficient permissions: ./u), { uid: 'ann' }];
  const failed = { status: 'PERMISSION_DENIED', message: denied };
  expect(entries).toMatchObject(
    [
      { method: 'Commit', request: 'set /members/ann', caller: { admin: true }, status: 'OK', rules: [] },
      { method: 'Commit', caller: null, ...failed, rules: [rejected('create', '/notes/a', 6)] },
      { method: 'Commit', caller: uid, status: 'OK', rules: [allowed('create', '/notes/a', 6)] },
      { method: 'RunQuery', request: described, status: 'OK', rules: [allowed('list', '/notes', 5)] },
      { method: 'Listen', request: described, status: 'OK', rules: [allowed('list', '/notes', 5)] },
      // The commit has ended the listener before its own answer.
      {
        method: 'Listen',
        request: 'target 1 is no longer allowed',
        ...failed,
        rules: [rejected('list', '/notes', 5)],
      },
      { method: 'Commit', request: 'set /members/ann', status: 'OK' },
      { method: 'RunQuery', caller: uid, ...failed, rules: [rejected('list', '/notes', 5)] },
      { method: 'Listen', request: '/notes/a', ...failed, rules: [rejected('get', '/notes/a', 5)] },
    ].map((entry) => ({ ...common, ...entry })),
  );
});

test('the request log has the requests that no call receives, by REST, WebChannel and gRPC', async () => {
  const file = join(directory, 'refused.jsonl');
  await start(file);
  const url = `http://127.0.0.1:${server.port}`;
  const token = { alg: 'none', sub: 'ann', iat: 1, exp: 2 };
  const part = Buffer.from(JSON.stringify(token)).toString('base64url');
  const rest: [string, string, RequestInit][] = [
    ['POST', `/v1/${ROOT}:commit`, { body: '{', headers: { authorization: 'Bearer owner' } }],
    [
      'GET',
      `/v1/${ROOT}/notes/a?access_token=secret`,
      { headers: { authorization: `Bearer ${part}.${part}.` } },
    ],
    ['PUT', `/v1/${ROOT}/notes/a`, {}],
    ['POST', `/v1/${ROOT}:commit`, { body: Buffer.alloc(33 * 1024 * 1024) }],
    [
      'POST',
      `/google.firestore.v1.Firestore/Listen/channel?database=${encodeURIComponent(DATABASE)}&VER=8`,
      { body: new URLSearchParams({ count: '1', ofs: '0', req0___data__: '{"nope":1}' }) },
    ],
  ];
  for (const [method, path, init] of rest) await fetch(url + path, { method, ...init });
  const headers = { 'x-large': 'x'.repeat(100_000) };
  const large = get(`${url}/v1/${ROOT}/notes/b?key=secret`, { headers, agent: false });
  const [answer]: { statusCode?: number }[] = await once(large, 'response');
  expect(answer?.statusCode).toBe(431);
  const calls: [string, Buffer][] = [
    ['Nope', Buffer.alloc(5)],
    ['GetDocument', Buffer.from([0, 0, 0, 0, 1, 0xff])],
    ['GetDocument', Buffer.from([0, 0xff, 0, 0, 0])],
  ];
  const session = http2.connect(url);
  for (const [rpc, body] of calls) {
    const stream = session.request({
      ':method': 'POST',
      ':path': `/google.firestore.v1.Firestore/${rpc}`,
      'content-type': 'application/grpc',
      'google-cloud-resource-prefix': DATABASE,
    });
    stream.resume().end(body);
    await once(stream, 'close');
  }
  session.destroy();
  const sink = { send: () => true, end: () => undefined };
  const refused = [{}, { database: DATABASE, writes: [{ delete: `${ROOT}/notes/a` }] }];
  for (const request of refused) server.service.write(sink, ann).receive(request);
  await server.stop();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const entries: unknown[] = lines.map((line) => JSON.parse(line));
  const common = { project: 'p', database: '(default)', caller: null, message: expect.stringMatching(/./u) };
  const commit = `/v1/${ROOT}:commit`;
  const handshake = {
    method: 'Write',
    request: 'handshake',
    status: 'INVALID_ARGUMENT',
    caller: { uid: 'ann' },
  };
  expect(entries).toMatchObject(
    [
      { method: 'POST', request: commit, status: 'INVALID_ARGUMENT', caller: { admin: true } },
      { method: 'GET', request: `/v1/${ROOT}/notes/a`, status: 'UNAUTHENTICATED' },
      { method: 'PUT', status: 'NOT_FOUND' },
      { method: 'POST', request: commit, status: 'INVALID_ARGUMENT' },
      { method: 'Listen', status: 'INVALID_ARGUMENT' },
      {
        method: 'GET',
        request: `/v1/${ROOT}/notes/b`,
        status: 'INVALID_ARGUMENT',
        message: 'Request Header Fields Too Large.',
      },
      { method: 'Nope', request: '/google.firestore.v1.Firestore/Nope', status: 'UNIMPLEMENTED' },
      { method: 'GetDocument', status: 'INTERNAL' },
      { method: 'GetDocument', status: 'RESOURCE_EXHAUSTED' },
      { ...handshake, project: '', database: '' },
      handshake,
    ].map((entry) => ({ ...common, ...entry })),
  );
});

test('without a log the server keeps failed requests, and after the first look all of them', async () => {
  await start();
  await write('members/ann', {}, admin);
  await query(ann);
  const url = `http://127.0.0.1:${server.port}/emulator/v1/projects/p/requests`;
  const statuses = async (): Promise<string[]> => {
    const { requests }: { requests: { status: string }[] } = JSON.parse(await (await fetch(url)).text());
    return requests.map(({ status }) => status);
  };
  expect(await statuses()).toEqual(['PERMISSION_DENIED']);
  await write('members/ann', {}, admin);
  expect(await statuses()).toEqual(['OK', 'PERMISSION_DENIED']);
  await server.stop();
});
