import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { boundBodies } from '#functions/cloud/bounded-bodies.ts';

const LIMIT = 1000;
const { createServer } = http;
const server = (() => {
  boundBodies(LIMIT);
  try {
    return http.createServer((request, response) => {
      const body: unknown = Reflect.get(request, 'rawBody');
      response.end(Buffer.isBuffer(body) ? `read ${body.byteLength}` : 'read nothing');
    });
  } finally {
    http.createServer = createServer;
  }
})();
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) url = `http://127.0.0.1:${address.port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function post(body: RequestInit['body'], headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: body ?? null, headers, duplex: 'half' });
  return { status: response.status, text: await response.text() };
}

async function* slowChunks(pieces: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < pieces; piece += 1) {
    yield Buffer.alloc(100);
    await pause(1);
  }
}

test('a small body is read before the listener runs', async () => {
  expect(await post('x'.repeat(LIMIT))).toEqual({ status: 200, text: `read ${LIMIT}` });
  expect(await post(null)).toEqual({ status: 200, text: 'read 0' });
});

test.each(['gzip', 'GZIP', 'deflate', 'br', 'gzip, gzip'])(
  'a body with the encoding %s is rejected without being inflated',
  async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(LIMIT / 2));
    expect(await post(bomb, { 'content-encoding': encoding })).toEqual({
      status: 415,
      text: '{"code":"wrongType","primary_error":"The request must be JSON."}',
    });
  },
);

test.each([
  ['announced by content-length', () => 'x'.repeat(LIMIT + 1)],
  ['sent in pieces', () => ReadableStream.from(slowChunks(LIMIT / 100 + 1))],
])('a larger body that is %s is rejected', async (_how, body) => {
  expect(await post(body())).toEqual({
    status: 413,
    text: '{"code":"tooLarge","primary_error":"The request is too large."}',
  });
});

test('the server still serves requests after a client hangs up', async () => {
  const end = new AbortController();
  const asked = fetch(url, {
    method: 'POST',
    body: ReadableStream.from(slowChunks(9)),
    duplex: 'half',
    signal: end.signal,
  }).catch(() => 'gone');
  end.abort();
  expect(await asked).toBe('gone');
  expect(await post('x')).toMatchObject({ status: 200 });
});
