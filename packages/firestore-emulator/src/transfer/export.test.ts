import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { loadExportMessages } from '#firestore/transfer/entity-messages.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import type { ExportedDocument } from '#firestore/transfer/entity.ts';
import { readExport } from '#firestore/transfer/read-export.ts';
import { writeExport, writeToolsExport } from '#firestore/transfer/write-export.ts';

const FIXTURE = join(import.meta.dirname, 'fixtures', 'official-export');
/** An export of the official emulator 1.19 with the documents of the test below, which @google-cloud/firestore wrote. */
const VECTORS = join(import.meta.dirname, 'fixtures', 'official-vectors');
const OVERALL = 'firestore_export/firestore_export.overall_export_metadata';
const KINDS = 'firestore_export/all_namespaces/all_kinds';
const METADATA = `${KINDS}/all_namespaces_all_kinds.export_metadata`;
const OUTPUT = `${KINDS}/output-0`;
const RECORD_BYTES = 134;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'firestore-export-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

async function altered(change: (path: string) => Promise<void>): Promise<string> {
  const path = join(directory, 'altered');
  await rm(path, { recursive: true, force: true });
  await cp(FIXTURE, path, { recursive: true });
  await change(path);
  return path;
}

const run = { now: () => 1_700_000_000_000.25 };

test('reads an export of the official emulator from any of its paths', async () => {
  const documents = await readExport(FIXTURE);
  expect(documents.map(({ path, fields }) => [path, ...fields])).toStrictEqual([
    ['widgets/2gNi6stJhPlPQWTWfjwa', ['id', '1'], ['name', 'widget_01']],
    ['widgets/rzAlXvIj7VPwK5YI1HPm', ['id', '4'], ['name', 'widget_04']],
    ['widgets/TLZYSveqAVzWlJdYBNNg', ['id', '0'], ['name', 'widget_00']],
    ['widgets/lY5EY27vjbLxk3ePk1i9', ['id', '3'], ['name', 'widget_03']],
    ['widgets/o1SXAwgXSt2xVEQ4H4kZ', ['id', '2'], ['name', 'widget_02']],
  ]);
  expect(await readExport(join(FIXTURE, 'firestore_export'))).toStrictEqual(documents);
  expect(await readExport(join(FIXTURE, OVERALL))).toStrictEqual(documents);
});

test('writes the same documents as the official emulator did, byte for byte', async () => {
  await writeToolsExport(directory, await readExport(FIXTURE), run);
  for (const file of ['firebase-export-metadata.json', OVERALL, OUTPUT]) {
    expect(await readFile(join(directory, file))).toStrictEqual(await readFile(join(FIXTURE, file)));
  }
  const [ours, theirs] = await Promise.all(
    [directory, FIXTURE].map(async (each) =>
      loadExportMessages().metadata.decode(await readFile(join(each, METADATA))),
    ),
  );
  expect(ours?.output).toStrictEqual(theirs?.output);
  const times = { startMicros: '1700000000000250', endMicros: '1700000000000250' };
  expect(ours?.run).toStrictEqual({ ...theirs?.run, ...times });
});

test("reads the vectors of the official emulator's export, and writes the same bytes", async () => {
  const documents = await readExport(join(VECTORS, 'firestore_export'));
  expect(new Map(documents.map(({ path, fields }) => [path, fields]))).toStrictEqual(
    new Map([
      ['vectors/one', fieldsWith({ v: vector(1.5) })],
      ['vectors/several', fieldsWith({ v: vector(1, -0.5, 2) })],
      [
        'vectors/map',
        fieldsWith({ m: fieldsWith({ n: 1n, v: vector(1.5), inner: fieldsWith({ v: vector(2, 3) }) }) }),
      ],
      [
        'vectors/array',
        fieldsWith({ a: [fieldsWith({ v: vector(1) }), fieldsWith({ v: vector(2, 3) }), 7n] }),
      ],
      ['vectors/special', fieldsWith({ v: vector(-0, Infinity, -Infinity, 0) })],
      ['vectors/beside', fieldsWith({ a: [], b: true, d: 1.5, list: [1.25], v: vector(1, 2), z: null })],
    ]),
  );
  await writeExport(join(directory, 'firestore_export'), documents, run);
  for (const file of [OVERALL, OUTPUT]) {
    expect(await readFile(join(directory, file))).toStrictEqual(await readFile(join(VECTORS, file)));
  }
});

test('keeps the exports of other emulators, and replaces its own older export', async () => {
  const tools = join(directory, 'firebase-export-metadata.json');
  const auth = { version: '15.0.0', path: 'auth_export' };
  await writeFile(tools, JSON.stringify({ version: '15.0.0', auth }));
  const [first, ...others] = await readExport(FIXTURE);
  if (first === undefined) throw new Error('The fixture is empty.');
  await writeToolsExport(directory, others, run);
  await writeToolsExport(directory, [first], run);
  expect(JSON.parse(await readFile(tools, 'utf8'))).toMatchObject({ version: '15.0.0', auth });
  expect(await readExport(directory)).toStrictEqual([first]);
  expect((await readdir(directory)).sort()).toStrictEqual([
    'firebase-export-metadata.json',
    'firestore_export',
  ]);
});

