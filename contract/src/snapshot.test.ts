import { expect, test } from 'vitest';

import { mergeChunk, readChunk } from './library-chunks.ts';
import { SNAPSHOT_SCHEMA } from './limits.ts';
import { joinSnapshot } from './snapshot-parts.ts';
import {
  BrokenSnapshot,
  cutSnapshot,
  decodeSnapshot,
  encodeSnapshot,
  type LibraryChunk,
} from './snapshot.ts';

const DAY_MICROS = 86_400_000_000;
const AT = 1_700_000_000_123_456;

const folder = {
  folder_id: 300,
  name: 'a tab\t, a line\nbreak\r\u2028 and \u{1F600}',
  status_id: 1 as const,
  parent_folder_id: 0,
  image_s3_key: '',
  icon: 'red',
  created_at: 1,
  updated_at: 2,
};
const folders = [{ id: '300', at: 2, record: folder }];
const chunks: LibraryChunk[] = [
  { collection: 'folders', number: 1, text: mergeChunk('folders', undefined, folders, 0) },
  { collection: 'favorites', number: 0, text: '[]' },
];

/** The parts as the job writes them. */
async function storedParts(partBytes = 40) {
  const bytes = await encodeSnapshot(chunks);
  const parts = cutSnapshot(bytes, partBytes);
  return parts.map((data, index) => ({
    schema: SNAPSHOT_SCHEMA,
    at: timestampOf(AT),
    index,
    parts: parts.length,
    bytes: bytes.length,
    data,
  }));
}

/** A timestamp like those of the Admin client, whose fields are getters. */
function timestampOf(micros: number) {
  return new (class {
    get seconds() {
      return Math.floor(micros / 1_000_000);
    }
    get nanoseconds() {
      return (micros % 1_000_000) * 1000;
    }
  })();
}

test('a reader gets the written chunks, from parts in any order', async () => {
  const parts = await storedParts();
  expect(parts.length).toBeGreaterThan(2);
  for (const documents of [parts, parts.toReversed()]) {
    const joined = joinSnapshot(documents, AT + 25 * DAY_MICROS);
    expect(joined?.at).toBe(AT);
    const read = await decodeSnapshot(joined?.bytes ?? new Uint8Array());
    expect(read).toEqual(chunks);
    expect(readChunk('folders', read[0]?.text ?? '')).toEqual(folders);
  }
});

test('a library without parts has no snapshot', () => {
  expect(joinSnapshot([], AT)).toBeNull();
});

type Part = Awaited<ReturnType<typeof storedParts>>[number];
type Damage = (parts: readonly Part[]) => readonly unknown[];
const changed =
  (fields: object): Damage =>
  (parts) => [...parts.slice(0, -1), { ...parts.at(-1), ...fields }];

test.each<[string, Damage]>([
  ['a missing first part', (parts) => parts.slice(1)],
  ['a missing last part', (parts) => parts.slice(0, -1)],
  ['a part twice', ([first, ...others]) => [first, first, ...others.slice(1)]],
  ['a part of another snapshot', changed({ at: timestampOf(AT + 1) })],
  ['an older format', changed({ schema: SNAPSHOT_SCHEMA - 1 })],
  ['a newer format without data', changed({ schema: SNAPSHOT_SCHEMA + 1, data: undefined })],
  ['another number of parts', changed({ parts: 2 })],
  ['a part that is too short', changed({ data: new Uint8Array(1) })],
  ['a part that is too long', changed({ data: new Uint8Array(500) })],
  ['a part without a timestamp', changed({ at: 'yesterday' })],
  ['a size below zero', changed({ bytes: -1 })],
  ['a part without bytes', changed({ data: 'text' })],
  ['a document without fields', () => [{}]],
])('a reader refuses %s', async (_, damage) => {
  const documents = damage(await storedParts());
  expect(() => joinSnapshot(documents, AT)).toThrow(BrokenSnapshot);
});

test('a reader refuses a snapshot that is older than tombstones are certain to live', async () => {
  const parts = await storedParts();
  expect(() => joinSnapshot(parts, AT + 25 * DAY_MICROS + 1)).toThrow(BrokenSnapshot);
});

test.each([
  ['empty', async () => new Uint8Array()],
  ['not compressed', async () => new TextEncoder().encode('folders\t1\t[]\n')],
  [
    'damaged',
    async () => (await encodeSnapshot(chunks)).map((byte, place) => (place === 60 ? byte ^ 1 : byte)),
  ],
  ['truncated', async () => (await encodeSnapshot(chunks)).slice(0, -9)],
  ['of an unknown collection', async () => zipped('pages\t1\t[]\n')],
  ['without a number', async () => zipped('links\t[]\n')],
  ['with a number below zero', async () => zipped('links\t-1\t[]\n')],
  ['without tabs', async () => zipped('links')],
])('a snapshot that is %s is broken', async (_, bytes) => {
  await expect(decodeSnapshot(await bytes())).rejects.toThrow(BrokenSnapshot);
});

async function zipped(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
