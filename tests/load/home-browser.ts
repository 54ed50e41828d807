/// <reference lib="dom" />

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type BrowserContext, chromium } from '@playwright/test';

import { openDevtools } from '#tests/load/devtools-socket.ts';
import { type HomeTab, openHomeTab, type Viewport } from '#tests/load/home-tab.ts';
import { wholeBrowserOptions } from '@foldmark/tools/support/browsers';

const START_MS = 20_000;

/**
 * A browser as people have it: with a profile on disk, with the service worker of the app, and with nobody in it who
 * stops each page and each worker for a look. Playwright is there as long as things are prepared.
 */
export interface HomeBrowser {
  /** Does something with Playwright, which leaves afterwards. */
  readonly prepare: (run: (context: BrowserContext) => Promise<void>) => Promise<void>;
  /** Opens a tab at an address, with a script in it before any other. */
  readonly openTab: OpenTab;
  /**
   * The same in a window of its own: of two tabs in one window only the one in front is drawn. What the browser itself
   * draws there keeps it busy for the first seconds.
   */
  readonly openWindow: OpenTab;
  readonly close: () => Promise<void>;
}

type OpenTab = (url: string, script: string) => Promise<HomeTab>;

export async function openHomeBrowser(profile: string, viewport: Viewport): Promise<HomeBrowser> {
  const { args, executablePath = chromium.executablePath() } = wholeBrowserOptions();
  const child = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  );
  const { host, path } = await addressOf(profile);
  const devtools = await openDevtools(`ws://${host}${path}`);
  const open =
    (newWindow: boolean): OpenTab =>
    async (url, script) => {
      const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', newWindow });
      const devtoolsUrl = `ws://${host}/devtools/page/${String(targetId)}`;
      return openHomeTab({ devtoolsUrl, viewport, url, script });
    };
  return {
    prepare: async (run) => {
      const browser = await chromium.connectOverCDP(`http://${host}`);
      const [context] = browser.contexts();
      if (context === undefined) throw new Error('The browser has no profile.');
      await run(context);
      await browser.close();
    },
    openTab: open(false),
    openWindow: open(true),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      devtools.close();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** The browser writes down where it listens when it does. */
async function addressOf(profile: string): Promise<{ readonly host: string; readonly path: string }> {
  const end = Date.now() + START_MS;
  let cause: unknown;
  while (Date.now() < end) {
    try {
      const [port, path] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      if (port !== undefined && path !== undefined) return { host: `127.0.0.1:${port}`, path };
    } catch (error) {
      cause = error;
    }
    await sleep(100);
  }
  throw new Error('The browser does not start.', { cause });
}
