import { once } from 'node:events';
import * as http2 from 'node:http2';
import { connect } from 'node:net';

import { expect, test } from 'vitest';

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

test('the keepalive closes a connection that HTTP/2 has given up', async () => {
  const server = await serve({ calls: new Map(), keepalive: { everyMs: 20, timeoutMs: 20 } });
  const socket = connect(server.port, '127.0.0.1');
  // The header of a frame that exceeds the maximum length.
  socket.end(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.alloc(9, 0xec)]));
  socket.resume();
  await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
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
