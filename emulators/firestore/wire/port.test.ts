import { connect } from 'node:net';
import { once } from 'node:events';

import { Client, credentials, status } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';

import { silentLog } from '#firestore/log.ts';
import { openPort, type OpenPort } from '#firestore/wire/port.ts';
import { loadMessages } from '#firestore/wire/messages.ts';
import { stubAdmin, stubService } from '#firestore/wire/testing/stub-service.ts';
import { StatusError } from '#firestore/status.ts';

const messages = loadMessages();
const open: OpenPort[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((port) => port.close()));
});

async function start(service = stubService()): Promise<number> {
  const port = await openPort({
    host: '127.0.0.1',
    port: 0,
    messages,
    service,
    admin: stubAdmin(),
    now: Date.now,
    log: silentLog,
  });
  open.push(port);
  return port.port;
}

async function unary(port: number, name: string, request: object): Promise<unknown> {
  const method = messages.methods.find((candidate) => candidate.name === name);
  if (method === undefined) throw new Error(`no method ${name}`);
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  try {
    return await new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        method.path,
        method.request.encode,
        method.response.decode,
        request,
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
});

test('a refusal keeps its code and its message', async () => {
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

test('a method that is not served is UNIMPLEMENTED', async () => {
  const port = await start();
  await expect(unary(port, 'ExecutePipeline', {})).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
});

test('a connection whose first bytes come one by one is told apart all the same', async () => {
  const port = await start();
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  for (const byte of 'PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n') {
    socket.write(byte);
    await new Promise(setImmediate);
  }
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1.1 404 /u);
});
