import { busyMsOf, longestTaskOf } from '#tests/load/browser/key-cost.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { inNewBrowser } from '#tests/load/testbed/new-browser.ts';

const MANY = 100_000;
/** A new text for each run, because searches are cached. */
const TEXTS = ['fox', 'art', 'dog', 'lazy', 'jump'];

/** Types into quick open, a key at a time. */
export const quickOpen: Part = async (testbed, { runs, note }) => {
  const member = await testbed.member(MANY);
  for (let run = 0; run < runs; run += 1)
    for (const [row, costOf] of [
      ['quickOpen/busy100', busyMsOf],
      ['quickOpen/task100', longestTaskOf],
    ] as const)
      await inNewBrowser(testbed, member, async (tab) => {
        await tab.press('Control+k');
        await tab.evaluate(`pageClock.shown(['[role=combobox]'])`);
        for (const key of TEXTS[run % TEXTS.length] ?? '') note(row, await costOf(tab, key));
      });
};