test('a directory with other files is rejected and stays unchanged', async () => {
  await writeFile(join(directory, 'diary.txt'), 'dear');
  await expect(writeExport(directory, [], run)).rejects.toThrow(
    /contains diary\.txt, which is not part of an export/u,
  );
  expect(await readdir(directory)).toStrictEqual(['diary.txt']);
});

test('an export that fails leaves the older one in place', async () => {
  const target = join(directory, 'named');
  const documents = await readExport(FIXTURE);
  await writeExport(target, documents, run);
  function* failing(): Generator<ExportedDocument> {
    yield* documents;
    throw new Error('no more');
  }
  await expect(writeExport(target, failing(), run)).rejects.toThrow('no more');
  expect(await readExport(target)).toStrictEqual(documents);
  expect(await readdir(directory)).toStrictEqual(['named']);
});

test('an empty export can be read', async () => {
  const target = join(directory, 'firestore_export');
  await writeExport(target, [], run);
  expect(await readdir(target)).toStrictEqual(['firestore_export.overall_export_metadata']);
  expect((await readFile(join(directory, OVERALL))).toString('hex')).toBe('b86d444e01000133052b2843000001');
  expect(await readExport(target)).toStrictEqual([]);
});

test('an export of many blocks and several databases survives a round trip', async () => {
  const documents = Array.from({ length: 3000 }, (_, at) => ({
    project: 'demo-project',
    database: at % 7 === 0 ? 'other' : '(default)',
    path: `items/${at}`,
    fields: new Map([['text', 'x'.repeat(at)]]),
  }));
  await writeExport(join(directory, 'big'), documents, run);
  expect(await readExport(join(directory, 'big'))).toStrictEqual(documents);
});

test.each([OVERALL, METADATA, OUTPUT])('rejects an export whose %s is truncated anywhere', async (file) => {
  const bytes = await readFile(join(FIXTURE, file));
  const path = join(await altered(async () => undefined), file);
  const step = bytes.length > RECORD_BYTES ? 11 : 1;
  for (let size = 0; size < bytes.length; size += 1) {
    if (size % step !== 0 && size % RECORD_BYTES !== 0) continue;
    await writeFile(path, bytes.subarray(0, size));
    await expect(readExport(join(directory, 'altered')), `${size} bytes`).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/can't be imported: .+ Nothing was imported\.$/u),
    });
  }
});

test.each([OVERALL, OUTPUT])(
  'rejects an export with any byte of %s altered, and names the offset',
  async (file) => {
    const bytes = await readFile(join(FIXTURE, file));
    const path = join(await altered(async () => undefined), file);
    for (let at = 0; at < bytes.length; at += 7) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ 0x41;
      await writeFile(path, wrong);
      await expect(readExport(join(directory, 'altered')), `byte ${at}`).rejects.toThrow(/: at byte \d+: /u);
    }
  },
);

test.each<[string, (path: string) => Promise<void>, RegExp]>([
  ['without its output', async (path) => rm(join(path, OUTPUT)), /output-0 can't be imported: ENOENT/u],
  [
    'without its metadata',
    async (path) => rm(join(path, METADATA)),
    /export_metadata can't be imported: ENOENT/u,
  ],
  [
    'that names a file elsewhere',
    async (path) => writeFile(join(path, METADATA), metadataNaming('../../../../secret')),
    /not a file of this export/u,
  ],
  [
    'that is read twice',
    async (path) => writeFile(join(path, METADATA), metadataNaming('output-0', 'output-0')),
    /outputs have 10 documents, but .+ says 5/u,
  ],
  [
    'without a Firestore part',
    async (path) => writeFile(join(path, 'firebase-export-metadata.json'), '{"auth": {}}'),
    /names no Firestore export/u,
  ],
  [
    'whose firebase-export-metadata.json is not JSON',
    async (path) => writeFile(join(path, 'firebase-export-metadata.json'), '{'),
    /is not JSON/u,
  ],
  ['that does not exist', async (path) => rm(path, { recursive: true }), /no such file or directory/u],
])('rejects an export %s', async (_, change, reason) => {
  await expect(readExport(await altered(change))).rejects.toThrow(reason);
});

function metadataNaming(...files: readonly string[]): Uint8Array {
  return loadExportMessages().metadata.encode({ output: files.map((file) => ({ nameSpace: '', file })) });
}

function vector(...numbers: number[]): MapValue {
  return fieldsWith({ __type__: '__vector__', value: numbers });
}

function fieldsWith(fields: Record<string, Value>): MapValue {
  return new Map(Object.entries(fields));
}
