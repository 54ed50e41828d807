import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { localSecrets, secretsIn, type Known } from './secrets.ts';

const OURS = `AIza${'o'.repeat(35)}`;
const NOTHING_KNOWN: Known = { secrets: {}, apiKeys: [OURS] };

/** The parts are joined at run time, so that this file does not look like it contains secrets. */
test.each([
  [['-----BEGIN ', 'PRIVATE KEY-----'], 'a private key'],
  [['-----BEGIN EC ', 'PRIVATE KEY-----'], 'a private key'],
  [['{"private_key', '_id": "0123"}'], "a service account's key"],
  [['"AKIA', 'ABCDEFGHIJKLMNOP"'], 'an AWS access key'],
  [['gho', `_${'a1'.repeat(18)}`], 'a GitHub token'],
  [['npm', `_${'a1'.repeat(18)}`], 'an npm token'],
  [[`eyJ${'a'.repeat(20)}.`, `eyJ${'b'.repeat(20)}.${'c'.repeat(40)}`], 'a signed token'],
  [['AIza', 'y'.repeat(35)], 'an API key of another project'],
])('finds %j', (parts, what) => {
  expect(secretsIn(`const a = "${parts.join('')}";`, NOTHING_KNOWN)).toEqual([what]);
});

test('finds a secret of this machine, and does not repeat its value', () => {
  const known = { secrets: { BOT_CHECK_SECRET: 'only for this test' }, apiKeys: [] };

  expect(secretsIn('let a = `only for this test`', known)).toEqual(['the value of BOT_CHECK_SECRET']);
});

test('ignores code and our own API key', () => {
  const code = `const key = "${OURS}", alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";`;

  expect(secretsIn(code, NOTHING_KNOWN)).toEqual([]);
});

test('reads secrets from variables and from the file, except short values', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foldmark-secrets-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  await writeFile(join(folder, '.secret.local'), '# a comment\nBOT_CHECK_SECRET=long enough for one\n');

  const secrets = await localSecrets(
    { DEPLOY_TOKEN: 'a token of a build', USE_TOKENS: 'true', HOME: '/home/a-long-user-name' },
    join(folder, '.secret.local'),
  );

  expect(secrets).toEqual({
    DEPLOY_TOKEN: 'a token of a build',
    BOT_CHECK_SECRET: 'long enough for one',
  });
});
