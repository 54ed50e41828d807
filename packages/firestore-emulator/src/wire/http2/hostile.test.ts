import { once } from 'node:events';
import * as http2 from 'node:http2';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Log } from '#firestore/log/log.ts';
import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';
import { ERROR, FLAG, FRAME, frame, words } from '#firestore/wire/http2/frames.ts';
import { encodeHeaders } from '#firestore/wire/http2/hpack.ts';

/** Set `FIRESTORE_FUZZ_CASES=10000` for a long run. */
const CASES = Number(process.env['FIRESTORE_FUZZ_CASES'] ?? '300');
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const EMPTY = Buffer.alloc(0);
const SETTINGS = frame(FRAME.settings, 0, 0, EMPTY);
const MEGABYTE = 1024 * 1024;

const internalErrors: string[] = [];
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (message, cause) => internalErrors.push(`${message} ${String(cause)}`),
};

let server: RunningFirestore;
let neighbor: http2.ClientHttp2Session;

beforeAll(async () => {
  server = await startFirestore({ host: '127.0.0.1', port: 0, log });
  neighbor = http2.connect(`http://127.0.0.1:${server.port}`);
});

afterAll(async () => {
  neighbor.destroy();
  await server.stop();
});

function callHeaders(method: string): Buffer {
  return encodeHeaders([
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', `/google.firestore.v1.Firestore/${method}`],
    [':authority', 'localhost'],
    ['content-type', 'application/grpc'],
    ['authorization', 'Bearer owner'],
  ]);
}

/** Expects that a connection beside the hostile ones still gets its answers. */
async function expectHealthy(): Promise<void> {
  const stream = neighbor.request({
    ':method': 'POST',
    ':path': '/google.firestore.v1.Firestore/ListCollectionIds',
    'content-type': 'application/grpc',
    authorization: 'Bearer owner',
  });
  let status: unknown;
  stream.on('response', (headers) => (status = headers['grpc-status']));
  stream.resume().end(Buffer.alloc(5));
  await once(stream, 'close');
  // The request has no parent.
  expect([status, internalErrors]).toEqual(['3', []]);
}

const LAST_PING = Buffer.from('the last');
const LAST_PONG = frame(FRAME.ping, FLAG.ack, 0, LAST_PING);

/** Sends bytes. Returns the received frames; a frame that is cut off is the last one. */
async function exchange(sent: Buffer): Promise<Buffer[]> {
  const socket = connect(server.port, '127.0.0.1');
  let received = EMPTY;
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part]);
    if (received.includes(LAST_PONG)) socket.destroy();
  });
  socket.write(Buffer.concat([sent, frame(FRAME.ping, 0, 0, LAST_PING)]));
  // The ping has no answer if it is part of a frame that is cut off.
  const timer = setTimeout(() => socket.destroy(), 100);
  await once(socket, 'close');
  clearTimeout(timer);
  return framesIn(received);
}

function framesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + 9 <= bytes.length;) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}

const streamId = fc.oneof(fc.constantFrom(0, 1, 3, 5, 7), fc.nat({ max: 0x7fff_ffff }));
const flags = fc.oneof(fc.constantFrom(0, 1, 4, 5, 8, 0x24), fc.nat({ max: 255 }));
const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
const message = fc.oneof(
  fc.constant(Buffer.alloc(5)),
  bytes.map((body) => Buffer.concat([Buffer.from([0, 0, 0, 0, body.length]), body])),
);
const method = fc.constantFrom(
  'GetDocument',
  'Commit',
  'RunQuery',
  'Listen',
  'Write',
  'BatchGetDocuments',
  'Nope',
);
const headerBlock = fc.oneof(
  { weight: 3, arbitrary: method.map(callHeaders) },
  // With changes of the table's size and references to its entries.
  bytes,
  fc
    .tuple(fc.nat({ max: 0x1f }), bytes)
    .map(([size, rest]) => Buffer.concat([Buffer.from([0x20 | size]), rest])),
);
const number = fc.oneof(fc.constantFrom(0, 1, 0x7fff_ffff, 0xffff_ffff), fc.nat({ max: 0xffff_ffff }));

const valid = fc.oneof(
  fc
    .tuple(streamId, fc.constantFrom(4, 5, 0), headerBlock)
    .map(([id, flag, block]) => frame(FRAME.headers, flag, id, block)),
  fc
    .tuple(streamId, flags, headerBlock)
    .map(([id, flag, block]) => frame(FRAME.continuation, flag, id, block)),
  fc
    .tuple(streamId, fc.constantFrom(0, 1), message)
    .map(([id, flag, body]) => frame(FRAME.data, flag, id, body)),
  fc
    .array(fc.tuple(fc.nat({ max: 8 }), number), { maxLength: 6 })
    .map((pairs) =>
      frame(
        FRAME.settings,
        0,
        0,
        Buffer.concat(pairs.map(([id, value]) => Buffer.concat([Buffer.from([0, id]), words(value)]))),
      ),
    ),
  fc.tuple(streamId, number).map(([id, added]) => frame(FRAME.windowUpdate, 0, id, words(added))),
  fc.tuple(streamId, number).map(([id, code]) => frame(FRAME.reset, 0, id, words(code))),
  fc.nat({ max: 1 }).map((flag) => frame(FRAME.ping, flag, 0, Buffer.alloc(8))),
  fc.tuple(fc.nat({ max: 12 }), flags, streamId, bytes).map((parts) => frame(...parts)),
);
const mutated = fc
  .tuple(valid, fc.nat(), fc.nat({ max: 255 }), fc.boolean())
  .map(([whole, at, byte, cut]) => {
    const copy = Buffer.from(whole);
    copy.writeUInt8(byte, at % copy.length);
    return cut ? copy.subarray(0, at % copy.length) : copy;
  });
