import { join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { chromium } from '@playwright/test';

import { wholeBrowserOptions } from '@foldmark/tools/support/browsers';
import { bundleOf, servePage } from '#tests/support/page-bundle.ts';

/**
 * Measures the replica and the library in Chromium for each number of links: `node tests/load/library.ts 10000 50000`.
 * Prints the medians of five visits, and the best, which a busy machine changes least.
 */
const VISITS = 5;
const counts = process.argv.slice(2).map(Number);

const page = await servePage(await bundleOf(join(PROJECT_ROOT, 'web/src/sync/testing/library-page.ts')));
const browser = await chromium.launch(wholeBrowserOptions());
try {
  for (const count of counts.length > 0 ? counts : [10_000, 50_000]) console.table(await visits(count));
} finally {
  await browser.close();
  await page.stop();
}

async function visits(count: number) {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(page.url);
  await tab.evaluate(`lay(${count})`);
  const times = new Map<string, number[]>();
  for (let visit = 0; visit < VISITS; visit += 1) {
    await tab.reload();
    const results: readonly { what: string; ms: number }[] = await tab.evaluate(`measure(${count})`);
    for (const { what, ms } of results) times.set(what, [...(times.get(what) ?? []), ms]);
  }
  await context.close();
  return [...times].map(([what, all]) => ({
    links: count,
    what,
    ms: Number(median(all).toFixed(1)),
    best: Number(Math.min(...all).toFixed(1)),
  }));
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
