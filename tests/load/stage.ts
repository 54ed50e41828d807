/// <reference lib="dom" />

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { LIBRARY_COLLECTIONS } from '@foldmark/contract/firestore-paths';
import type { Suite } from '@foldmark/tools/suite/suite';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

import { fillLogin } from '#tests/e2e/fixtures.ts';
import { type HomeBrowser, openHomeBrowser } from '#tests/load/home-browser.ts';
import { installPageClock } from '#tests/load/in-page.ts';
import { type Member, memberWith } from '#tests/load/seed.ts';
import { wholeBrowserOptions } from '@foldmark/tools/support/browsers';
import { startTestSuite } from '#tests/support/test-suite.ts';

const VIEWPORT = { width: 1440, height: 900 };
/** A machine that is busy takes its time; what hangs ends here. */
const PATIENCE_MS = 60_000;

/** What the parts work on: the whole product, built as it is deployed, and one Chromium. */
export interface Stage {
  readonly suite: Suite;
  readonly browser: Browser;
  /** The same one for each number, made when it is first asked for. */
  readonly member: (links: number) => Promise<Member>;
  /** A browser with nothing in it, and the clock in each of its pages. */
  readonly context: () => Promise<BrowserContext>;
  /** A browser in which the member is signed in and the library has arrived. */
  readonly signedIn: (member: Member) => Promise<BrowserContext>;
  /** A browser with a profile on disk, in which the member is signed in and app and library have arrived. */
  readonly atHome: (member: Member) => Promise<HomeBrowser>;
  readonly stop: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const suite = await startTestSuite('measure');
  // Where tests/e2e/accounts.ts looks for them.
  process.env['FOLDMARK_APP_URL'] = suite.appUrl;
  process.env['FOLDMARK_AUTH_URL'] = suite.authUrl;
  process.env['FOLDMARK_FIRESTORE_HOST'] = suite.firestoreHost;
  const browser = await chromium.launch(wholeBrowserOptions()).catch(async (error: unknown) => {
    await suite.stop();
    throw error;
  });
  const profiles: string[] = [];
  const homes: HomeBrowser[] = [];
  const members = new Map<number, Promise<Member>>();

  const context = async (): Promise<BrowserContext> => {
    const opened = await browser.newContext({ baseURL: suite.appUrl, viewport: VIEWPORT });
    opened.setDefaultTimeout(PATIENCE_MS);
    await opened.addInitScript(installPageClock);
    return opened;
  };
  return {
    suite,
    browser,
    member: async (links) => {
      const known = members.get(links) ?? memberWith(links, suite);
      members.set(links, known);
      return known;
    },
    context,
    signedIn: async (member) => {
      const opened = await context();
      const page = await opened.newPage();
      await signIn(page, member);
      await page.close();
      return opened;
    },
    atHome: async (member) => {
      const profile = await mkdtemp(join(tmpdir(), 'foldmark-profile-'));
      profiles.push(profile);
      const home = await openHomeBrowser(profile, VIEWPORT);
      homes.push(home);
      await home.prepare(async (opened) => {
        const page = await opened.newPage();
        await signIn(page, member, suite.appUrl);
        await page.evaluate(async () => navigator.serviceWorker.ready);
        await page.close();
      });
      return home;
    },
    stop: async () => {
      for (const home of homes) await home.close();
      await browser.close();
      await suite.stop();
      // The browser may still be writing when it has said that it is closed.
      const often = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 };
      for (const profile of profiles) await rm(profile, often);
    },
  };
}

async function signIn(page: Page, member: Member, appUrl = ''): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await fillLogin(page, member);
  await libraryKept(page);
}

/** Until the whole library is in the replica of this browser. */
async function libraryKept(page: Page): Promise<void> {
  await page.getByRole('row').first().waitFor();
  const end = Date.now() + PATIENCE_MS;
  while ((await page.evaluate(collectionsKept)) < LIBRARY_COLLECTIONS.length) {
    if (Date.now() > end) throw new Error('The library does not arrive in the replica.');
    await sleep(100);
  }
}

/** Runs in the page. */
async function collectionsKept(): Promise<number> {
  const databases = await indexedDB.databases();
  const name = databases.find((database) => database.name?.startsWith('foldmark-library-'))?.name;
  if (name === undefined) return 0;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('error', reject);
    request.addEventListener('success', () => {
      resolve(request.result);
    });
  });
  return new Promise((resolve) => {
    const count = database.transaction('states').objectStore('states').count();
    count.addEventListener('success', () => {
      database.close();
      resolve(count.result);
    });
  });
}
