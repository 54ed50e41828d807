import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { numberText } from './number-text.ts';

const WEB = join(import.meta.dirname, '..');
/** `ui` imports no other folder. */
const ALLOWED: ReadonlySet<string> = new Set(['sync/number-text.ts', 'ui/text-area.tsx']);

test('thousands are separated by commas', () => {
  expect([0, 999, 1143, 1_234_567].map(numberText)).toEqual(['0', '999', '1,143', '1,234,567']);
});

test('no other file formats numbers, and none shows a count as it is', async () => {
  const files = (await readdir(WEB, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !ALLOWED.has(file),
  );
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(WEB, file), 'utf8');
    // A count between tags, in a text, or as the result of a hook that counts.
    const raw =
      /NumberFormat\(|>\{(?:\w+\.)?(?:count|length|use\w+Count\(\w*\))\}<|\$\{(?:\w+\.)*(?:count|length)\} [a-z]/;
    if (raw.test(text)) found.push(file);
  }
  expect(found).toEqual([]);
});
