import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { withoutProxy } from './tools/suite/proxy.ts';

// The workers take over this environment.
withoutProxy(process.env);

export default defineConfig({
  test: {
    // Not one less than there are cores: a machine with two would run one file at a time.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          // Modules have no state of their own, so a worker loads them once and not for each of its files.
          isolate: false,
          include: ['{contract,functions,web,packages,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/lib/**', '**/dist/**'],
          // A time limit finds what hangs; five seconds also find a busy machine.
          testTimeout: 30_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      { test: { name: 'rules', include: ['tests/rules/**/*.test.ts'] } },
      {
        test: {
          name: 'packages',
          include: ['tests/packages/**/*.test.ts'],
          // The first run downloads Node 20 and 22.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      { test: { name: 'start', include: ['tests/start/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/api-setup.ts'],
          // One bill and one function worker for all: a second request at a time would start a second process.
          fileParallelism: false,
          testTimeout: 30_000,
        },
      },
      browserProject('firefox'),
      browserProject('webkit'),
    ],
  },
});

/** The same tests in each browser, side by side. */
function browserProject(engine: 'firefox' | 'webkit') {
  return {
    test: {
      name: `browsers:${engine}`,
      include: ['tests/browsers/**/*.test.ts'],
      provide: { engine },
      testTimeout: 120_000,
      hookTimeout: 60_000,
    },
  };
}
