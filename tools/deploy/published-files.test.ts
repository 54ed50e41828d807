import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { findLeaks } from './published-files.ts';

const KNOWN = { secrets: { BOT_CHECK_SECRET: 'only for this test' }, apiKeys: [] };
const NOTHING = { path: '.', files: [] };

test('finds nothing in normal builds of the app and the functions', async () => {
  const app = await folder({ 'index.html': '<p>', 'assets/app-1.js': 'run()', 'assets/icons.svg': '<svg>' });
  const functions = await folder({ 'package.json': '{}', 'lib/index.js': 'run()', 'lib/index.js.map': '{}' });

  expect(await findLeaks(app, functions, KNOWN)).toEqual([]);
});

test.each([
  'assets/app-1.js.map',
  '.env',
  'a/.env.demo',
  'app.test.js',
  'main.tsx',
  '__local/emulators.json',
  'a.pem',
])('%s must not be published', async (file) => {
  expect(await findLeaks(await folder({ [file]: '' }), NOTHING, KNOWN)).toEqual([`${file} is published`]);
});

test.each(['.env', '.secret.local', 'build.ts', 'lib/a.test.js', 'firebase-debug.log'])(
  '%s must not be uploaded',
  async (file) => {
    expect(await findLeaks(NOTHING, await folder({ [file]: '' }), KNOWN)).toEqual([`${file} is uploaded`]);
  },
);

test('finds a secret and the name of a source map inside a file', async () => {
  const app = await folder({ 'app.js': 'const a = 1;\n//# sourceMappingURL=app.js.map' });
  const functions = await folder({
    'lib/index.js': 'sign("only for this test")\n//# sourceMappingURL=index.js.map',
  });

  expect(await findLeaks(app, functions, KNOWN)).toEqual([
    'app.js names a source map',
    'lib/index.js holds the value of BOT_CHECK_SECRET',
  ]);
});

async function folder(files: Readonly<Record<string, string>>) {
  const path = await mkdtemp(join(tmpdir(), 'foldmark-published-'));
  onTestFinished(async () => rm(path, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  return { path, files: Object.keys(files) };
}
