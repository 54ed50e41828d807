/// <reference lib="dom" />

import type { Page } from '@playwright/test';

import { apiOf } from '#tests/e2e/accounts.ts';
import { devtoolsOf } from '#tests/load/browser/devtools.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { installRenderCounter } from '#tests/load/browser/render-counter.ts';
import { urlOf } from '#tests/load/testbed/seed.ts';

const MANY = 10_000;
const CHANGES = 200;

/** How many rows React renders for one changed link, and how much heap 200 changes leave behind. */
export const change: Part = async (testbed, { runs, note }) => {
  const member = await testbed.member(MANY);
  const context = await testbed.signedIn(member);
  await context.addInitScript(installRenderCounter);
  const call = await apiOf(member);
  const page = await context.newPage();
  const devtools = await devtoolsOf(page);
  await page.goto('/');
  await page.getByRole('row').first().waitFor();
  await page.waitForTimeout(4000);

  const shown = await visibleLinks(page);
  const rename = async (at: number): Promise<string> => {
    const link_id = shown[at % shown.length] ?? 1;
    const name = `Renamed ${at} ${crypto.randomUUID()}`;
    await call('/links/update/', { link_id, url: urlOf(link_id), name, status_id: 1 });
    return name;
  };
  const renameAndSee = async (at: number): Promise<void> => {
    const name = await rename(at);
    await page.getByRole('row').filter({ hasText: name }).waitFor();
  };

  // The first changes compile code, which is not a leak.
  for (let at = 0; at < 20; at += 1) await renameAndSee(at);
  for (let run = 0; run < runs; run += 1) {
    const touched = await page.evaluateHandle(watchRows);
    await page.evaluate(() => window.takeRenderedRows());
    await renameAndSee(run);
    await page.waitForTimeout(500);
    note('change/rows', (await page.evaluate(() => window.takeRenderedRows())).length);
    note('change/touched', await touched.evaluate((rows) => rows.size));
  }
  const before = await devtools.heapMb();
  for (let at = 0; at < CHANGES; at += 1) await renameAndSee(at);
  await page.waitForTimeout(1000);
  note('change/growth', 100 * ((await devtools.heapMb()) / before - 1));
  await context.close();
};

/** The ids of the visible links, read from their urls. Links that another part added have no id in the url. */
async function visibleLinks(page: Page): Promise<readonly number[]> {
  const urls = await page
    .getByRole('row')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const numbers = urls.flatMap((url) => /\/articles\/(?<link>\d+)\//.exec(url)?.groups?.['link'] ?? []);
  return numbers.slice(0, 10).map(Number);
}

/** Runs in the page: collects the rows in which anything changes from now on. */
function watchRows(): Set<string> {
  const rows = new Set<string>();
  const grid = document.querySelector('[role=grid]');
  if (grid === null) throw new Error('There is no list.');
  new MutationObserver((mutations) => {
    for (const { target } of mutations) {
      const element = target instanceof Element ? target : target.parentElement;
      rows.add(element?.closest('[role=row]')?.getAttribute('aria-rowindex') ?? 'the list');
    }
  }).observe(grid, { subtree: true, childList: true, attributes: true, characterData: true });
  return rows;
}
