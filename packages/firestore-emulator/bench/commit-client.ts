import { connect } from 'node:net';

import { commitRequest, HEADERS } from '#firestore/bench/requests.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { FLAG, FRAME, frame, FrameReader, SETTING, words, type Frame } from '#firestore/wire/http2/frames.ts';
import { settingsPayload } from '#firestore/wire/http2/frame-checks.ts';
import { encodeHeaders, HeaderDecoder } from '#firestore/wire/http2/hpack.ts';

/** Sends one commit at a time. */
export interface CommitClient {
  set(path: string, n: number): Promise<void>;
  close(): void;
}

export type OpenCommitClient = (port: number) => CommitClient;

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
/** Larger than all answers together, so that the client has no windows to update. */
const WINDOW = 0x7fff_ffff;
const DEFAULT_WINDOW = 65_535;
const METHOD = 'Commit';

/**
 * The gRPC library needs more time for a commit than the fastest server. This client writes the frames itself, so that a
 * benchmark of eight clients in one process waits for the server.
 */
export function createOpenCommitClient(): OpenCommitClient {
  const method = loadMessages().methods.find(({ name }) => name === METHOD);
  if (method === undefined) throw new Error(`There is no method ${METHOD}.`);
  const { path, request } = method;
  return (port) => openCommitClient(port, path, request.encode);
}

function openCommitClient(port: number, method: string, encode: (request: object) => Buffer): CommitClient {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const frames = new FrameReader();
  const decoder = new HeaderDecoder();
  const block = requestHeaders(port, method);
  let streamId = 1;
  let pending: PromiseWithResolvers<undefined> | null = null;
  const fail = (message: string): void => {
    pending?.reject(new Error(message));
    pending = null;
  };
  const receive = ({ type, flags, payload }: Frame): void => {
    if (type === FRAME.headers) {
      const status = decoder.decode(payload).get('grpc-status');
      if ((flags & FLAG.endStream) === 0) return;
      if (status !== '0') fail(`The commit has the status ${status}.`);
      pending?.resolve(undefined);
    } else if (type === FRAME.settings && (flags & FLAG.ack) === 0) {
      socket.write(frame(FRAME.settings, FLAG.ack, 0, Buffer.alloc(0)));
    } else if (type === FRAME.ping && (flags & FLAG.ack) === 0) {
      socket.write(frame(FRAME.ping, FLAG.ack, 0, payload));
    } else if (type === FRAME.reset || type === FRAME.goAway) fail('The server has ended the call.');
  };
  socket.on('data', (bytes) => {
    frames.push(bytes, receive);
  });
  socket.on('error', (error) => {
    fail(error.message);
  });
  socket.on('close', () => {
    fail('The server has closed the connection.');
  });
  socket.write(
    Buffer.concat([
      Buffer.from(PREFACE, 'latin1'),
      frame(FRAME.settings, 0, 0, settingsPayload([[SETTING.initialWindowSize, WINDOW]])),
      frame(FRAME.windowUpdate, 0, 0, words(WINDOW - DEFAULT_WINDOW)),
    ]),
  );
  return {
    async set(path, n) {
      const message = encode(commitRequest(path, n));
      const prefix = Buffer.alloc(5);
      prefix.writeUInt32BE(message.length, 1);
      pending = Promise.withResolvers();
      socket.write(
        Buffer.concat([
          frame(FRAME.headers, FLAG.endHeaders, streamId, block),
          frame(FRAME.data, FLAG.endStream, streamId, Buffer.concat([prefix, message])),
        ]),
      );
      streamId += 2;
      await pending.promise;
    },
    close() {
      socket.destroy();
    },
  };
}

function requestHeaders(port: number, method: string): Buffer {
  return encodeHeaders([
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', method],
    [':authority', `127.0.0.1:${port}`],
    ['te', 'trailers'],
    ['content-type', 'application/grpc'],
    ...Object.entries(HEADERS),
  ]);
}
