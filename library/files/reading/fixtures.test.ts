import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readLibrary } from './read-library.ts';
import { differences, expectationSchema } from './testing/compare.ts';
import { NOW, withPaths } from './testing/read-sample.ts';

const FIXTURES = join(import.meta.dirname, '../../../tests/fixtures/libraries');
const EXPECTED = '.expected.json';

const files = (await readdir(FIXTURES)).filter((name) => name.endsWith(EXPECTED));

test.each(files)('the fixture matches %s', async (name) => {
  const expected = expectationSchema.parse(JSON.parse(await readFile(join(FIXTURES, name), 'utf8')));
  const result = await readLibrary(await readFile(join(FIXTURES, name.slice(0, -EXPECTED.length))), NOW);
  const refused = 'refused' in result ? result.refused : undefined;
  expect(refused).toBe(expected.reason);
  expect('refused' in result ? [] : differences(withPaths(result), expected)).toEqual([]);
});
