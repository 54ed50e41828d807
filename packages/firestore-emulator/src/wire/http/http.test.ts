import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

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

test('a streamed answer waits for the client to read, and stops when the client disconnects', async () => {
  let [produced, stopped] = [0, false];
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        produced += 1;
        yield 'x'.repeat(1 << 20);
      }
    } finally {
      stopped = true;
    }
  }
  const port = await start(() => ok(endless()));
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  socket.read(1);
  await expect.poll(() => produced).toBeGreaterThan(1);
  expect(produced).toBeLessThan(100);
  socket.destroy();
  await expect.poll(() => stopped).toBe(true);
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
