import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { crc32c, masked } from '#firestore/transfer/crc32c.ts';
import { decodeLog, LogDamage, LogEncoder } from '#firestore/transfer/leveldb-log.ts';

const BLOCK = 32 * 1024;

function logOf(records: readonly Uint8Array[]): Buffer {
  const encoder = new LogEncoder();
  return Buffer.concat(records.map((record) => encoder.encode(record)));
}

function read(log: Buffer): Buffer[] {
  return [...decodeLog(log)].map(({ data }) => Buffer.from(data));
}

test('computes the checksums that RFC 3720 and LevelDB give as examples', () => {
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
  expect(crc32c(Buffer.from(Array.from({ length: 32 }, (_, at) => at)))).toBe(0x46dd794e);
  expect(crc32c(Buffer.from(Array.from({ length: 32 }, (_, at) => 31 - at)))).toBe(0x113fdb5c);
  expect(crc32c(Buffer.from('hello world'))).toBe(
    crc32c(Buffer.from('world'), crc32c(Buffer.from('hello '))),
  );
  expect(masked(crc32c(Buffer.from('foo')))).not.toBe(crc32c(Buffer.from('foo')));
});

test('writes the record that begins every overall metadata of the official emulator', () => {
  expect(logOf([Buffer.from('3')]).toString('hex')).toBe('b86d444e01000133');
});

test('records of any size survive a round trip, at any position in a block', () => {
  const size = fc.oneof(
    fc.nat({ max: 64 }),
    fc.integer({ min: BLOCK - 32, max: BLOCK + 32 }),
    fc.integer({ min: 2 * BLOCK - 32, max: 2 * BLOCK + 32 }),
  );
  fc.assert(
    fc.property(fc.array(size, { maxLength: 12 }), (sizes) => {
      const records = sizes.map((length, at) => Buffer.alloc(length, at + 1));
      expect(read(logOf(records))).toStrictEqual(records);
    }),
    { numRuns: 60 },
  );
});

test('a header never spans two blocks, and padding must be zero', () => {
  const records = Array.from({ length: 16 }, (_, short) => [
    Buffer.alloc(BLOCK - 7 - short, 1),
    Buffer.from('next'),
  ]);
  for (const pair of records) {
    const log = logOf(pair);
    expect(read(log)).toStrictEqual(pair);
    const padding = BLOCK - 7 - (pair[0]?.length ?? 0);
    if (padding >= 7 || padding === 0) continue;
    log[(pair[0]?.length ?? 0) + 7] = 1;
    expect(() => read(log)).toThrow(LogDamage);
  }
});

test('rejects a log with any byte altered', () => {
  const log = logOf([Buffer.from('first'), Buffer.alloc(BLOCK, 7), Buffer.from('last')]);
  fc.assert(
    fc.property(fc.nat({ max: log.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const altered = Buffer.from(log);
      altered[at] = (altered[at] ?? 0) ^ change;
      expect(() => read(altered)).toThrow(LogDamage);
    }),
    {
      examples: [
        [0, 1],
        [4, 1],
        [5, 0x80],
        [6, 3],
        [12, 1],
        [log.length - 1, 1],
      ],
      numRuns: 300,
    },
  );
});

test('rejects a log that is truncated within a record', () => {
  const [first, second] = [Buffer.from('first'), Buffer.alloc(BLOCK, 7)];
  const log = logOf([first, second]);
  const boundary = logOf([first]).length;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: log.length - 1 }), (length) => {
      fc.pre(length !== boundary);
      expect(() => read(log.subarray(0, length))).toThrow(LogDamage);
    }),
    { examples: [[1], [boundary - 1], [boundary + 1], [BLOCK], [log.length - 1]], numRuns: 300 },
  );
});
