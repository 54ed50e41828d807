import { once } from 'node:events';
import * as http2 from 'node:http2';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { StatusError } from '#firestore/api/status.ts';
import { silentLog } from '#firestore/log/log.ts';
import { callsOf } from '#firestore/api/calls.ts';
import { createGrpcAdapter, type GrpcDependencies } from '#firestore/wire/grpc/grpc.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { createMux } from '#firestore/wire/mux.ts';
import { stubService } from '#firestore/wire/testing/stub-service.ts';

const messages = loadMessages();

async function serve(
  parts: Pick<GrpcDependencies, 'calls' | 'keepalive'>,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const grpc = createGrpcAdapter({ messages, now: Date.now, log: silentLog, check: () => null, ...parts });
  const mux = createMux({ http1: (socket) => socket.destroy(), http2: grpc.accept });
  mux.server.listen(0, '127.0.0.1');
  await once(mux.server, 'listening');
  const address = mux.server.address();
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    async stop() {
      grpc.stop();
      await mux.stop();
    },
  };
}

test('the keepalive closes a connection that answers no ping', async () => {
  const server = await serve({ calls: new Map(), keepalive: { everyMs: 20, timeoutMs: 20 } });
  const session = http2.connect(`http://127.0.0.1:${server.port}`);
  const socket = connect(server.port, '127.0.0.1');
  // The preface and empty settings.
  socket.write(
    Buffer.concat([
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
    ]),
  );
  socket.resume();
  await once(socket, 'close');
  // Node's client answers pings.
  expect([socket.destroyed, session.destroyed]).toEqual([true, false]);
  session.destroy();
  await server.stop();
});

test('consecutive small answers share frames', async () => {
  const count = 1_000;
  const service = stubService({
    listen(sink) {
      let sent = 0;
      const sendUntilFull = (): void => {
        while (sent < count) {
          sent += 1;
          if (!sink.send({ filter: { targetId: 1, count: 1 } })) return;
        }
      };
      return { receive: sendUntilFull, resume: sendUntilFull, close: () => undefined };
    },
  });
  const server = await serve({ calls: callsOf(service) });
  const session = http2.connect(`http://127.0.0.1:${server.port}`);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/google.firestore.v1.Firestore/Listen',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const sizes: number[] = [];
  stream.on('data', (frame: Buffer) => sizes.push(frame.length));
  // An empty request: the compression flag and the length 0.
  stream.write(Buffer.alloc(5));
  const answer =
    5 +
    messages.type('google.firestore.v1.ListenResponse').encode({ filter: { targetId: 1, count: 1 } }).length;
  await expect.poll(() => sizes.reduce((total, size) => total + size, 0)).toBe(count * answer);
  expect(sizes.length).toBeLessThan(count / 10);
  session.destroy();
  await server.stop();
});

/** Makes one unary call with raw bytes. Returns its status. */
async function statusOf(
  port: number,
  headers: http2.OutgoingHttpHeaders,
  body: Buffer,
): Promise<readonly unknown[]> {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/google.firestore.v1.Firestore/GetDocument',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  let status: readonly unknown[] = [];
  const read = (received: http2.IncomingHttpHeaders): void => {
    if (received['grpc-status'] !== undefined) status = [received['grpc-status'], received['grpc-message']];
  };
  stream.on('response', read).on('trailers', read).resume();
  stream.end(body);
  await once(stream, 'close');
  session.destroy();
  return status;
}

function request(name: string): Buffer {
  return messages.type('google.firestore.v1.GetDocumentRequest').encode({ name });
}

function framed(isCompressed: boolean, message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(Number(isCompressed), 0);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

test('requests can be compressed, have a deadline, and must be one complete message', async () => {
  const service = stubService({
    async getDocument({ name }) {
      if (name === 'slow') await new Promise(() => undefined);
      throw new StatusError('NOT_FOUND', `No 100 % "${name ?? ''}" – é.`);
    },
  });
  const server = await serve({ calls: callsOf(service) });
  const notFound = ['5', 'No 100 %25 "a" %E2%80%93 %C3%A9.'];
  const { port } = server;
  expect(await statusOf(port, {}, framed(false, request('a')))).toEqual(notFound);
  const gzip = framed(true, gzipSync(request('a')));
  expect(await statusOf(port, { 'grpc-encoding': 'gzip' }, gzip)).toEqual(notFound);
  expect(await statusOf(port, { 'grpc-encoding': 'br' }, gzip)).toContain('12');
  expect(await statusOf(port, { 'grpc-timeout': '20m' }, framed(false, request('slow')))).toContain('4');
  expect(await statusOf(port, {}, framed(false, request('a')).subarray(0, 6))).toContain('13');
  expect(await statusOf(port, {}, Buffer.alloc(0))).toContain('12');
  expect(await statusOf(port, {}, Buffer.alloc(10))).toContain('12');
  expect(await statusOf(port, {}, framed(false, Buffer.from([0xff])))).toContain('13');
  expect(await statusOf(port, {}, Buffer.from([0, 0xff, 0, 0, 0]))).toContain('8');
  await server.stop();
});

test('the older v1beta1 has the same calls, except for those that it never had', async () => {
  const service = stubService({
    async getDocument({ name }) {
      throw new StatusError('NOT_FOUND', `No ${name ?? ''}.`);
    },
  });
  const server = await serve({ calls: callsOf(service) });
  const statusAt = async (path: string): Promise<readonly unknown[]> =>
    statusOf(server.port, { ':path': path }, framed(false, request('a')));
  expect(await statusAt('/google.firestore.v1beta1.Firestore/GetDocument')).toEqual(['5', 'No a.']);
  for (const path of ['v1beta1.Firestore/RunAggregationQuery', 'v1beta2.Firestore/GetDocument'])
    expect(await statusAt(`/google.firestore.${path}`)).toEqual([
      '12',
      `The server does not implement the method /google.firestore.${path}`,
    ]);
  await server.stop();
});
