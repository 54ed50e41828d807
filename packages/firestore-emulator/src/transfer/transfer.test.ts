import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createStore } from '#firestore/store/create-store.ts';
import { GeoPoint, type MapValue, type Value } from '#firestore/model/value.ts';
import { readExport } from '#firestore/transfer/read-export.ts';
import { exportForTools, exportProject, importExport } from '#firestore/transfer/transfer.ts';
import { writeExport } from '#firestore/transfer/write-export.ts';

const FIXTURE = join(import.meta.dirname, 'fixtures', 'official-export');
const OUTPUT = 'firestore_export/all_namespaces/all_kinds/output-0';
const DATABASE = 'projects/demo-project/databases/(default)';
const WIDGET = `${DATABASE}/documents/widgets/TLZYSveqAVzWlJdYBNNg`;

const run = { now: () => 0 };
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'firestore-transfer-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

function exportDocument(path: string, fields: MapValue, database = '(default)'): Promise<void> {
  return writeExport(join(directory, 'exported'), [{ project: 'demo-project', database, path, fields }], run);
}

test('importing and exporting an official export gives the same bytes', async () => {
  const store = createStore();
  expect(await importExport(store, FIXTURE)).toBe(5);
  expect(store.read(WIDGET)?.fields).toStrictEqual(
    new Map([
      ['id', '0'],
      ['name', 'widget_00'],
    ]),
  );
  await exportForTools(store, null, directory, run);
  expect(await readFile(join(directory, OUTPUT))).toStrictEqual(await readFile(join(FIXTURE, OUTPUT)));
});

test('an import goes to the named project, overwrites documents, and leaves identical ones unchanged', async () => {
  const store = createStore();
  await importExport(store, FIXTURE, 'elsewhere');
  expect(store.read(WIDGET)).toBeNull();
  const name = WIDGET.replace('demo-project', 'elsewhere');
  const first = store.read(name);
  await exportDocument('widgets/TLZYSveqAVzWlJdYBNNg', new Map([['id', 'new']]));
  await importExport(store, join(directory, 'exported'), 'elsewhere');
  const second = store.read(name);
  expect(second).toMatchObject({ fields: new Map([['id', 'new']]), createTime: first?.createTime });
  expect(second?.updateTime).not.toStrictEqual(first?.updateTime);
  await importExport(store, join(directory, 'exported'), 'elsewhere');
  expect(store.read(name)).toBe(second);
});

test('an export keeps the names of databases, and omits other projects', async () => {
  const store = createStore();
  await exportDocument('c/d', new Map([['n', 1n]]), 'other');
  await importExport(store, join(directory, 'exported'));
  await importExport(store, FIXTURE, 'elsewhere');
  await exportProject(store, 'demo-project', join(directory, 'again'), run);
  expect(await readExport(join(directory, 'again'))).toStrictEqual([
    { project: 'demo-project', database: 'other', path: 'c/d', fields: new Map([['n', 1n]]) },
  ]);
  await expect(exportForTools(store, null, directory, run)).rejects.toThrow(/demo-project, elsewhere/u);
});

test.each<[string, string, Value]>([
  ['a field name that is reserved', '__x__', 1n],
  ['a geo point out of range', 'f', new GeoPoint(91, 0)],
])('an export with %s is rejected, and nothing is imported', async (_, field, value) => {
  const store = createStore();
  await exportDocument('c/d', new Map([[field, value]]));
  await expect(importExport(store, join(directory, 'exported'))).rejects.toMatchObject({
    status: 'INVALID_ARGUMENT',
  });
  expect([...store.documents()]).toStrictEqual([]);
});

test('an export with a damaged byte at its end imports nothing', async () => {
  const store = createStore();
  await importExport(store, FIXTURE, 'elsewhere');
  await exportForTools(store, 'elsewhere', directory, run);
  const path = join(directory, OUTPUT);
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0, bytes.length - 1));
  await expect(importExport(store, directory)).rejects.toThrow(
    /output-0 can't be imported: at byte 5\d\d: /u,
  );
  expect(store.databases('demo-project')).toStrictEqual([]);
});

test('an export to an impossible path fails with the reason, and leaves no files', async () => {
  await writeFile(join(directory, 'file'), '');
  const written = exportProject(createStore(), 'p', join(directory, 'file', 'exported'), run);
  await expect(written).rejects.toMatchObject({
    status: 'FAILED_PRECONDITION',
    message: expect.stringMatching(/exported can't be written: (?:EEXIST|ENOTDIR)/u),
  });
  expect(await readdir(directory)).toStrictEqual(['file']);
});
