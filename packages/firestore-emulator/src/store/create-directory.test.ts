import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createDirectory } from '#firestore/store/create-directory.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'firestore-directory-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

test('creates missing parents, also at the same time, and keeps what exists', async () => {
  const path = join(directory, 'a', 'b', 'c');
  await Promise.all([createDirectory(path), createDirectory(path), createDirectory(join(path, 'd'))]);
  await createDirectory(path);
  expect((await stat(join(path, 'd'))).isDirectory()).toBe(true);
});

test('rejects a path that is a file, or is below one', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(createDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(createDirectory(join(file, 'a', 'b'))).rejects.toMatchObject({ code: 'EEXIST', path: file });
});

test.runIf(process.platform === 'linux')('rejects a path whose parent takes no directories', async () => {
  await expect(createDirectory('/proc/x/y')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/x' });
});
