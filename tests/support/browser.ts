import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Browser, type Page } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser of the tests: the system's Chromium, else the one Playwright has downloaded, else null. */
export function browserPath(): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    for (const name of NAMES) {
      if (folder !== '' && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** How every test and measurement starts it: as root there is no sandbox, and the rest keeps it off the network. */
export function browserOptions(): { args: string[]; executablePath?: string } {
  const executablePath = browserPath();
  const args = [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return { args, ...(executablePath === null ? {} : { executablePath }) };
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

/** Installs Debian's Chromium where there is no browser and we may; says what to install where we may not. */
export async function ensureBrowser(): Promise<void> {
  if (browserPath() !== null) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests (Debian package) ...\n');
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    // An outdated list of packages is the usual reason for a failed install, so renew it; if that fails, try anyway.
    spawnSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
    if (browserPath() !== null) return;
  }
  throw new Error(
    'No Chromium for the browser tests. Install it ("sudo apt-get install chromium" on Debian or Ubuntu), or run "npx playwright install chromium".',
  );
}

export type BrowserPage = Page;

/** Runs `work` with a page of a browser of its own, which no network reaches. */
export async function withPage<T>(
  viewport: { readonly width: number; readonly height: number },
  work: (page: BrowserPage) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch(browserOptions());
  try {
    return await work(await browser.newPage({ viewport, offline: true }));
  } finally {
    await browser.close();
  }
}
