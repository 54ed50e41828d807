/// <reference lib="dom" />

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type BrowserContext, chromium } from '@playwright/test';

import { openDevtools } from '#tests/load/browser/devtools-socket.ts';
import {
  type Network,
  type ProfileTab,
  openProfileTab,
  type Viewport,
} from '#tests/load/browser/profile-tab.ts';
import { wholeBrowserOptions } from '@foldmark/tools/support/browsers';

const START_MS = 20_000;

/**
 * A browser with a profile on disk and the service worker of the app. Playwright, which pauses each new page and worker,
 * is connected only during `prepare`.
 */
export interface ProfileBrowser {
  /** Connects Playwright for the duration of `run`. */
  readonly prepare: (run: (context: BrowserContext) => Promise<void>) => Promise<void>;
  /** Opens a tab at a url. The given script runs before any other. */
  readonly openTab: OpenTab;
  /**
   * The same in a new window, because a browser draws only the front tab of a window. Drawing the window's own controls
   * keeps the browser busy for the first seconds.
   */
  readonly openWindow: OpenTab;
  readonly close: () => Promise<void>;
}

type OpenTab = (url: string, script: string, network?: Network) => Promise<ProfileTab>;

export async function openProfileBrowser(profile: string, viewport: Viewport): Promise<ProfileBrowser> {
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
    async (url, script, network) => {
      const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', newWindow });
      const devtoolsUrl = `ws://${host}/devtools/page/${String(targetId)}`;
      return openProfileTab({ devtoolsUrl, viewport, url, script, network: network ?? null });
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

/** Reads the address from the file that the browser writes once it listens. */
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
  throw new Error('The browser did not start in time.', { cause });
}
