/// <reference lib="dom" />

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type BrowserContext, chromium } from '@playwright/test';

import { fieldsOf, openDevtools } from '#tests/load/devtools-socket.ts';
import { wholeBrowserOptions } from '#tests/support/browser.ts';

const START_MS = 20_000;

/**
 * A browser as people have it: with a profile on disk, with the service worker of the app, and with nobody in it who
 * stops each page and each worker for a look. Playwright is there as long as things are prepared.
 */
export interface HomeBrowser {
  /** Does something with Playwright, which leaves afterwards. */
  readonly prepare: (run: (context: BrowserContext) => Promise<void>) => Promise<void>;
  /** Opens a tab at an address, with a script in it before any other. */
  readonly openTab: (url: string, script: string) => Promise<HomeTab>;
  readonly close: () => Promise<void>;
}

export interface HomeTab {
  /** The value of an expression, or of what it promises. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export async function openHomeBrowser(
  profile: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<HomeBrowser> {
  const { args, executablePath = chromium.executablePath() } = wholeBrowserOptions();
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--window-size=${viewport.width},${viewport.height}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const endpoint = await endpointOf(profile);
  return {
    prepare: async (run) => {
      const browser = await chromium.connectOverCDP(endpoint);
      const [context] = browser.contexts();
      if (context === undefined) throw new Error('The browser has no profile.');
      await run(context);
      await browser.close();
    },
    openTab: async (url, script) => {
      const answer = await fetch(`${endpoint}/json/new?about:blank`, { method: 'PUT' });
      const { id, webSocketDebuggerUrl } = fieldsOf(await answer.json());
      const devtools = await openDevtools(String(webSocketDebuggerUrl));
      await devtools.send('Page.enable', {});
      await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
      await devtools.send('Page.navigate', { url });
      return {
        evaluate: async (expression) => {
          const options = { expression, awaitPromise: true, returnByValue: true };
          const { result, exceptionDetails } = fieldsOf(await devtools.send('Runtime.evaluate', options));
          if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
          return fieldsOf(result)['value'];
        },
        close: async () => {
          devtools.close();
          await fetch(`${endpoint}/json/close/${String(id)}`);
        },
      };
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** The browser writes down where it listens when it does. */
async function endpointOf(profile: string): Promise<string> {
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      return `http://127.0.0.1:${port}`;
    } catch (cause) {
      if (Date.now() > end) throw new Error('The browser does not start.', { cause });
      await sleep(100);
    }
  }
}
