/// <reference lib="dom" />

import type { Page } from '@playwright/test';

import { devtoolsOf } from '#tests/load/browser/devtools.ts';
import { longestTask } from '#tests/load/browser/longest-task.ts';
import type { Part } from '#tests/load/parts/part.ts';

/** One second of frames: a long drag of the scroll bar instead of a jump. */
const STEPS = 60;

/** Scrolls from the first link to the last. */
export const scroll: Part = async (testbed, { runs, note }) => {
  for (const [links, time, elements, heap] of [
    [10_000, 'scroll/time', 'scroll/elements', 'scroll/heap'],
    [100_000, 'scroll/time100', 'scroll/elements100', 'scroll/heap100'],
  ] as const) {
    const context = await testbed.signedIn(await testbed.member(links));
    for (let run = 0; run < runs; run += 1) {
      const page = await context.newPage();
      const devtools = await devtoolsOf(page);
      await page.goto('/');
      await page.getByRole('row').first().waitFor();
      await page.waitForTimeout(3000);
      const result = await scrollThrough(page, links);
      note(time, result.ms);
      note(elements, result.elements);
      note(heap, await devtools.heapMb());
      if (links > 10_000) {
        note('scroll/stored100', await storedMb(page));
        // The next view of the list.
        await page.keyboard.press('v');
        await page.locator('[data-look=cards] [role=row]').first().waitFor();
        const { processorMs } = await longestTask(testbed.browser, async () => {
          note('scroll/cardElements100', (await scrollThrough(page, links)).elements);
        });
        note('scroll/cardTask100', processorMs);
        await page.keyboard.press('v');
        await page.keyboard.press('v');
      }
      await page.close();
    }
    await context.close();
  }
};

/** The size of the replica. Chromium reports each kind of storage, which is in no standard. */
async function storedMb(page: Page): Promise<number> {
  const estimate: StorageEstimate & { readonly usageDetails?: { readonly indexedDB?: number } } =
    await page.evaluate(async () => navigator.storage.estimate());
  return (estimate.usageDetails?.indexedDB ?? Number.NaN) / 1e6;
}

async function scrollThrough(page: Page, links: number): Promise<{ ms: number; elements: number }> {
  return page.evaluate(
    async ({ last, steps }) => {
      const grid = document.querySelector('[role=grid]');
      if (grid === null) throw new Error('There is no list.');
      const started = performance.now();
      const shown = window.pageClock.shown([last]);
      let most = 0;
      const end = grid.scrollHeight - grid.clientHeight;
      for (let step = 1; step <= steps; step += 1) {
        grid.scrollTop = (end * step) / steps;
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        most = Math.max(most, document.querySelectorAll('*').length);
      }
      const ms = (await shown) - started;
      return { ms, elements: Math.max(most, document.querySelectorAll('*').length) };
    },
    { last: `[role=row][aria-rowindex="${links}"]`, steps: STEPS },
  );
}
