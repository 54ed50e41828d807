import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, test } from 'vitest';

import { silentLog } from '#firestore/log.ts';
import { createGrpcAdapter } from '#firestore/wire/grpc.ts';
import { loadMessages } from '#firestore/wire/messages.ts';
import { createMux } from '#firestore/wire/mux.ts';

test('a connection that HTTP/2 has given up is closed by the keepalive', async () => {
  const grpc = createGrpcAdapter({
    messages: loadMessages(),
    calls: new Map(),
    now: Date.now,
    log: silentLog,
    keepalive: { everyMs: 20, timeoutMs: 20 },
  });
  const mux = createMux({ http1: (socket) => socket.destroy(), http2: grpc.accept });
  mux.server.listen(0, '127.0.0.1');
  await once(mux.server, 'listening');
  const address = mux.server.address();
  const socket = connect(address === null || typeof address === 'string' ? 0 : address.port, '127.0.0.1');
  // The head of a frame that is longer than any may be.
  socket.end(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.alloc(9, 0xec)]));
  socket.resume();
  await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
  grpc.stop();
  await mux.stop();
});
