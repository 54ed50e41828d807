/// <reference lib="dom" />

import { setTimeout as sleep } from 'node:timers/promises';

import type { BrowserContext } from '@playwright/test';

import { writeSnapshot } from '#tests/e2e/seed-snapshot.ts';
import type { ProfileBrowser } from '#tests/load/browser/profile-browser.ts';
import type { Network, Traffic } from '#tests/load/browser/profile-tab.ts';
import { FIRST_LINK, installStartClock, PAGE_CLOCK, USABLE } from '#tests/load/browser/in-page.ts';
import type { Part } from '#tests/load/parts/part.ts';
import type { Testbed } from '#tests/load/testbed/testbed.ts';

const MANY = 10_000;
const VERY_MANY = 100_000;
/** Lets background work of one run end before the next begins. */
const SETTLE_MS = 1500;

const SELECTORS = { first: FIRST_LINK, usable: USABLE };
const START_SCRIPT = `${PAGE_CLOCK} (${String(installStartClock)})(${JSON.stringify(SELECTORS)});`;

interface StartTimes {
  readonly first: number;
  readonly usable: number;
  /** The traffic until the library is usable. */
  readonly before: Traffic;
}

declare global {
  interface Window {
    /** Set by the start clock: when the first link was visible and when the library was usable. */
    readonly startTimes: Promise<readonly [number, number]>;
  }
}

/** Opens a tab in a browser that has opened the library before. */
export const warm: Part = async (testbed, { runs, note }) => {
  for (const [links, first, usable] of [
    [MANY, 'warm/first', 'warm/usable'],
    [VERY_MANY, 'warm/first100', 'warm/usable100'],
  ] as const) {
    const browser = await testbed.browserWithProfile(await testbed.member(links));
    // Chromium caches compiled code only for scripts that it has loaded more than once.
    for (let warmup = 0; warmup < 3; warmup += 1) await startTimes(browser, testbed);
    for (let run = 0; run < runs; run += 1) {
      const times = await startTimes(browser, testbed);
      note(first, times.first);
      note(usable, times.usable);
    }
    await browser.close();
  }
};

/** Opens a tab in a browser that is signed in and has nothing else stored. The server has a snapshot of the library. */
export const cold: Part = async (testbed, { runs, note }) => {
  for (const [links, first, usable] of [
    [MANY, 'cold/first', 'cold/usable'],
    [VERY_MANY, 'cold/first100', 'cold/usable100'],
  ] as const) {
    const member = await testbed.member(links);
    const browser = await testbed.browserWithProfile(member);
    await writeSnapshot(member);
    for (let run = 0; run < runs; run += 1) {
      await browser.prepare(async (context) => clearStorage(context, testbed.suite.appUrl));
      await sleep(SETTLE_MS);
      const times = await startTimes(browser, testbed);
      note(first, times.first);
      note(usable, times.usable);
    }
    await browser.close();
  }
};

/** The times of one start, and its traffic if a network is simulated. */
export async function startTimes(
  browser: ProfileBrowser,
  { suite }: Testbed,
  network?: Network,
): Promise<StartTimes> {
  const tab = await browser.openTab(suite.appUrl, START_SCRIPT, network);
  const times = await tab.evaluate('window.startTimes');
  const [first, usable] = Array.isArray(times) ? times.map(Number) : [];
  if (first === undefined || usable === undefined) throw new Error('The page has no clock.');
  const before = tab.traffic();
  await sleep(SETTLE_MS);
  await tab.close();
  return { first, usable, before };
}

/**
 * Removes all that is stored except the session of Firebase Auth: replica, stored user, first-paint snapshot, HTTP cache, service
 * worker.
 */
export async function clearStorage(context: BrowserContext, appUrl = ''): Promise<void> {
  const page = await context.newPage();
  // A page of the same origin that doesn't load the app.
  await page.goto(`${appUrl}/favicon.svg`);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (name?.startsWith('foldmark-') !== true) continue;
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, resolve);
      });
    }
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
    for (const name of Object.keys(localStorage))
      if (!name.startsWith('firebase:')) localStorage.removeItem(name);
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.close();
}
