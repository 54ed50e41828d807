import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const NUMBER_TEXT = 'library/text/number-text.ts';

test('no other file formats numbers, and none shows a count as it is', async () => {
  const folders = await Promise.all(
    ['library', 'web/src'].map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((file) => `${folder}/${file}`),
    ),
  );
  const files = folders
    .flat()
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && file !== NUMBER_TEXT);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(ROOT, file), 'utf8');
    // Matches a count between tags, in a template, or from a hook that counts.
    const raw =
      /NumberFormat\(|toLocaleString\(|>\{(?:\w+\.)?(?:count|length|use\w+Count\(\w*\))\}<|\$\{(?:\w+\.)*(?:count|length)\} [a-z]/;
    if (raw.test(text)) found.push(file);
  }
  expect(found).toEqual([]);
});
