import { defineConfig } from '@playwright/test';

import { browserPath } from '#tests/support/browser.ts';

// Chromium as root has no sandbox; the rest keeps it off the network.
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const executablePath = browserPath();

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../.local/test-results',
  globalSetup: './support/e2e-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    // Set by the global setup before a worker reads this file.
    ...(process.env['FOLDMARK_APP_URL'] === undefined ? {} : { baseURL: process.env['FOLDMARK_APP_URL'] }),
    launchOptions: { args, ...(executablePath === null ? {} : { executablePath }) },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
