import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startChild, type Child } from '#tools/suite/child.ts';
import { groupLives } from '#tools/suite/process-identity.ts';

test('a child is ready at the line that says so, and its output is in the log', async () => {
  const { child, log } = run('console.log("starting"); console.log("ready"); setInterval(() => 0, 1000)');

  await child.ready((line) => line === 'ready');
  await child.stop('SIGTERM');

  expect(log()).toBe('starting\nready\n');
});

test('a child that ends before it is ready says how, and its last lines are kept', async () => {
  const { child } = run('console.error("no such luck"); process.exitCode = 3');

  await expect(child.ready(() => false)).rejects.toThrow('Tester ended with code 3 before it was ready.');
  await expect.poll(() => child.lastLines()).toContain('no such luck');
});

test('stopping ends what the child started as well', async () => {
  const { child } = run(
    'const c = require("node:child_process").spawn("sleep", ["60"]); console.log("pid", c.pid); setInterval(() => 0, 1000)',
  );
  await child.ready((line) => line.startsWith('pid'));

  await child.stop('SIGTERM');

  await expect.poll(() => groupLives(child.identity)).toBe(false);
});

test('a child that ignores the signal is killed when patience ends', async () => {
  const { child } = run(
    'process.on("SIGTERM", () => 0); console.log("ready"); setInterval(() => 0, 1000)',
    50,
  );
  await child.ready((line) => line === 'ready');

  await child.stop('SIGTERM');

  expect(await child.ended).toBe('was ended by SIGKILL');
});

function run(script: string, patience = 5000): { child: Child; log: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'foldmark-child-'));
  const logFile = join(folder, 'child.log');
  const child = startChild({
    name: 'Tester',
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    logFile,
    patience,
  });
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true });
  });
  return { child, log: () => readFileSync(logFile, 'utf8') };
}
