import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SOURCES = import.meta.dirname;

/** The folders of src in the order of "How it is built" in the README. */
async function listedFolders(): Promise<string[]> {
  const readme = await readFile(join(SOURCES, '../README.md'), 'utf8');
  return [...readme.matchAll(/^ {4}src\/(?<folder>[a-z]+)\/ /gmu)].map(
    ({ groups }) => groups?.['folder'] ?? '',
  );
}

test('the README lists every folder', async () => {
  const entries = await readdir(SOURCES, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'testing');
  expect((await listedFolders()).sort()).toEqual(folders.map(({ name }) => name).sort());
});

test('a folder imports only folders above it in the README', async () => {
  const order = await listedFolders();
  const upward: string[] = [];
  for (const path of await readdir(SOURCES, { recursive: true })) {
    const [folder = '', ...rest] = path.split('/');
    const isCode =
      rest.length > 0 && path.endsWith('.ts') && !/\.test\.ts$|\/testing\/|test-support/u.test(path);
    if (!isCode || folder === 'testing') continue;
    const text = await readFile(join(SOURCES, path), 'utf8');
    for (const { groups } of text.matchAll(/'#firestore\/(?<imported>[a-z]+)\//gu)) {
      const imported = groups?.['imported'] ?? '';
      if (order.indexOf(imported) > order.indexOf(folder)) upward.push(`${path} imports ${imported}/`);
    }
  }
  expect(upward).toEqual([]);
});
