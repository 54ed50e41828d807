import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { SDK_STORAGE } from './stored-session.ts';

test('the installed SDK stores its user under these names', async () => {
  const require = createRequire(import.meta.url);
  const dist = join(dirname(require.resolve('firebase/package.json')), '../@firebase/auth/dist/esm');
  const names = (await readdir(dist)).filter((name) => /^index-.*\.js$/.test(name));
  const code = (await Promise.all(names.map(async (name) => readFile(join(dist, name), 'utf8')))).join('\n');
  expect(code).toContain(`const DB_NAME = '${SDK_STORAGE.database}';`);
  expect(code).toContain(`const DB_OBJECTSTORE_NAME = '${SDK_STORAGE.store}';`);
  const [prefix, key] = SDK_STORAGE.key.split(':');
  expect(code).toMatch(new RegExp(`"${key}" /\\* KeyName\\.AUTH_USER \\*/`));
  expect(code).toContain(`return \`\${"${prefix}" /* Namespace.PERSISTENCE */}:\${key}:`);
});
