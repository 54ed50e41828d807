/// <reference lib="dom" />

import { setTimeout as sleep } from 'node:timers/promises';

import type { BrowserContext } from '@playwright/test';

import type { HomeBrowser } from '#tests/load/home-browser.ts';
import { FIRST_LINK, installStartClock, PAGE_CLOCK, USABLE } from '#tests/load/in-page.ts';
import type { Part } from '#tests/load/part.ts';
import type { Stage } from '#tests/load/stage.ts';

const MANY = 10_000;
const VERY_MANY = 50_000;
/** What comes after one thing must not run into the next one. */
const SETTLE_MS = 1500;

const WANTED = { first: FIRST_LINK, usable: USABLE };
const START_SCRIPT = `${PAGE_CLOCK} (${String(installStartClock)})(${JSON.stringify(WANTED)});`;

interface StartTimes {
  readonly first: number;
  readonly usable: number;
}

declare global {
  interface Window {
    /** Made by the start clock: when the first link and when the whole library was there. */
    readonly startTimes: Promise<readonly [number, number]>;
  }
}

/** A tab is opened where the library was opened before. */
export const warm: Part = async (stage, { runs, note }) => {
  for (const [links, first, usable] of [
    [MANY, 'warm/first', 'warm/usable'],
    [VERY_MANY, 'warm/first50', 'warm/usable50'],
  ] as const) {
    const home = await stage.atHome(await stage.member(links));
    // Chromium keeps what it has compiled only of scripts that come more than once.
    for (let warming = 0; warming < 3; warming += 1) await startTimes(home, stage);
    for (let run = 0; run < runs; run += 1) {
      const times = await startTimes(home, stage);
      note(first, times.first);
      note(usable, times.usable);
    }
    await home.close();
  }
};

/** A tab is opened where somebody is signed in, and nothing of the app or the library is left. */
export const cold: Part = async (stage, { runs, note }) => {
  for (const [links, first, usable] of [
    [MANY, 'cold/first', 'cold/usable'],
    [VERY_MANY, null, 'cold/usable50'],
  ] as const) {
    const home = await stage.atHome(await stage.member(links));
    for (let run = 0; run < runs; run += 1) {
      await home.prepare(async (context) => forgetAll(context, stage.suite.appUrl));
      await sleep(SETTLE_MS);
      const times = await startTimes(home, stage);
      if (first !== null) note(first, times.first);
      note(usable, times.usable);
    }
    await home.close();
  }
};

async function startTimes(home: HomeBrowser, { suite }: Stage): Promise<StartTimes> {
  const tab = await home.openTab(suite.appUrl, START_SCRIPT);
  const times = await tab.evaluate('window.startTimes');
  const [first, usable] = Array.isArray(times) ? times.map(Number) : [];
  if (first === undefined || usable === undefined) throw new Error('The page has no clock.');
  await sleep(SETTLE_MS);
  await tab.close();
  return { first, usable };
}

/** Leaves the account signed in, and takes away all else that is kept: replica, picture, HTTP cache, service worker. */
export async function forgetAll(context: BrowserContext, appUrl = ''): Promise<void> {
  const page = await context.newPage();
  // A page of the same origin without the app in it.
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
    localStorage.removeItem('foldmark.first-screen');
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.close();
}
