import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';

import type { ObjectStore } from '#aws/store/object-store.ts';

const MARK = 'seeded';
const CACHE = 'public, max-age=31536000, immutable';
const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Copies the files of `folder` into the bucket of a new data directory. Each file's path is its key. */
export async function seed(
  store: ObjectStore,
  data: string,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  const mark = join(data, MARK);
  if (await isThere(mark)) return;
  let count = 0;
  for (const file of await filesBelow(folder)) {
    const key = relative(folder, file).split(sep).join('/');
    if (store.find(key) !== null) continue;
    await put(store, key, await readFile(file), (await stat(file)).mtime);
    count += 1;
  }
  await writeFile(mark, '');
  log(`Copied ${count} objects from ${folder} into the bucket.`);
}

async function put(store: ObjectStore, key: string, bytes: Buffer, modified: Date): Promise<void> {
  const upload = await store.receive(Readable.from([bytes]));
  const object = {
    key,
    size: bytes.length,
    etag: createHash('md5').update(bytes).digest('hex'),
    lastModified: modified.toISOString(),
    headers: {
      'Content-Type': TYPES[extname(key)] ?? 'binary/octet-stream',
      'Cache-Control': CACHE,
    },
    checksums: {},
    // The tag that the template's guard sets. Seed files need no check.
    tags: { foldmark: 'checked' },
  };
  await store.put(upload, object, true);
}

async function filesBelow(folder: string): Promise<string[]> {
  if (!(await isThere(folder))) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
