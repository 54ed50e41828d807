/// <reference lib="dom" />

import { gzipSync } from 'node:zlib';

import type { BrowserContext, Page, Response } from '@playwright/test';

import { USABLE } from '#tests/load/in-page.ts';
import type { Part } from '#tests/load/part.ts';
import { forgetAll } from '#tests/load/parts/start.ts';

const VISITOR_USABLE = ['main a[href="/login"], main h1'];

/**
 * What comes over the wire, compressed as Hosting does it in the cloud: as far as it had come when the page was usable,
 * and all of it.
 */
export const bytes: Part = async (stage, { note }) => {
  const visitor = await stage.context();
  note('bytes/visitor', (await scriptsOf(visitor, VISITOR_USABLE)).untilUsable);
  await visitor.close();
  const member = await stage.signedIn(await stage.member(100));
  await forgetAll(member);
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
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto('/', { waitUntil: 'commit' });
  const usableAt = await page.evaluate(async (selectors) => window.pageClock.shown(selectors), usable);
  // What is loaded ahead comes in the seconds after.
  await page.waitForTimeout(4000);
  const before = await namesBefore(page, usableAt);
  let [untilUsable, all] = [0, 0];
  for (const script of scripts) {
    const kilobytes = gzipSync(await script.body()).length / 1000;
    all += kilobytes;
    if (before.has(script.url())) untilUsable += kilobytes;
  }
  await page.close();
  return { untilUsable, all };
}

/** The addresses of everything that had come by then. */
async function namesBefore(page: Page, at: number): Promise<ReadonlySet<string>> {
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
