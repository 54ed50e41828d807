import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Browser, type Page } from '@playwright/test';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without the window around the page, which would cost a test as much as the page. */
const SHELL = ['chromium-headless-shell'];

/** What the tests of Firefox and WebKit run, and the Debian package of each. */
const OTHER_BROWSERS = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
};
export type Program = keyof typeof OTHER_BROWSERS;

/** The first of these programs that the system has, or null. */
function installed(names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  for (const name of names) {
    const folder = folders.find((candidate) => existsSync(join(candidate, name)));
    if (folder !== undefined) return join(folder, name);
  }
  return null;
}

interface BrowserOptions {
  readonly args: string[];
  readonly executablePath?: string;
}

/** How every test starts its browser: the shell if there is one, else the whole, else what Playwright has downloaded. */
export function browserOptions(): BrowserOptions {
  return optionsFor(installed([...SHELL, ...WHOLE]));
}

/** How measurements start theirs: what people have. */
export function wholeBrowserOptions(): BrowserOptions {
  return optionsFor(installed(WHOLE));
}

/** As root there is no sandbox, and the rest keeps it off the network. */
function optionsFor(executablePath: string | null): BrowserOptions {
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

/** Installs Debian's shell where there is none and we may; a browser that is there anyway will do. */
export async function ensureBrowser(): Promise<void> {
  if (installed(SHELL) !== null) return;
  installOnDebian('chromium-headless-shell');
  if (installed([...SHELL, ...WHOLE]) === null && !existsSync(chromium.executablePath())) throw noBrowser();
}

/** Installs Debian's Chromium where there is no whole browser and we may; says what to install where we may not. */
export async function ensureWholeBrowser(): Promise<void> {
  if (installed(WHOLE) !== null || existsSync(chromium.executablePath())) return;
  installOnDebian('chromium');
  if (installed(WHOLE) === null) throw noBrowser();
}

/** Installs what Firefox and WebKit need where we may. Where we may not, says so: their tests are then skipped. */
export function installOtherBrowsers(): void {
  if (missingPackages().length > 0) installOnDebian(...missingPackages());
  const missing = missingPackages().join(' ');
  if (missing === '') return;
  process.stdout.write(
    `Not every browser is tested here. On Debian, "sudo apt-get install ${missing}" brings what is missing.\n`,
  );
}

function missingPackages(): readonly string[] {
  return Object.entries(OTHER_BROWSERS).flatMap(([program, name]) =>
    installed([program]) === null ? [name] : [],
  );
}

export function hasPrograms(programs: readonly Program[]): boolean {
  return programs.every((program) => installed([program]) !== null);
}

function installOnDebian(...names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stdout.write(`Installing ${names.join(', ')} for the browser tests (Debian package) ...\n`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  // An outdated list of packages is the usual reason for a failed install, so renew it; if that fails, try anyway.
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}

function noBrowser(): Error {
  return new Error(
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
