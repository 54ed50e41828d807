import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

test('no source of the library reads the clock', async () => {
  const library = join(import.meta.dirname, '../../library');
  const sources = globSync('**/*.ts', {
    cwd: library,
    exclude: ['node_modules/**', '**/*.test.ts'],
  });
  const readers: string[] = [];
  for (const source of sources) {
    const text = await readFile(join(library, source), 'utf8');
    if (/\bnew Date\(\)|(?<!new )\bDate\(/.test(text)) readers.push(source);
  }
  expect(sources.length).toBeGreaterThan(10);
  expect(readers).toEqual([]);
});
