import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isUploadKey } from '@foldmark/contract/upload-keys';
import { beforeAll, describe, expect, test } from 'vitest';

import { readExport } from '@foldmark/firestore-emulator/src/transfer/read-export.ts';

import { type DemoLibrary, parseDemoLibrary } from './library.ts';

const DEMO = join(import.meta.dirname, '../../emulator-data');
const UPLOADS = join(DEMO, 'uploads');
const PREFIX = 'dev/uploads/';
const MOST_BYTES = 1.5 * 1024 * 1024;

type Fields = ReadonlyMap<string, unknown>;

let source: DemoLibrary;
const exported: Record<string, Fields[]> = { links: [], folders: [], folder_links: [], favorites: [] };
let files: Map<string, Buffer>;

beforeAll(async () => {
  source = parseDemoLibrary(await readFile(join(DEMO, 'library.md'), 'utf8'));
  for (const { path, fields } of await readExport(DEMO)) {
    const [, , collection = ''] = path.split('/');
    exported[collection]?.push(fields);
  }
  const entries = await readdir(UPLOADS, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = paths.map(async (path) => [path.slice(UPLOADS.length + 1), await readFile(path)] as const);
  files = new Map(await Promise.all(contents));
});

function rows(collection: string): Fields[] {
  return exported[collection] ?? [];
}

function text(fields: Fields, field: string): string {
  return String(fields.get(field));
}

/** Serializes and sorts rows, so that they can be compared. */
function inOrder(lists: readonly (readonly (string | undefined)[])[]): string[] {
  return lists.map((list) => JSON.stringify(list)).toSorted();
}

function createdAt(fields: Fields): number {
  const at = fields.get('created_at');
  return typeof at === 'object' && at !== null && 'seconds' in at ? Number(at.seconds) : Number.NaN;
}

/** Maps the ids of a collection to names. */
function namesOf(collection: string, id: string, name: string): Map<string, string> {
  return new Map(rows(collection).map((fields) => [text(fields, id), text(fields, name)]));
}

describe('the export of the demo library', () => {
  test('has exactly the links of its source', () => {
    const wanted = source.links.map(({ url, name, trashed }) => [url, name, trashed ? '2' : '1']);
    const had = rows('links').map((fields) =>
      ['url', 'name', 'status_id'].map((field) => text(fields, field)),
    );
    expect(inOrder(had)).toEqual(inOrder(wanted));
    expect(had.length).toBeGreaterThanOrEqual(300);
  });

  test('has the folders of its source, each in its parent', () => {
    const names = namesOf('folders', 'folder_id', 'name');
    const wanted = source.folders.map(({ name, parent, trashed }) => [
      name,
      parent === null ? undefined : source.folders[parent]?.name,
      trashed ? '2' : '1',
    ]);
    const had = rows('folders').map((fields) => [
      text(fields, 'name'),
      names.get(text(fields, 'parent_folder_id')),
      text(fields, 'status_id'),
    ]);
    expect(inOrder(had)).toEqual(inOrder(wanted));
  });

  test('has the folders of each link, and the favorites', () => {
    const names = namesOf('folders', 'folder_id', 'name');
    const urls = namesOf('links', 'link_id', 'url');
    const memberships = rows('folder_links').map((fields) => [
      names.get(text(fields, 'folder_id')),
      urls.get(text(fields, 'link_id')),
    ]);
    const wanted = source.links.flatMap(({ url, folders }) =>
      folders.map((place) => [source.folders[place]?.name, url]),
    );
    expect(inOrder(memberships)).toEqual(inOrder(wanted));
    const stars = rows('favorites').map((fields) => [
      (text(fields, 'object_type') === 'link' ? urls : names).get(text(fields, 'object_id')),
    ]);
    const starred = [...source.folders, ...source.links].filter(({ favorite }) => favorite);
    expect(inOrder(stars)).toEqual(inOrder(starred.map((each) => ['url' in each ? each.url : each.name])));
  });

  test('shows no image that needs a network', () => {
    const addresses = new Set(rows('links').map((link) => text(link, 'favicon_url')));
    expect([...addresses]).toEqual(['']);
    const without = rows('links').filter((link) => text(link, 'favicon_key') === '');
    // Some links must show the default icon.
    expect(without.map((link) => text(link, 'domain_name'))).toEqual(without.map(() => 'example.com'));
  });

  test('has exactly the files that its keys name', () => {
    const named = [
      ...rows('links').flatMap((link) => [text(link, 'image_s3_key'), text(link, 'favicon_key')]),
      ...rows('folders').map((folder) => text(folder, 'image_s3_key')),
    ].filter((key) => key !== '');
    expect(new Set(named)).toEqual(new Set(files.keys()));
  });

  test('has an image for each folder and link whose source has one', () => {
    for (const [collection, kind] of [
      ['links', 'link'],
      ['folders', 'folder'],
    ] as const) {
      const keys = rows(collection).map((fields) => text(fields, 'image_s3_key'));
      const images = keys.filter((key) => key !== '');
      expect(images.every((key) => isUploadKey(key, PREFIX, kind))).toBe(true);
      expect(images).toHaveLength(source[collection].filter(({ image }) => image !== null).length);
    }
  });

  test('names each favicon by its hash, and stays small enough for the repository', () => {
    let size = 0;
    for (const [key, bytes] of files) {
      size += bytes.byteLength;
      if (!key.includes('/favicons/')) continue;
      expect(key).toContain(`/${createHash('sha256').update(bytes).digest('hex')}.`);
    }
    expect(size).toBeLessThan(MOST_BYTES);
  });

  test('spans years, and each folder is older than its content', () => {
    const folders = new Map(rows('folders').map((fields) => [text(fields, 'folder_id'), createdAt(fields)]));
    const links = new Map(rows('links').map((fields) => [text(fields, 'link_id'), createdAt(fields)]));
    for (const membership of rows('folder_links')) {
      const folder = folders.get(text(membership, 'folder_id'));
      expect(folder).toBeLessThan(links.get(text(membership, 'link_id')) ?? 0);
    }
    const years = new Set([...links.values()].map((at) => new Date(at * 1000).getUTCFullYear()));
    expect(years.size).toBeGreaterThan(8);
  });
});
