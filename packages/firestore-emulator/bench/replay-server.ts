import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { createServer } from 'node:net';

import { StatusError } from '#firestore/api/status.ts';
import { HEADERS } from '#firestore/bench/requests.ts';
import { GrpcCall } from '#firestore/wire/grpc/grpc-call.ts';
import { MessageReader } from '#firestore/wire/grpc/message-reader.ts';
import { Http2Connection, type OpenStream } from '#firestore/wire/http2/connection.ts';
import type { Http2Stream, StreamEvents } from '#firestore/wire/http2/stream.ts';

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const PREFIX_BYTES = 5;

interface Replier {
  message(bytes: Buffer): void;
  /** The client has sent all messages. */
  end(): void;
}

/**
 * This process is between a client and the server whose port is its argument. It forwards each call, and records the answers
 * of the last call of each method. After a message from its parent, it repeats these answers without the server.
 */
const upstream = new Client(`127.0.0.1:${process.argv[2]}`, credentials.createInsecure(), {
  'grpc.max_receive_message_length': -1,
});
const recorded = new Map<string, Buffer[]>();
let replayed: ReadonlyMap<string, Buffer> | null = null;

function record(method: string, out: GrpcCall): Replier {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(HEADERS)) metadata.set(name, value);
  const answers: Buffer[] = [];
  recorded.set(method, answers);
  const call = upstream.makeBidiStreamRequest(method, unchanged, unchanged, metadata);
  call.on('data', (bytes: Buffer) => {
    answers.push(bytes);
    out.send(bytes);
  });
  call.on('end', () => {
    out.end();
  });
  call.on('error', (error) => {
    out.end(new StatusError('INTERNAL', error.message));
  });
  return {
    message: (bytes) => void call.write(bytes),
    end: () => void call.end(),
  };
}

function replay(answer: Buffer, stream: Http2Stream, out: GrpcCall): Replier {
  let isSent = false;
  return {
    message() {
      if (isSent) return;
      isSent = true;
      out.sendHead();
      stream.write(answer);
    },
    end() {
      out.end();
    },
  };
}

const open: OpenStream = (stream, headers): StreamEvents => {
  const method = headers.get(':path') ?? '';
  const out = new GrpcCall(stream);
  const answer = replayed?.get(method);
  const replier = answer === undefined ? record(method, out) : replay(answer, stream, out);
  const reader = new MessageReader(headers.get('grpc-encoding'), MAX_REQUEST_BYTES);
  return {
    data(bytes) {
      reader.push(bytes, (message) => {
        replier.message(message);
      });
    },
    end() {
      replier.end();
    },
    drained() {},
    aborted() {
      out.cancel();
      replier.end();
    },
  };
};

function unchanged(bytes: Buffer): Buffer {
  return bytes;
}

function framed(messages: readonly Buffer[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const prefix = Buffer.alloc(PREFIX_BYTES);
      prefix.writeUInt32BE(message.length, 1);
      return [prefix, message];
    }),
  );
}

const server = createServer({ noDelay: true }, (socket) => new Http2Connection(socket, open));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
});
process.on('message', () => {
  replayed = new Map([...recorded].map(([method, answers]) => [method, framed(answers)]));
  upstream.close();
  process.send?.('replaying');
});
