import { once } from 'node:events';
import * as http2 from 'node:http2';
import { connect, createServer } from 'node:net';

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Http2Connection } from '#firestore/wire/http2/connection.ts';
import { ERROR, FLAG, FRAME, frame, words } from '#firestore/wire/http2/frames.ts';
import { encodeHeaders } from '#firestore/wire/http2/hpack.ts';

const HEAD = encodeHeaders([[':status', '200']]);
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

let aborted = 0;

/** Answers with the received headers as JSON in the trailers, and with the received data. */
const server = createServer({ noDelay: true }, (socket) => {
  const connection = new Http2Connection(socket, (stream, headers) => {
    stream.respond(HEAD);
    const json = JSON.stringify(Object.fromEntries(headers));
    return {
      data: (bytes) => stream.write(Buffer.from(bytes)),
      end() {
        stream.end(encodeHeaders([['x-received', json]]));
      },
      drained() {},
      aborted: () => (aborted += 1),
    };
  });
  socket.once('end', () => {
    connection.destroy();
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

function port(): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

/** Printable characters, so that the Huffman code of each one is used. */
const headerValue = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
    maxLength: 300,
  })
  .map((text) => text.trim());
const headers = fc.dictionary(fc.stringMatching(/^x-[a-z]{1,3}$/u), headerValue, { maxKeys: 20 });
const bodySize = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 300_000 }));

test("Node's client gets back any headers and bodies, with any window", async () => {
  const requests = fc.array(fc.tuple(headers, bodySize), { minLength: 1, maxLength: 5 });
  const windows = fc.oneof(fc.constant(65_535), fc.integer({ min: 1000, max: 1_000_000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 3 }), windows, async (rounds, window) => {
      const session = http2.connect(`http://127.0.0.1:${port()}`, {
        settings: { initialWindowSize: window },
      });
      // Later rounds refer to headers of earlier ones.
      for (const round of rounds)
        await Promise.all(round.map(async (request) => expectEcho(session, request)));
      session.destroy();
    }),
    { numRuns: 30 },
  );
});

async function expectEcho(
  session: http2.ClientHttp2Session,
  [sent, size]: readonly [Record<string, string>, number],
): Promise<void> {
  const body = Buffer.alloc(size, 'abcdefg');
  const stream = session.request({ ...sent, ':method': 'POST', ':path': '/echo' });
  const parts: Buffer[] = [];
  let trailers: http2.IncomingHttpHeaders = {};
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('trailers', (received: http2.IncomingHttpHeaders) => (trailers = received));
  stream.end(body);
  await once(stream, 'close');
  expect(Buffer.concat(parts).equals(body)).toBe(true);
  expect(JSON.parse(String(trailers['x-received']))).toMatchObject(sent);
}

test('a cancelled or disconnected stream is aborted once', async () => {
  aborted = 0;
  const session = http2.connect(`http://127.0.0.1:${port()}`);
  for (const isCancelled of [true, false]) {
    const stream = session.request({ ':method': 'POST', ':path': '/' });
    stream.on('error', () => undefined);
    await once(stream, 'response');
    if (isCancelled) stream.close(http2.constants.NGHTTP2_CANCEL);
  }
  await expect.poll(() => aborted).toBe(1);
  session.destroy();
  await expect.poll(() => aborted).toBe(2);
});

const EMPTY = Buffer.alloc(0);
const open = frame(FRAME.headers, FLAG.endHeaders, 1, encodeHeaders([[':path', '/']]));

test.each([
  ['a wrong preface', Buffer.from('PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n'), ERROR.protocol],
  ['data on a stream that is not open', withPreface(frame(FRAME.data, 0, 1, EMPTY)), ERROR.protocol],
  ['an even stream', withPreface(frame(FRAME.headers, FLAG.endHeaders, 2, EMPTY)), ERROR.protocol],
  ['a frame that is too long', withPreface(Buffer.alloc(9, 0xec)), ERROR.frameSize],
  ['a short ping', withPreface(frame(FRAME.ping, 0, 0, EMPTY)), ERROR.frameSize],
  [
    'too much padding',
    withPreface(open, frame(FRAME.data, FLAG.padded, 1, Buffer.from([9]))),
    ERROR.protocol,
  ],
  [
    'an unknown header index',
    withPreface(frame(FRAME.headers, FLAG.endHeaders, 1, Buffer.from([0xff, 0x50]))),
    ERROR.compression,
  ],
  [
    'an interrupted header block',
    withPreface(frame(FRAME.headers, 0, 1, EMPTY), frame(FRAME.ping, 0, 0, Buffer.alloc(8))),
    ERROR.protocol,
  ],
  [
    'a window that overflows',
    withPreface(frame(FRAME.windowUpdate, 0, 0, words(0x7fff_ffff))),
    ERROR.flowControl,
  ],
  ['a window update of zero', withPreface(frame(FRAME.windowUpdate, 0, 0, words(0))), ERROR.protocol],
  ['data on stream 0', withPreface(frame(FRAME.data, 0, 0, EMPTY)), ERROR.protocol],
  ['settings on a stream', withPreface(open, frame(FRAME.settings, 0, 1, EMPTY)), ERROR.protocol],
  ['no settings', Buffer.concat([PREFACE, open]), ERROR.protocol],
  ['a setting that is cut off', withPreface(frame(FRAME.settings, 0, 0, Buffer.alloc(5))), ERROR.frameSize],
  [
    'a table that is too large',
    withPreface(frame(FRAME.headers, FLAG.endHeaders, 1, Buffer.from([0x3f, 0xff, 0x7f]))),
    ERROR.compression,
  ],
  ['a push promise', withPreface(frame(FRAME.pushPromise, 0, 1, EMPTY)), ERROR.protocol],
])('%s ends the connection with its error code', async (_name, bytes, code) => {
  const socket = connect(port(), '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.write(bytes);
  await once(socket, 'close');
  // The payload of GOAWAY begins with the last stream and the code.
  const [last] = framesIn(Buffer.concat(parts)).slice(-1);
  expect([last?.[3], last?.readUInt32BE(13)]).toEqual([FRAME.goAway, code]);
});

function withPreface(...frames: readonly Buffer[]): Buffer {
  return Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0, EMPTY), ...frames]);
}

function framesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}
