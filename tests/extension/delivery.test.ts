import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { expect, test } from 'vitest';

import { BUILT_EXTENSION } from './chromium.ts';

const run = promisify(execFile);
const BIN = join(PROJECT_ROOT, 'node_modules/.bin');
const ZIPS = ['foldmark-chrome.zip', 'foldmark-firefox.zip'] as const;

test('a second build of the same sources gives the same zips', async () => {
  const folder = await mkdtemp(join(PROJECT_ROOT, '.local/extension-build-'));
  try {
    const env = { ...process.env, NODE_ENV: 'production', FOLDMARK_EXTENSION_FOLDER: folder };
    await run(process.execPath, ['build.ts'], { cwd: join(PROJECT_ROOT, 'extension'), env });
    for (const zip of ZIPS)
      expect(await readFile(join(folder, zip))).toEqual(await readFile(join(BUILT_EXTENSION, zip)));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the linter of Firefox's store has nothing to say about its zip", async () => {
  const zip = join(BUILT_EXTENSION, 'foldmark-firefox.zip');
  // It exits with code 1 if it reports anything.
  const { stdout } = await run(join(BIN, 'addons-linter'), ['--warnings-as-errors', '--output', 'json', zip]);
  expect(JSON.parse(stdout)).toMatchObject({ summary: { errors: 0, warnings: 0, notices: 0 } });
});

test('a release does not reload itself, as the build of npm run dev does', async () => {
  const folder = join(BUILT_EXTENSION, 'chrome');
  const files = await readdir(folder, { recursive: true });
  expect(files).not.toContain('build.txt');
  const scripts = await Promise.all(
    files.filter((file) => file.endsWith('.js')).map(async (file) => readFile(join(folder, file), 'utf8')),
  );
  expect(scripts.length).toBeGreaterThan(3);
  for (const script of scripts) expect(script).not.toContain('runtime.reload');
});
