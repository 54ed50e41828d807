import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { withoutProxy } from './tools/suite/proxy.ts';

// The workers inherit this environment.
withoutProxy(process.env);

/** Timeouts should only catch tests that hang. The defaults of 5 and 10 seconds also fail on a busy machine. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    // Vitest uses one core less by default, so a machine with two cores would run one file at a time.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          // Our modules have no global state, so a worker can load them once for all of its files.
          isolate: false,
          include: ['{library,contract,functions,web,extension,packages,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/lib/**', '**/dist/**'],
          ...PATIENT,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      { test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], ...PATIENT } },
      // The first run downloads Node 20 and 22.
      { test: { name: 'packages', include: ['tests/packages/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'start', include: ['tests/start/**/*.test.ts'], ...PATIENT } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/api-setup.ts'],
          // The tests share one bill.
          fileParallelism: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'extension',
          include: ['tests/extension/**/*.test.ts'],
          globalSetup: ['tests/support/api-setup.ts'],
          ...PATIENT,
        },
      },
      browserProject('firefox'),
      browserProject('webkit'),
    ],
  },
});

/** A project that runs the browser tests in one engine. */
function browserProject(engine: 'firefox' | 'webkit') {
  return {
    test: {
      name: `browsers:${engine}`,
      include: ['tests/browsers/**/*.test.ts'],
      provide: { engine },
      ...PATIENT,
    },
  };
}
