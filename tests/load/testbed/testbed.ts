/// <reference lib="dom" />

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { LIBRARY_COLLECTIONS } from '@foldmark/library/entities/collections';
import type { Suite } from '@foldmark/tools/suite/suite';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

import { fillLogin } from '#tests/e2e/fixtures.ts';
import { type ProfileBrowser, openProfileBrowser } from '#tests/load/browser/profile-browser.ts';
import { installPageClock } from '#tests/load/browser/in-page.ts';
import { type Member, memberWith } from '#tests/load/testbed/seed.ts';
import { wholeBrowserOptions } from '@foldmark/tools/support/browsers';
import { startTestSuite } from '#tests/support/test-suite.ts';

const VIEWPORT = { width: 1440, height: 900 };
/** Long enough for a busy machine. */
const TIMEOUT_MS = 60_000;

/** The environment of all parts: the whole product, built as it is deployed, and one Chromium. */
export interface Testbed {
  readonly suite: Suite;
  readonly browser: Browser;
  /** One member for each number of links, created on first use. */
  readonly member: (links: number) => Promise<Member>;
  /** An empty browser context with the clock in each page. */
  readonly context: () => Promise<BrowserContext>;
  /** A context in which the member is signed in and the library is in the replica. */
  readonly signedIn: (member: Member) => Promise<BrowserContext>;
  /** A browser with a profile on disk, in which the member is signed in and app and library are stored. */
  readonly browserWithProfile: (member: Member) => Promise<ProfileBrowser>;
  readonly stop: () => Promise<void>;
}

export async function openTestbed(): Promise<Testbed> {
  const suite = await startTestSuite('measure');
  // tests/e2e/accounts.ts reads these.
  process.env['FOLDMARK_APP_URL'] = suite.appUrl;
  process.env['FOLDMARK_AUTH_URL'] = suite.authUrl;
  process.env['FOLDMARK_FIRESTORE_HOST'] = suite.firestoreHost;
  const browser = await chromium.launch(wholeBrowserOptions()).catch(async (error: unknown) => {
    await suite.stop();
    throw error;
  });
  const profiles: string[] = [];
  const profileBrowsers: ProfileBrowser[] = [];
  const members = new Map<number, Promise<Member>>();

  const context = async (): Promise<BrowserContext> => {
    const opened = await browser.newContext({ baseURL: suite.appUrl, viewport: VIEWPORT });
    opened.setDefaultTimeout(TIMEOUT_MS);
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
    browserWithProfile: async (member) => {
      const profile = await mkdtemp(join(tmpdir(), 'foldmark-profile-'));
      profiles.push(profile);
      const profileBrowser = await openProfileBrowser(profile, VIEWPORT);
      profileBrowsers.push(profileBrowser);
      await profileBrowser.prepare(async (opened) => {
        const page = await opened.newPage();
        await signIn(page, member, suite.appUrl);
        await page.evaluate(async () => navigator.serviceWorker.ready);
        await page.close();
      });
      return profileBrowser;
    },
    stop: async () => {
      for (const profileBrowser of profileBrowsers) await profileBrowser.close();
      await browser.close();
      await suite.stop();
      // A closed browser may still be writing to its profile.
      const withRetries = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 };
      for (const profile of profiles) await rm(profile, withRetries);
    },
  };
}

async function signIn(page: Page, member: Member, appUrl = ''): Promise<void> {
  await page.goto(`${appUrl}/login`);
  await fillLogin(page, member);
  await waitForReplica(page);
}

/** Waits until the whole library is in the replica of this browser. */
async function waitForReplica(page: Page): Promise<void> {
  await page.getByRole('row').first().waitFor();
  const end = Date.now() + TIMEOUT_MS;
  while ((await page.evaluate(storedCollections)) < LIBRARY_COLLECTIONS.length) {
    if (Date.now() > end) throw new Error('The replica did not receive the library in time.');
    await sleep(100);
  }
}

/** Runs in the page. */
async function storedCollections(): Promise<number> {
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
