import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';

import { afterEach, expect, test } from 'vitest';

import { silentLog } from '#firestore/log/log.ts';
import {
  createHttpAdapter,
  type HttpAdapter,
  type HttpOptions,
  type HttpRequest,
} from '#firestore/wire/http/http.ts';
import { type HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import { createMux, type Mux, type MuxOptions } from '#firestore/wire/mux.ts';

const running: { mux: Mux; http: HttpAdapter }[] = [];

afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async ({ mux, http }) => {
      http.stop();
      await mux.stop();
    }),
  );
});

async function start(
  answer: (request: HttpRequest) => HttpAnswer,
  options: Partial<HttpOptions> & MuxOptions = {},
): Promise<number> {
  const http = createHttpAdapter((request) => Promise.resolve(answer(request)), {
    log: silentLog,
    check: () => null,
    ...options,
  });
  const mux = createMux({ http1: http.accept, http2: (socket) => socket.destroy() }, options);
  running.push({ mux, http });
  mux.server.listen(0, '127.0.0.1');
  await once(mux.server, 'listening');
  const address = mux.server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

const ok = (body: HttpAnswer['body'] = 'ok'): HttpAnswer => ({ status: 200, headers: {}, body });

async function textUntilClose(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

test('a connection that sends nothing is closed', async () => {
  const port = await start(() => ok(), { firstBytesTimeoutMs: 20 });
  for (const first of ['', 'PRI']) {
    const socket = connect(port, '127.0.0.1');
    socket.write(first);
    expect(await textUntilClose(socket)).toBe('');
  }
});

test('an incomplete request gets 408, and does not delay other requests', async () => {
  const port = await start(() => ok(), { headersTimeoutMs: 40, requestTimeoutMs: 80 });
  const halves = [
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc',
  ];
  const sockets = halves.map((half) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(half);
    return textUntilClose(socket);
  });
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
  for (const answer of await Promise.all(sockets)) expect(answer).toMatch(/^HTTP\/1.1 408 /u);
});

test('a body that is too large is rejected', async () => {
  let calls = 0;
  const port = await start(() => {
    calls += 1;
    return ok();
  });
  const body = Buffer.alloc(33 * 1024 * 1024);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
  expect(await textUntilClose(socket)).toMatch(/^HTTP\/1.1 413 [^]*INVALID_ARGUMENT/u);
  expect(calls).toBe(0);
});

const GZIP = 'Accept-Encoding: gzip\r\n';

test.each(['', GZIP])(
  'a streamed answer waits for a slow client, and stops without it: %j',
  async (header) => {
    // Random bytes, because a compressor makes a few packets of equal ones.
    const noise = randomBytes(1 << 20).toString('base64');
    let [produced, stopped] = [0, false];
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          produced += 1;
          yield noise;
        }
      } finally {
        stopped = true;
      }
    }
    const port = await start(() => ok(endless()));
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
    await once(socket, 'readable');
    socket.read(1);
    await expect.poll(() => produced).toBeGreaterThan(1);
    expect(produced).toBeLessThan(100);
    socket.destroy();
    await expect.poll(() => stopped).toBe(true);
  },
);

test('a compressed stream sends each chunk at once, and fewer bytes', async () => {
  const sent: string[] = [];
  const text = new EventTarget();
  async function* body(): AsyncGenerator<string> {
    for (let index = 0; index < 3; index += 1) {
      const chunk = `${index}: ${'a document '.repeat(1_000)}`;
      sent.push(chunk);
      yield chunk;
      // The client must receive this chunk before the server continues.
      if (index < 2) await once(text, String(sent.length));
    }
  }
  const port = await start(() => ok(body()));
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET / HTTP/1.0\r\nHost: x\r\nConnection: close\r\n${GZIP}\r\n`);
  const unzip = createGunzip();
  let [received, bytes, head] = ['', 0, ''];
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    unzip.write(head === '' ? chunk.subarray(chunk.indexOf('\r\n\r\n') + 4) : chunk);
    head ||= chunk.toString('latin1');
  });
  unzip.on('data', (chunk) => {
    received += chunk.toString();
    if (received === sent.join('')) text.dispatchEvent(new Event(String(sent.length)));
  });
  await once(socket, 'close');
  await expect.poll(() => received).toBe(sent.join(''));
  expect(sent).toHaveLength(3);
  expect(head).toMatch(/Content-Encoding: gzip/u);
  expect(bytes).toBeLessThan(2_000);
});

test('a long text is compressed if the client accepts gzip', async () => {
  const port = await start(() => ok('a document '.repeat(1_000)));
  for (const [coding, expected] of [
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'Accept-Encoding': coding } });
    expect(answer.headers.get('content-encoding')).toBe(expected);
    expect(await answer.text()).toBe('a document '.repeat(1_000));
  }
});

async function* chunks(): AsyncGenerator<string> {
  for (let chunk = 0; chunk < 40; chunk += 1) {
    yield 'x'.repeat(1 << 18);
    await setImmediate();
  }
}

test('waiting for a slow client leaks no event listeners', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const port = await start(() => ok(chunks()));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect((await answer.text()).length).toBe(40 << 18);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
