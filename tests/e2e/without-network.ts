/// <reference lib="dom" />
// oxlint-disable unicorn/consistent-function-scoping -- functions that run in the page can't use names from outside

import { expect, type BrowserContext, type Page } from '@playwright/test';

import { settingOf } from './accounts.ts';

// Shared by the tests of edits without a network.

/** Chromium and the SDK log each failed request. */
export const NO_NETWORK = [/net::ERR_/, /@firebase\/firestore/];

/** A tab probes the server every 10 s while it can't be reached, and a busy machine needs long to save a change. */
export const BACK_ONLINE = { timeout: 60_000 };

/** Fails all requests except those for the app's own files, as without a network but with cached files. */
export async function cutServers(context: BrowserContext): Promise<void> {
  const servers = ['FOLDMARK_AUTH_URL', 'FOLDMARK_FIRESTORE_HOST'].map(settingOf);
  await context.route(
    (url) => url.pathname.startsWith('/api/') || servers.some((server) => server.endsWith(url.host)),
    async (route) => route.abort('internetdisconnected'),
  );
}

/**
 * Ends `cutServers` or another route that fails requests, and tries again at once. By key, because the app can also
 * retry by itself and remove the button.
 */
export async function tryAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).focus();
  await page.context().unrouteAll();
  await page.keyboard.press('Enter');
}

/** The ways of having no network. `page` is open in the context. */
export const OUTAGES = [
  {
    name: 'in an offline browser',
    start: async (context: BrowserContext, page: Page) => {
      // The service worker serves the app's files after a reload.
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      await context.setOffline(true);
    },
    end: async (context: BrowserContext) => context.setOffline(false),
    // Undo withdraws what was not sent.
    unsentAfterUndo: '4 changes will be sent',
  },
  {
    name: 'with unreachable servers',
    start: cutServers,
    end: async (context: BrowserContext) => context.unrouteAll(),
    // The first request may have arrived, so it stays, and its undo and the second gesture follow.
    unsentAfterUndo: '12 changes will be sent',
  },
] as const;

/** The bodies of the changes that a page has sent, by path: `/links/update/ {...}`. */
export function sentBy(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST' || !/^\/api\/(?:links|folders|favorites|batch|trash)\//.test(pathname))
      return;
    sent.push(`${pathname.slice('/api'.length)} ${request.postData() ?? ''}`);
  });
  return sent;
}

export async function expectNothingUnsent(page: Page): Promise<void> {
  await expect(page.getByText("You're offline.")).toHaveCount(0, BACK_ONLINE);
  await expect.poll(async () => unsentIn(page), BACK_ONLINE).toBe(0);
}

/** How many gestures wait in the outboxes of this browser. */
export async function unsentIn(page: Page): Promise<number> {
  return page.evaluate(readUnsent);
}

/** Runs in the page. */
async function readUnsent(): Promise<number> {
  const done = async <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => {
        resolve(request.result);
      });
      request.addEventListener('error', reject);
    });
  let count = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('foldmark-outbox-')) continue;
    const database = await done(indexedDB.open(name));
    const entries = await done<object[]>(database.transaction('outbox').objectStore('outbox').getAll());
    count += entries.filter((entry) => 'changes' in entry).length;
    database.close();
  }
  return count;
}
