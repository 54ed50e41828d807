import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ObjectStore, type PutOutcome, type StoredObject } from '#aws/store/object-store.ts';

let directory: string;
let store: ObjectStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'foldmark-objects-'));
  store = await ObjectStore.open(directory);
});

afterEach(async () => rm(directory, { recursive: true }));

function objectOf(key: string, content: string): StoredObject {
  const lastModified = '2026-01-02T03:04:05.000Z';
  return {
    key,
    size: Buffer.byteLength(content),
    etag: content,
    lastModified,
    headers: {},
    checksums: {},
    tags: {},
  };
}

async function put(key: string, content: string, onlyNew = false): Promise<PutOutcome> {
  const upload = await store.receive(Readable.from([Buffer.from(content)]));
  return store.put(upload, objectOf(key, content), onlyNew);
}

async function contentOf(key: string): Promise<string | null> {
  const object = store.find(key);
  const stream = object === null ? null : await store.read(object, 0, object.size);
  return stream === null ? null : text(stream);
}

async function blobs(): Promise<string[]> {
  return readdir(join(directory, 'blobs'));
}

test('an object and its tags survive a restart, with any key', async () => {
  const keys = ['a/b.png', '../../etc/passwd', '.', 'a'.repeat(1024), '\u0000', '𝒦'];
  for (const key of keys) await put(key, `content of ${key}`);
  await store.tag('a/b.png', { colour: 'red' });
  store = await ObjectStore.open(directory);

  for (const key of keys) expect(await contentOf(key)).toBe(`content of ${key}`);
  expect(store.find('a/b.png')?.tags).toEqual({ colour: 'red' });
  expect(await readdir(directory)).toEqual(['blobs', 'objects']);
});

test('only one of several parallel puts of a new key succeeds', async () => {
  const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map(async (content) => put('key', content, true)));
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(3);
  expect(await blobs()).toHaveLength(1);
});

test('a delete during a put of a new key is a conflict', async () => {
  await put('key', 'first');
  const upload = await store.receive(Readable.from([Buffer.from('second')]));
  await store.remove('key');
  expect(await store.put(upload, objectOf('key', 'second'), true)).toBe('deleted meanwhile');
  expect(await put('key', 'third', true)).toBe('stored');
});

test('replacing or deleting an object deletes its content, but running reads still finish', async () => {
  await put('key', 'first');
  const before = store.find('key');
  const reading = before === null ? null : await store.read(before, 0, 5);
  await put('key', 'second');
  expect(reading === null ? '' : await text(reading)).toBe('first');
  expect(before === null ? null : await store.read(before, 0, 5)).toBeNull();
  expect(await store.remove('key', 'other')).toBe(false);
  expect(await store.remove('key', 'second')).toBe(true);
  expect(await store.remove('key')).toBe(true);
  expect(await blobs()).toEqual([]);
});

test('the next start deletes leftovers of a crash, and keeps stored objects', async () => {
  await put('key', 'kept');
  await store.receive(Readable.from([Buffer.from('never put')]));
  const [file = ''] = await readdir(join(directory, 'objects'));
  await writeFile(join(directory, 'objects', `${file}.pending`), '{"half');
  store = await ObjectStore.open(directory);

  expect(await contentOf('key')).toBe('kept');
  expect(await blobs()).toHaveLength(1);
  expect(await readdir(join(directory, 'objects'))).toEqual([file]);
  expect(JSON.parse(await readFile(join(directory, 'objects', file), 'utf8'))).toMatchObject({
    object: { key: 'key' },
  });
});

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some');
  throw new Error('the cable');
}

test('an aborted upload leaves no files', async () => {
  await expect(store.receive(broken())).rejects.toThrow('the cable');
  expect(await blobs()).toEqual([]);
});
