import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { commitOf, refuseSignedOut } from './deployment.ts';
import { parseDotenv } from './firebase-tools.ts';
import { dotenvOf } from './standalone-functions.ts';

const BIN = join(import.meta.dirname, '../../node_modules/.bin');

test('deploys a commit, and uncommitted changes only with --dirty', async () => {
  const root = await temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  git('init', '--quiet');
  await writeFile(join(root, 'a.txt'), 'a');
  git('add', '.');
  git('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', 'one');
  const commit = git('rev-parse', '--short=12', 'HEAD');
  expect(await commitOf(root, false)).toBe(commit);

  await writeFile(join(root, 'b.txt'), 'b');

  await expect(commitOf(root, false)).rejects.toThrow('Commit first (or pass --dirty)');
  await expect(commitOf(root, false)).rejects.toThrow('b.txt');
  expect(await commitOf(root, true)).toBe(`${commit}-changed`);
});

test('refuses to deploy without a sign-in to Firebase', async () => {
  const home = await temporaryFolder();
  const environment = { HOME: home, XDG_CONFIG_HOME: home, PATH: `${BIN}:${process.env['PATH'] ?? ''}` };

  await expect(refuseSignedOut(environment)).rejects.toThrow('Run "npx firebase login" first.');
  // The CLI takes seconds to load.
}, 120_000);

test('a parameter without a setting takes its default, and one without a default is an error', () => {
  const params = [
    { name: 'BOT_CHECK_SECRET', type: 'secret' },
    { name: 'WORK', type: 'int', default: 3000 },
    { name: 'OPEN', type: 'string', default: '' },
    { name: 'BUCKET', type: 'string', default: 'none' },
  ];

  expect(parseDotenv(dotenvOf(params, { BUCKET: 'a "bucket" # here' }))).toEqual({
    WORK: '3000',
    OPEN: '',
    BUCKET: 'a "bucket" # here',
  });
  expect(() => dotenvOf([{ name: 'HOST', type: 'string' }], {})).toThrow(
    'The functions have a parameter HOST',
  );
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foldmark-deploy-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}