const opening = frame(FRAME.headers, FLAG.endHeaders, 1, callHeaders('Listen'));
const frames = fc.array(fc.oneof({ weight: 8, arbitrary: valid }, mutated), { maxLength: 25, size: 'max' });

test(
  'random frames end a connection with GOAWAY or keep it open, and disturb no other connection',
  async () => {
    let goAways = 0;
    const batch = fc.array(frames, { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(batch, async (cases) => {
        const sent = cases.map((each) => Buffer.concat([PREFACE, SETTINGS, opening, ...each]));
        for (const received of await Promise.all(sent.map(exchange))) {
          const at = received.findIndex((each) => each[3] === FRAME.goAway);
          if (at === -1) continue;
          goAways += 1;
          expect(at).toBe(received.length - 1);
        }
        await expectHealthy();
      }),
      { numRuns: Math.ceil(CASES / 20) },
    );
    expect(goAways).toBeGreaterThan(0);
  },
  30_000 + CASES * 20,
);

interface FloodResult {
  /** Whether the server closed the connection before it had everything. */
  readonly isCutOff: boolean;
  readonly frames: readonly Buffer[];
}

/**
 * Sends the parts again and again until the server closes the connection or has `total` bytes. Then reads until the frames
 * are complete; without `isComplete` it reads nothing.
 */
async function flood(
  parts: readonly Buffer[],
  total: number,
  isComplete?: (frames: readonly Buffer[]) => boolean,
): Promise<FloodResult> {
  const socket = connect(server.port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('error', () => undefined);
  if (isComplete !== undefined) socket.on('data', (part: Buffer) => received.push(part));
  socket.write(Buffer.concat([PREFACE, SETTINGS]));
  let sent = 0;
  for (let at = 0; sent < total && !socket.destroyed; at += 1) {
    const part = parts[at % parts.length] ?? EMPTY;
    sent += part.length;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => null), sleep(200)]);
  }
  const isCutOff = sent < total;
  const answers = (): Buffer[] => framesIn(Buffer.concat(received));
  const deadline = performance.now() + 10_000;
  for (let isDone = isComplete === undefined; !isDone && performance.now() < deadline; await sleep(20)) {
    isDone = isComplete?.(answers()) === true;
  }
  socket.destroy();
  return { isCutOff, frames: answers() };
}

function openings(count: number, isCancelled: boolean): Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const id = at * 2 + 1;
    const head = frame(FRAME.headers, FLAG.endHeaders, id, callHeaders('GetDocument'));
    return isCancelled ? Buffer.concat([head, frame(FRAME.reset, 0, id, words(ERROR.cancel))]) : head;
  });
}

/** One entry of 3 KB in the table, and 40,000 references to it. */
function headerBomb(): Buffer[] {
  const entry = Buffer.concat([Buffer.from([0x40, 1, 0x78, 0x7f, 0xb9, 0x16]), Buffer.alloc(3_000, 'x')]);
  const references = Array.from({ length: 3 }, () => Buffer.alloc(13_000, 0xbe));
  return [
    frame(FRAME.headers, 0, 1, entry),
    ...references.map((part, at) =>
      frame(FRAME.continuation, at === references.length - 1 ? FLAG.endHeaders : 0, 1, part),
    ),
  ];
}

const repeated = (part: Buffer): Buffer[] => [Buffer.concat(Array.from({ length: 500 }, () => part))];

async function expectBounded(attack: () => Promise<void>): Promise<void> {
  const before = process.memoryUsage().rss;
  await attack();
  expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(150);
  await expectHealthy();
}

test('the server cuts off a client that sends pings and does not read', async () => {
  await expectBounded(async () => {
    const pings = repeated(frame(FRAME.ping, 0, 0, Buffer.alloc(8)));
    expect((await flood(pings, 2_000 * MEGABYTE)).isCutOff).toBe(true);
  });
});

const emptyParts = repeated(frame(FRAME.continuation, 0, 1, EMPTY));

test.each([
  [
    'empty CONTINUATION frames',
    [frame(FRAME.headers, 0, 1, EMPTY), ...Array.from({ length: 40 }, () => emptyParts).flat()],
  ],
  ['references to a long header', headerBomb()],
])('%s end the connection with ENHANCE_YOUR_CALM', async (_name, parts) => {
  await expectBounded(async () => {
    const last = (await flood(parts, sizeOf(parts), hasGoAway)).frames.at(-1);
    expect([last?.[3], last?.readUInt32BE(13)]).toEqual([FRAME.goAway, ERROR.enhanceYourCalm]);
  });
});

test('20,000 cancelled streams leave the server as it was, and the last 2,000 of 12,000 open ones are refused', async () => {
  await expectBounded(async () => {
    const cancelled = openings(20_000, true);
    await flood(cancelled, sizeOf(cancelled), () => true);
    await expectHealthy();
    const open = openings(12_000, false);
    const { frames: received } = await flood(open, sizeOf(open), (all) => resetsIn(all).length === 2_000);
    const resets = resetsIn(received);
    expect(resets.map((each) => each.readUInt32BE(9))).toEqual(
      Array.from({ length: 2_000 }, () => ERROR.refused),
    );
  });
});

function hasGoAway(received: readonly Buffer[]): boolean {
  return received.at(-1)?.[3] === FRAME.goAway;
}

function resetsIn(received: readonly Buffer[]): readonly Buffer[] {
  return received.filter((each) => each[3] === FRAME.reset);
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((total, part) => total + part.length, 0);
}
