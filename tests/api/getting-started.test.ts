import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { grantCreatedSchema } from '@foldmark/contract/grants';
import { afterAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { DEADLINE, register } from '#tests/api/support.ts';

/** Runs every command of docs/api/getting-started.md with bash, in the order of the page. */

const PAGE = join(import.meta.dirname, '../../docs/api/getting-started.md');
const folder = await mkdtemp(join(tmpdir(), 'getting-started-'));
afterAll(async () => rm(folder, { recursive: true }));

test('every command of the page works as it says', async () => {
  const person = await register();
  const input = { name: 'A script', scopes: ['write' as const], days: 1 };
  const made = await person.ask('/grants/create/', input);
  const { token } = z.parse(z.pick(grantCreatedSchema, { token: true }), made);
  const [settings = '', ...commands] = [...(await readFile(PAGE, 'utf8')).matchAll(/(?:^ {4}.*\n)+/gm)].map(
    ([block]) => block.replaceAll(/^ {4}/gm, ''),
  );
  expect(settings).toMatch(/^HOST=.*\nTOKEN=/);
  const { appUrl } = inject('suite');
  const run = async (command: string) => {
    const env = { ...process.env, HOST: appUrl, TOKEN: token };
    const { stdout } = await promisify(execFile)('bash', ['-euc', command], { cwd: folder, env });
    const answer: unknown = stdout === '' ? null : JSON.parse(stdout);
    return answer;
  };
  const answers: unknown[] = [];
  for (const command of commands) answers.push(await run(command));
  expect(answers).toMatchObject([
    { url: 'https://example.com/' },
    [],
    { done: 3, skipped: [] },
    { state: 'undoing' },
    null,
  ]);
  const links = async () => person.ask('/links/list/', {});
  await expect.poll(links, DEADLINE).toMatchObject([{ url: 'https://example.com/' }]);
  for (const name of ['links', 'folders', 'folder-links', 'favorites'])
    expect(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))).toBeInstanceOf(Array);
});
