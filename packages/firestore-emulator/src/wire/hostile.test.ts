import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client, credentials } from '@grpc/grpc-js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Log } from '#firestore/log/log.ts';
import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';
import { loadMessages, type RpcMethod } from '#firestore/protobuf/messages.ts';
import { arbitraryRequest, specialText } from '#firestore/protobuf/testing/arbitrary-message.ts';

/** Set `FIRESTORE_FUZZ_CASES=10000` for a long run. */
const CASES = Number(process.env['FIRESTORE_FUZZ_CASES'] ?? '300');
const TIMEOUT_MS = 30_000 + CASES * 50;
const ROOT = 'projects/p/databases/(default)/documents';
const messages = loadMessages();

const internalErrors: string[] = [];
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error(message, cause) {
    internalErrors.push(
      `${message} ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
    );
  },
};

let server: RunningFirestore;
let client: Client;

beforeAll(async () => {
  // Random requests begin transactions and never end them.
  server = await startFirestore({ host: '127.0.0.1', port: 0, log, lockTimeoutMillis: 20 });
  client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
});

afterAll(async () => {
  client.close();
  await server.stop();
});

/** Expects that the server still answers, and that no request so far caused an internal error. */
async function expectHealthy(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/`);
  expect([answer.status, await answer.text()]).toEqual([200, 'Ok\n']);
  expect(internalErrors).toEqual([]);
}

const json = fc.jsonValue({ maxDepth: 4 });

const at = (name: string): fc.Arbitrary<unknown> =>
  arbitraryRequest(messages.type(`google.firestore.v1.${name}`).reflection);

/** Valid messages of the request type, and arbitrary JSON. */
const bodies = fc.oneof(
  json,
  at('CommitRequest'),
  at('RunQueryRequest'),
  at('RunAggregationQueryRequest'),
  at('BatchGetDocumentsRequest'),
  at('BatchWriteRequest'),
  at('Document'),
);

const VERBS =
  'commit batchGet runQuery runAggregationQuery beginTransaction rollback batchWrite listCollectionIds listen write'.split(
    ' ',
  );
const ADMIN = '/emulator/v1/projects/p';
const KNOWN = [
  '/',
  '/v1/',
  `/v1/${ROOT}/c`,
  `/v1/${ROOT}/c/a`,
  `/v1/${ROOT}/c/a?mask.fieldPaths=%60`,
  `${ADMIN}:securityRules`,
  `${ADMIN}/usage`,
];

const paths = fc.oneof(
  fc.constantFrom(...KNOWN, ...VERBS.map((verb) => `/v1/${ROOT}:${verb}`)),
  fc.webPath().map((path) => `/v1/${path}`),
  fc.webUrl({ withQueryParameters: true }).map((url) => url.replace(/^\w+:\/\/[^/?]*/u, '/v1')),
);

test('any JSON at any path is answered with a status', { timeout: TIMEOUT_MS }, async () => {
  const method = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD');
  await fc.assert(
    fc.asyncProperty(method, paths, bodies, async (verb, path, value) => {
      const body = verb === 'GET' || verb === 'HEAD' ? {} : { body: JSON.stringify(value) };
      const headers = { Authorization: 'Bearer owner' };
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: verb,
        headers,
        ...body,
      });
      await answer.text();
      expect(answer.status).toBeLessThan(502);
      expect(answer.status).not.toBe(500);
    }),
    { numRuns: CASES },
  );
  await expectHealthy();
});

test('any form body at a channel is answered with a status', { timeout: TIMEOUT_MS }, async () => {
  const field = fc.constantFrom('count', 'ofs', 'req0___data__', 'req1___data__', 'reqx___data__', 'headers');
  const parameter = fc.constantFrom('SID', 'RID', 'AID', 'TYPE', 'CI', '$httpHeaders', 'VER', 'TO');
  const value = fc.oneof(
    specialText,
    at('ListenRequest').map((any) => JSON.stringify(any)),
    at('WriteRequest').map((any) => JSON.stringify(any)),
    json.map((any) => JSON.stringify(any)),
    fc.constantFrom('0', '1', '-1', 'terminate', 'xmlhttp', 'Authorization:Bearer owner'),
  );
  const pairs = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.array(fc.tuple(name, value), { maxLength: 4 }).map((each) => new URLSearchParams(each).toString());
  const body = fc.oneof(pairs(field), fc.string({ unit: 'binary' }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('Listen', 'Write'),
      pairs(parameter),
      body,
      async (name, query, form) => {
        const channel = `http://127.0.0.1:${server.port}/google.firestore.v1.Firestore/${name}/channel`;
        const url = `${channel}?${query.toWellFormed()}`;
        const answer = await fetch(url, { method: 'POST', body: form.toWellFormed() });
        expect([200, 400]).toContain(answer.status);
        // Closes the session. Otherwise the next test would notify thousands of listeners of every commit.
        const opened = /\["c","(?<id>[^"]+)"/u.exec(await answer.text())?.groups?.['id'];
        if (opened !== undefined) await fetch(`${channel}?SID=${opened}&TYPE=terminate`, { method: 'POST' });
      },
    ),
    { numRuns: CASES },
  );
  await expectHealthy();
});

/** The status code of a unary or streaming call. */
async function codeOf(method: RpcMethod, bytes: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const ended = ({ code }: { code: number }): void => {
      resolve(code);
    };
    if (method.requestStream) {
      const call = client.makeBidiStreamRequest(method.path, identity, identity);
      call.on('error', () => undefined).on('data', () => undefined);
      call.on('status', ended);
      call.write(bytes);
      call.end();
    } else {
      const call = client.makeServerStreamRequest(method.path, identity, identity, bytes);
      call.on('error', () => undefined).on('data', () => undefined);
      call.on('status', ended);
    }
  });
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}

test('any bytes as a protobuf message are answered with a status', { timeout: TIMEOUT_MS }, async () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 2 });
  const sent = fc.constantFrom(...messages.methods).chain((method) =>
    fc
      .oneof(
        fc.uint8Array({ maxLength: 64 }),
        arbitraryRequest(method.request.reflection).map((message) => encoded(method, message)),
        fc
          .tuple(arbitraryRequest(method.request.reflection), damage)
          .map(([message, changes]) => damaged(encoded(method, message), changes)),
      )
      .map((bytes) => ({ method, bytes: Buffer.from(bytes) })),
  );
  await fc.assert(
    fc.asyncProperty(sent, async ({ method, bytes }) => {
      expect(await codeOf(method, bytes)).toBeLessThanOrEqual(16);
    }),
    { numRuns: CASES },
  );
  await expectHealthy();
});

function encoded({ request: { reflection } }: RpcMethod, message: Record<string, unknown>): Uint8Array {
  return reflection.encode(reflection.fromObject(message)).finish();
}

function damaged(bytes: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const [place, byte] of changes) if (copy.length > 0) copy[place % copy.length] = byte;
  return copy;
}

test('random bytes on the port do no harm', { timeout: TIMEOUT_MS }, async () => {
  const start = fc.constantFrom(
    '',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/1.1\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\n',
    'PRI',
  );
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (prefix, bytes) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      socket.end(Buffer.concat([Buffer.from(prefix), bytes]));
      // HTTP/2 keeps some broken connections open until a ping fails.
      if (!socket.destroyed) await Promise.race([once(socket, 'close'), sleep(50)]);
      socket.destroy();
    }),
    { numRuns: CASES },
  );
  await expectHealthy();
});
