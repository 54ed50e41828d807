import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';

import { Client, credentials, Metadata, status, type ClientDuplexStream } from '@grpc/grpc-js';
import { afterEach, describe, expect, test } from 'vitest';

import type { CallerOptions } from '#firestore/wire/callers/local-callers.ts';
import { silentLog } from '#firestore/log/log.ts';
import { openPort, type OpenPort } from '#firestore/wire/port.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { stubAdmin, stubService } from '#firestore/wire/testing/stub-service.ts';
import { StatusError } from '#firestore/api/status.ts';

const messages = loadMessages();
const open: OpenPort[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((port) => port.close()));
});

async function start(service = stubService(), callers: Partial<CallerOptions> = {}): Promise<number> {
  const port = await openPort({
    host: '127.0.0.1',
    port: 0,
    messages,
    service,
    admin: stubAdmin(),
    now: Date.now,
    log: silentLog,
    ...callers,
  });
  open.push(port);
  return port.port;
}

async function unary(
  port: number,
  name: string,
  request: object,
  { authority = `127.0.0.1:${port}`, metadata = new Metadata() } = {},
): Promise<unknown> {
  const method = messages.methods.find((candidate) => candidate.name === name);
  if (method === undefined) throw new Error(`no method ${name}`);
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.default_authority': authority,
  });
  try {
    return await new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        method.path,
        method.request.encode,
        method.response.decode,
        request,
        metadata,
        (error, answer) => {
          if (error === null) resolve(answer);
          else reject(error);
        },
      );
    });
  } finally {
    client.close();
  }
}

test('one port answers gRPC and HTTP', async () => {
  const port = await start(
    stubService({ getDocument: (request) => Promise.resolve({ name: request.name ?? '' }) }),
  );
  expect(await unary(port, 'GetDocument', { name: 'a/b' })).toMatchObject({ name: 'a/b' });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, await answer.text()]).toEqual([200, 'Ok\n']);
  const head = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('an error keeps its code and its message', async () => {
  const port = await start(
    stubService({
      getDocument: () => Promise.reject(new StatusError('NOT_FOUND', 'Document "ä" not found.')),
    }),
  );
  await expect(unary(port, 'GetDocument', {})).rejects.toMatchObject({
    code: status.NOT_FOUND,
    details: 'Document "ä" not found.',
  });
});

test('a stream that fails sends its headers before the error', async () => {
  const port = await start(
    stubService({
      // oxlint-disable-next-line require-yield -- it fails before its first answer
      async *batchGetDocuments() {
        await Promise.resolve();
        throw new StatusError('ABORTED', 'Not now.');
      },
    }),
  );
  const method = messages.methods.find(({ name }) => name === 'BatchGetDocuments');
  if (method === undefined) throw new Error('no BatchGetDocuments');
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const answers: string[] = [];
  const call = client.makeServerStreamRequest(method.path, method.request.encode, method.response.decode, {});
  call.on('metadata', () => answers.push('headers')).on('data', () => undefined);
  await new Promise<void>((resolve) => {
    call.on('error', ({ message }) => {
      answers.push(message);
      resolve();
    });
  });
  expect(answers).toEqual(['headers', expect.stringContaining('ABORTED: Not now.')]);
  client.close();
});

test('a method that is not supported is UNIMPLEMENTED', async () => {
  const port = await start();
  await expect(unary(port, 'ExecutePipeline', {})).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
});

test('the protocol is detected even if the first bytes arrive one by one', async () => {
  const port = await start();
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  for (const byte of 'PUT / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n') {
    socket.write(byte);
    await new Promise(setImmediate);
  }
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1.1 404 /u);
});

/** `fetch` would overwrite Host and Origin, so this uses node:http. */
async function send(
  port: number,
  headers: Record<string, string>,
  { method = 'GET', path = '/' } = {},
): Promise<{ status: number | undefined; origin: string | undefined; text: string }> {
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }).end();
  const [response]: IncomingMessage[] = await once(request, 'response');
  let text = '';
  for await (const chunk of response ?? []) text += String(chunk);
  return { status: response?.statusCode, origin: response?.headers['access-control-allow-origin'], text };
}

