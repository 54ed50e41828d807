/// <reference lib="dom" />

import { gzipSync } from 'node:zlib';

import type { BrowserContext, Page } from '@playwright/test';

import { USABLE } from '#tests/load/browser/in-page.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { clearStorage } from '#tests/load/parts/start.ts';

const VISITOR_USABLE = ['main a[href="/login"], main h1'];

/** The scripts that a browser downloads, gzipped as Hosting does: until the page is usable, and in total. */
export const bytes: Part = async (testbed, { note }) => {
  const visitor = await testbed.context();
  note('bytes/visitor', (await scriptsOf(visitor, VISITOR_USABLE)).untilUsable);
  await visitor.close();
  const member = await testbed.signedIn(await testbed.member(100));
  await clearStorage(member);
  const { untilUsable, all } = await scriptsOf(member, USABLE);
  note('bytes/member', untilUsable);
  note('bytes/all', all);
  await member.close();
};

async function scriptsOf(
  context: BrowserContext,
  usable: readonly string[],
): Promise<{ untilUsable: number; all: number }> {
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  await page.goto('/', { waitUntil: 'commit' });
  const usableAt = await page.evaluate(async (selectors) => window.pageClock.shown(selectors), usable);
  // The app preloads more scripts in the seconds after the start.
  await page.waitForTimeout(4000);
  const before = await urlsBefore(page, usableAt);
  let [untilUsable, all] = [0, 0];
  for (const url of scripts) {
    // Fetched again, because Playwright has no bodies of workers' scripts.
    const script = await fetch(url);
    const kilobytes = gzipSync(await script.bytes()).length / 1000;
    all += kilobytes;
    if (before.has(url)) untilUsable += kilobytes;
  }
  await page.close();
  return { untilUsable, all };
}

/** The urls of all resources that had arrived by then. */
async function urlsBefore(page: Page, at: number): Promise<ReadonlySet<string>> {
  const names = await page.evaluate(
    (end) =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          entry instanceof PerformanceResourceTiming && entry.responseEnd < end ? [entry.name] : [],
        ),
    at,
  );
  return new Set(names);
}
