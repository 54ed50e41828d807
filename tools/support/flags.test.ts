import { spawnSync } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PROJECT_ROOT } from '#tools/suite/places.ts';

const SCRIPTS: string[] = [];
for await (const file of glob(['tools/**/*.ts', 'tests/{load,faults}/*.ts'], {
  cwd: PROJECT_ROOT,
  exclude: ['**/node_modules', '**/lib', '**/*.test.ts', 'tools/support/flags.ts'],
})) {
  if (/\breadFlags\(/.test(await readFile(join(PROJECT_ROOT, file), 'utf8'))) SCRIPTS.push(file);
}

test('finds the scripts with flags', () => {
  expect(SCRIPTS).toContain('tools/suite/start.ts');
  expect(SCRIPTS).toContain('tests/load/measure.ts');
});

test.each(SCRIPTS)('%s prints its usage for an unknown flag', (script) => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--mistyped'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });

  expect(stderr).toContain("Unknown option '--mistyped'");
  expect(stderr).toContain('npm ');
  expect(stderr).not.toMatch(/^ +at /m);
  expect(status).toBe(2);
});
