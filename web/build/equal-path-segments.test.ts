import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { withEqualSegments } from './equal-path-segments.ts';

test('the installed SDK has the function, and equal segments end it at once', async () => {
  const require = createRequire(import.meta.url);
  const dist = join(dirname(require.resolve('firebase/package.json')), '../@firebase/firestore/dist');
  const codes = await Promise.all(
    (await readdir(dist))
      .filter((name) => /^common-.*\.esm\.js$/.test(name))
      .map(async (name) => readFile(join(dist, name), 'utf8')),
  );
  expect(codes).toHaveLength(1);
  for (const code of codes) {
    expect(withEqualSegments(code)).toContain('static compareSegments(e, t) { if (e === t) return 0;');
  }
});
