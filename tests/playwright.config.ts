import { withoutProxy } from '@foldmark/tools/suite/proxy';
import { defineConfig } from '@playwright/test';

import { browserOptions } from '@foldmark/tools/support/browsers';

// The workers take over this environment.
withoutProxy(process.env);

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../.local/test-results',
  globalSetup: './support/e2e-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // A busy machine takes its time to load a page and to start a function.
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    // Set by the global setup before a worker reads this file.
    ...(process.env['FOLDMARK_APP_URL'] === undefined ? {} : { baseURL: process.env['FOLDMARK_APP_URL'] }),
    launchOptions: browserOptions(),
    // What a test routes or counts has to come from the network; offline.spec.ts is about the worker.
    serviceWorkers: 'block',
    // A trace of every test takes a seventh of the run: `playwright test --trace retain-on-failure` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