describe('requests from a page of another site', () => {
  const document = { path: '/v1/projects/p/databases/(default)/documents/a/b' };
  const channel = { method: 'POST', path: '/google.firestore.v1.Firestore/Listen/channel' };
  const admin = { method: 'DELETE', path: '/emulator/v1/projects/p/databases/(default)/documents' };

  test.each([
    [
      'with its own name as the host (DNS rebinding)',
      { host: 'evil.example', authorization: 'Bearer owner' },
    ],
    ['with its own name as the origin', { origin: 'https://evil.example', authorization: 'Bearer owner' }],
    ['from a sandboxed frame', { origin: 'null' }],
  ])('are rejected %s', async (_how, headers) => {
    const received: unknown[] = [];
    const getDocument = (request: object) => {
      received.push(request);
      return Promise.resolve({});
    };
    const port = await start(stubService({ getDocument }));
    for (const target of [{}, document, channel, admin, { ...document, method: 'OPTIONS' }]) {
      expect(await send(port, headers, target)).toMatchObject({ status: 403, origin: undefined });
    }
    expect(received).toEqual([]);
  });

  test('are rejected by gRPC', async () => {
    const port = await start(stubService({ getDocument: () => Promise.resolve({}) }));
    const metadata = new Metadata();
    metadata.set('origin', 'https://evil.example');
    for (const options of [{ authority: 'evil.example' }, { metadata }]) {
      await expect(unary(port, 'GetDocument', { name: 'a/b' }, options)).rejects.toMatchObject({
        code: status.PERMISSION_DENIED,
        details: expect.stringMatching(/evil\.example.+--allow-/u),
      });
    }
  });

  test('are accepted if the server allows the site', async () => {
    const port = await start(stubService({ getDocument: () => Promise.resolve({}) }), {
      allowHosts: ['firestore'],
      allowOrigins: ['https://dev.example.com'],
    });
    const headers = { host: `firestore:${port}`, origin: 'https://dev.example.com' };
    expect(await send(port, headers, document)).toMatchObject({ status: 200, origin: headers.origin });
    await unary(port, 'GetDocument', { name: 'a/b' }, { authority: 'firestore:8080' });
  });
});

test('a page of this machine may call the server, from any port', async () => {
  const port = await start();
  const origin = 'http://localhost:5080';
  expect(await send(port, { origin })).toMatchObject({ status: 200, origin, text: 'Ok\n' });
});

interface ListenCall {
  readonly call: ClientDuplexStream<object, object>;
  readonly client: Client;
  readonly answers: object[];
  readonly ended: Promise<{ code: number; details: string }>;
}

function openListenCall(port: number): ListenCall {
  const method = messages.methods.find(({ name }) => name === 'Listen');
  if (method === undefined) throw new Error('no Listen');
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const call = client.makeBidiStreamRequest(method.path, method.request.encode, method.response.decode);
  const answers: object[] = [];
  call.on('data', (answer: object) => answers.push(answer)).on('error', () => undefined);
  // `once` would reject with the error that precedes a status other than OK.
  const ended = new Promise<Awaited<ListenCall['ended']>>((resolve) => {
    call.on('status', ({ code, details }) => {
      resolve({ code, details });
    });
  });
  return { call, client, answers, ended };
}

test('after the client half-closes, the server sends all answers before it ends the stream', async () => {
  const port = await start(
    stubService({
      listen(sink) {
        const received: number[] = [];
        return {
          receive: ({ removeTarget }) => received.push(removeTarget ?? 0),
          resume() {},
          close() {
            for (const targetId of received) sink.send({ filter: { targetId, count: 0 } });
            sink.end();
          },
        };
      },
    }),
  );
  const { call, client, answers, ended } = openListenCall(port);
  for (const removeTarget of [1, 2, 3]) call.write({ database: 'd', removeTarget });
  call.end();
  expect(await ended).toMatchObject({ code: status.OK });
  expect(answers).toMatchObject([1, 2, 3].map((targetId) => ({ filter: { targetId } })));
  client.close();
});

test('if the service throws at a request, both sides of the stream end', async () => {
  let closed = 0;
  const port = await start(
    stubService({
      listen: () => ({
        receive() {
          throw new StatusError('INVALID_ARGUMENT', 'Bad request.');
        },
        resume() {},
        close: () => (closed += 1),
      }),
    }),
  );
  const { call, client, ended } = openListenCall(port);
  call.write({ database: 'd' });
  expect(await ended).toEqual({ code: status.INVALID_ARGUMENT, details: 'Bad request.' });
  expect(closed).toBe(1);
  client.close();
});

test('a slow client makes the service pause', async () => {
  let [sent, resumed] = [0, 0];
  const large = { documentDelete: { document: 'x'.repeat(1 << 20) } };
  const port = await start(
    stubService({
      listen(sink) {
        const sendUntilFull = (): void => {
          while (sent < 100 && sink.send(large)) sent += 1;
        };
        return {
          receive: sendUntilFull,
          resume() {
            resumed += 1;
            sendUntilFull();
          },
          close: () => {
            sink.end();
          },
        };
      },
    }),
  );
  const { call, client, answers } = openListenCall(port);
  call.pause();
  call.write({ database: 'd' });
  await expect.poll(() => sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(100);
  call.resume();
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(100);
  expect(resumed).toBeGreaterThan(0);
  call.cancel();
  client.close();
});
