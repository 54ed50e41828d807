import { inflateRawSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { zipOf, type ZipEntry } from './zip.ts';

const FILES: readonly ZipEntry[] = [
  { name: 'b.txt', content: Buffer.from('second '.repeat(100)) },
  { name: 'a/é.txt', content: Buffer.from('first') },
];

test('the same files in another order give the same bytes', () => {
  expect(zipOf(FILES)).toEqual(zipOf(FILES.toReversed()));
});

test('the directory of a zip leads to each file', () => {
  const zip = Buffer.from(zipOf(FILES));
  const end = zip.subarray(-22);
  expect(end.readUInt16LE(10)).toBe(2);
  let at = end.readUInt32LE(16);
  expect(at + end.readUInt32LE(12)).toBe(zip.length - 22);
  const found = FILES.map(() => {
    const entry = zip.subarray(at);
    const nameBytes = entry.readUInt16LE(28);
    const file = zip.subarray(entry.readUInt32LE(42));
    const content = file.subarray(30 + nameBytes, 30 + nameBytes + entry.readUInt32LE(20));
    at += 46 + nameBytes;
    return [entry.toString('utf8', 46, 46 + nameBytes), inflateRawSync(content).toString()];
  });
  expect(found).toEqual([
    ['a/é.txt', 'first'],
    ['b.txt', 'second '.repeat(100)],
  ]);
});
