import { withoutProxy } from '@foldmark/tools/suite/proxy';
import { defineConfig } from '@playwright/test';

import { browserOptions } from '@foldmark/tools/support/browsers';

// The workers inherit this environment.
withoutProxy(process.env);

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../.local/test-results',
  globalSetup: './support/e2e-setup.ts',
  fullyParallel: true,
  // Two workers leave an eighth of two cores idle.
  workers: 3,
  // Timeouts should only catch tests that hang. A busy machine needs long to load a page and to start a function.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    // Set by the global setup before a worker reads this file.
    ...(process.env['FOLDMARK_APP_URL'] === undefined ? {} : { baseURL: process.env['FOLDMARK_APP_URL'] }),
    launchOptions: browserOptions(),
    // Tests intercept and count network requests. offline.spec.ts allows the service worker.
    serviceWorkers: 'block',
    // Tracing slows the run by a seventh. To get traces: `playwright test --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
