/// <reference lib="dom" />

import type { Part } from '#tests/load/parts/part.ts';
import { inNewBrowser } from '#tests/load/testbed/new-browser.ts';
import { urlOf } from '#tests/load/testbed/seed.ts';

const MANY = 100_000;
const FIRST_BY_NAME = urlOf(1);

/** Chooses another order for the list of all links, the first time after the start. */
export const sort: Part = async (testbed, { runs, note }) => {
  const member = await testbed.member(MANY);
  for (let run = 0; run < runs; run += 1)
    await inNewBrowser(testbed, member, async (tab) => {
      await tab.evaluate(`document.querySelector('button[title^="Sort:"]').click()`);
      await tab.evaluate(`pageClock.shown(['[role=menuitemradio]'])`);
      let shown = 0;
      const { processorMs } = await tab.longestTask(async () => {
        shown = Number(await tab.evaluate(`(${String(choose)})('Name', ${JSON.stringify(FIRST_BY_NAME)})`));
      });
      note('sort/shown100', shown);
      note('sort/task100', processorMs);
    });
};

/**
 * Runs in the page: the time from the click to the first frame in which this link shows. Links that the part `add` has added can
 * come before it.
 */
async function choose(order: string, firstUrl: string): Promise<number> {
  const entries = [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
  const clicked = performance.now();
  entries.find(({ textContent }) => textContent === order)?.click();
  return (await window.pageClock.shown([`[role=row] a[href="${firstUrl}"]`])) - clicked;
}
