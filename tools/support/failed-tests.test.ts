import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { failedTests } from './failed-tests.ts';

async function failedIn(report: unknown): Promise<readonly string[]> {
  const file = join(await mkdtemp(join(tmpdir(), 'report-')), 'report.json');
  await writeFile(file, JSON.stringify(report));
  return failedTests(file);
}

/** A test in a report of Playwright, with the errors of each try. */
function spec(title: string, ok: boolean, ...errors: readonly (readonly string[])[]) {
  const results = errors.map((list) => ({ errors: list.map((message) => ({ message })) }));
  return { title, file: 'a.spec.ts', ok, tests: [{ results }] };
}

test('lists the failed tests of Vitest with their first error, and files that did not load', async () => {
  const tests = [
    { status: 'passed', fullName: 'adds' },
    { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1\nat sum.ts:3', 'later'] },
  ];
  const failed = await failedIn({
    testResults: [
      { name: 'sum.test.ts', message: '', assertionResults: tests },
      { name: 'broken.test.ts', message: 'Unexpected token', assertionResults: [] },
    ],
  });
  expect(failed).toEqual([
    '✗ sum.test.ts › subtracts\n    expected 1\n    at sum.ts:3',
    '✗ broken.test.ts\n    Unexpected token',
  ]);
});

test('lists the failed and the flaky tests of Playwright', async () => {
  const failed = await failedIn({
    suites: [
      {
        specs: [spec('works', true, [])],
        suites: [{ specs: [spec('fails', false, ['Timeout']), spec('is flaky', true, ['Once'], [])] }],
      },
    ],
  });
  expect(failed).toEqual(['✗ a.spec.ts › fails\n    Timeout', '✗ a.spec.ts › is flaky\n    Once']);
});

test('lists nothing without a report', async () => {
  expect(await failedTests('/no/report.json')).toEqual([]);
});
