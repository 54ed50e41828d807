/// <reference lib="dom" />

import { busyMsOf, longestTaskOf } from '#tests/load/browser/key-cost.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { inNewBrowser } from '#tests/load/testbed/new-browser.ts';
import { memberWith } from '#tests/load/testbed/seed.ts';

const LINKS = 10_000;
const FOLDERS = 5000;

/** Opens the folders of a link and filters them, a key at a time. */
export const picker: Part = async (testbed, { runs, note }) => {
  const member = await memberWith(LINKS, testbed.suite, FOLDERS);
  for (let run = 0; run < runs; run += 1)
    await inNewBrowser(testbed, member, async (tab) => {
      await tab.evaluate(`document.querySelector('[role=row] button[aria-label^=More]').click()`);
      await tab.evaluate(`pageClock.shown(['[role=menuitem]'])`);
      note('picker/open', Number(await tab.evaluate(`(${String(openFolders)})()`)));
      note('picker/elements', Number(await tab.evaluate(`document.querySelectorAll('*').length`)));
      for (const key of '12') note('picker/busy', await busyMsOf(tab, key));
      for (const key of '34') note('picker/task', await longestTaskOf(tab, key));
    });
};

/** Runs in the page: the time from the click to the first frame with the folders, which begins an animation. */
async function openFolders(): Promise<number> {
  const entries = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const clicked = performance.now();
  entries.find(({ textContent }) => textContent === 'Folders')?.click();
  let isShown = false;
  // After the frame that shows the folders comes another.
  while (!isShown) {
    isShown = document.querySelector('[role=dialog] li') !== null;
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
  return performance.now() - clicked;
}
