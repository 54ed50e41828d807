import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { parseOptions } from '#aws/command/options.ts';
import { png } from '#aws/testing/test-server.ts';

let directory: string;
const running: (() => void)[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'foldmark-aws-command-'));
});

afterEach(async () => {
  for (const kill of running.splice(0)) kill();
  await rm(directory, { recursive: true });
});

/** Runs the command in a process, until it is ready or has ended. */
async function run(
  ...args: string[]
): Promise<{ output: string; end: () => Promise<unknown>; code: number | null }> {
  const cli = join(import.meta.dirname, '..', 'cli.ts');
  const child = spawn(process.execPath, [cli, `--data=${join(directory, 'data')}`, ...args]);
  running.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let output = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += String(data);
        if (output.includes('AWS listens on')) resolve();
      });
  });
  const over = once(child, 'close');
  await Promise.race([ready, over]);
  return {
    output,
    code: child.exitCode,
    end: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

test('copies the objects of a seed folder once, and everyone can read them', async () => {
  const key = 'dev/uploads/links/a.webp';
  await mkdir(join(directory, 'seed/dev/uploads/links'), { recursive: true });
  await writeFile(join(directory, 'seed', key), png());
  const args = ['--port=0', `--seed=${join(directory, 'seed')}`];

  const first = await run(...args);
  const port = /AWS listens on 127\.0\.0\.1:(?<port>\d+)/u.exec(first.output)?.groups?.['port'];
  const answer = await fetch(`http://127.0.0.1:${port}/foldmark-local/${key}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(first.output).toContain('Copied 1 objects');
  expect(await first.end()).toBe(0);

  const second = await run(...args);
  expect(second.output).not.toContain('are put into the bucket');
  expect(await second.end()).toBe(0);
});

test('a port in use is reported with the option to change it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { output, code } = await run(`--port=${port}`);
  other.close();
  expect(output).toContain(
    `Port ${port} of 127.0.0.1 is taken: stop the program that listens there, or choose another --port.`,
  );
  expect(code).toBe(1);
});

test('invalid arguments are reported with the correct usage', () => {
  expect(() => parseOptions(['--prot=1'])).toThrow("Unknown option '--prot'");
  expect(() => parseOptions(['--port=x'])).toThrow('--port is not a port number: x');
  expect(parseOptions(['--help'])).toContain('--help                 this text');
  expect(parseOptions(['--port=1', '--data=/d'])).toMatchObject({
    host: '127.0.0.1',
    port: 1,
    data: '/d',
    seed: null,
  });
});
