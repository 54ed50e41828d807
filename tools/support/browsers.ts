import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Browser, type Page } from '@playwright/test';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without its browser window, which costs as much time as the page itself. */
const SHELL = ['chromium-headless-shell'];

/** The programs that the tests of Firefox and WebKit run, with their Debian packages. */
const OTHER_BROWSERS = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
};
export type Program = keyof typeof OTHER_BROWSERS;

/** The path of the first installed program of the list, or null. */
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

/** Options for tests: the headless shell, else Chromium, else Playwright's own download. */
export function browserOptions(): BrowserOptions {
  return optionsFor(installed([...SHELL, ...WHOLE]));
}

/** Options for measurements: the complete browser, as users have it. */
export function wholeBrowserOptions(): BrowserOptions {
  return optionsFor(installed(WHOLE));
}

/** Chromium's sandbox does not work as root. The other flags keep it off the network. */
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

/** Installs Debian's headless shell if it is missing and we are root. Any other Chromium is good enough. */
export async function ensureBrowser(): Promise<void> {
  if (installed(SHELL) !== null) return;
  installOnDebian('chromium-headless-shell');
  if (installed([...SHELL, ...WHOLE]) === null && !existsSync(chromium.executablePath())) throw noBrowser();
}

/** Installs Debian's Chromium if it is missing and we are root. Throws an error with instructions if we are not. */
export async function ensureWholeBrowser(): Promise<void> {
  if (installed(WHOLE) !== null || existsSync(chromium.executablePath())) return;
  installOnDebian('chromium');
  if (installed(WHOLE) === null) throw noBrowser();
}

/** Installs the packages for Firefox and WebKit if we are root. If some stay missing, prints a hint, or throws in CI. */
export function installOtherBrowsers(): void {
  if (missingPackages().length > 0) installOnDebian(...missingPackages());
  process.stdout.write(noticeOfMissing(missingPackages(), process.env['CI'] === 'true'));
}

/** CI deploys what has passed, so it must not skip the tests of a browser. */
export function noticeOfMissing(packages: readonly string[], isCi: boolean): string {
  if (packages.length === 0) return '';
  const hint = `On Debian, run "sudo apt-get install ${packages.join(' ')}".`;
  if (isCi) throw new Error(`Some browsers are missing, and CI must not skip their tests. ${hint}`);
  return `Some browsers are missing, so their tests are skipped. ${hint}\n`;
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
  // An outdated package list is the usual reason for a failed install, so update it first. If that fails, try anyway.
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}

function noBrowser(): Error {
  return new Error(
    'No Chromium for the browser tests. Install it ("sudo apt-get install chromium" on Debian or Ubuntu), or run "npx playwright install chromium".',
  );
}

export type BrowserPage = Page;

/** Runs `work` with an offline page in a new browser. */
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
