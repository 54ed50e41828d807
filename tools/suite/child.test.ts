import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startChild, type Child } from '#tools/suite/child.ts';
import { isGroupAlive } from '#tools/suite/process-identity.ts';

test('ready resolves at the matching line, and the log has the output', async () => {
  const { child, log } = run('console.log("starting"); console.log("ready"); setInterval(() => 0, 1000)');

  await child.ready((line) => line === 'ready');
  await child.stop('SIGTERM');

  expect(log()).toBe('starting\nready\n');
});

test('ready rejects with the exit reason if the child ends before, and the last lines stay available', async () => {
  const { child } = run('console.error("no such luck"); process.exitCode = 3');

  await expect(child.ready(() => false)).rejects.toThrow('Tester ended with code 3 before it was ready.');
  await expect.poll(() => child.lastLines()).toContain('no such luck');
});

test('stop also ends processes that the child started', async () => {
  const { child } = run(
    'const c = require("node:child_process").spawn("sleep", ["60"]); console.log("pid", c.pid); setInterval(() => 0, 1000)',
  );
  await child.ready((line) => line.startsWith('pid'));

  await child.stop('SIGTERM');

  await expect.poll(() => isGroupAlive(child.identity)).toBe(false);
});

test('stop kills a child that ignores the signal until the timeout', async () => {
  const { child } = run(
    'process.on("SIGTERM", () => 0); console.log("ready"); setInterval(() => 0, 1000)',
    50,
  );
  await child.ready((line) => line === 'ready');

  await child.stop('SIGTERM');

  expect(await child.ended).toBe('was ended by SIGKILL');
});

function run(script: string, stopTimeoutMs = 5000): { child: Child; log: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'foldmark-child-'));
  const logFile = join(folder, 'child.log');
  const child = startChild({
    name: 'Tester',
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    logFile,
    stopTimeoutMs,
  });
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true });
  });
  return { child, log: () => readFileSync(logFile, 'utf8') };
}
