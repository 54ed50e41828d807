/// <reference lib="dom" />

import { setTimeout as sleep } from 'node:timers/promises';

import type { HomeTab } from '#tests/load/home-tab.ts';
import { FIRST_LINK, PAGE_CLOCK } from '#tests/load/in-page.ts';
import type { Part } from '#tests/load/part.ts';

const MANY = 10_000;
/** The first ones start what a day's first edit starts: the dialog, a function, its queue. */
const WARMING = 2;
/** Until a tab that was opened hears of changes. */
const LIVE_MS = 3000;
/** The page's title is looked for behind an edit. */
const SETTLE_MS = 1500;

/** A link is added by its url. All times count from the Enter key, on the one clock of the machine. */
export const add: Part = async (stage, { runs, note }) => {
  const member = await stage.member(MANY);
  const [here, elsewhere] = [await stage.atHome(member), await stage.atHome(member)];
  const tabs: HomeTab[] = [];
  for (const open of [here.openTab, here.openWindow, elsewhere.openTab]) {
    const tab = await open(stage.suite.appUrl, PAGE_CLOCK);
    await tab.evaluate(shown(FIRST_LINK));
    await sleep(LIVE_MS);
    tabs.push(tab);
  }
  const [writer] = tabs;
  if (writer === undefined) throw new Error('There is no tab.');
  for (let run = -WARMING; run < runs; run += 1) {
    // It stands before all others, so that it is in sight wherever the list is at its top.
    const url = `https://000-${String(1_000_000 - run * 10)}-${crypto.randomUUID()}.invalid/`;
    const seen = tabs.map(async (tab) => Number(await tab.evaluate(shown(`[role=row] a[href="${url}"]`))));
    const pressed = await addLink(writer, url);
    const [inTab, inSecondTab, onDevice] = await Promise.all(seen);
    if (run >= 0 && inTab !== undefined && inSecondTab !== undefined && onDevice !== undefined) {
      note('add/here', inTab - pressed);
      note('add/there', inSecondTab - pressed);
      note('add/device', onDevice - pressed);
    }
    await sleep(SETTLE_MS);
  }
  await Promise.all([here.close(), elsewhere.close()]);
};

async function addLink(tab: HomeTab, url: string): Promise<number> {
  await tab.press('n');
  await tab.evaluate(shown('[role=dialog] input[type=url]'));
  await tab.insert(url);
  await tab.press('Enter');
  return Number(await tab.evaluate('performance.timeOrigin + pageClock.keyAt()'));
}

/** When a selector had something to be seen. */
function shown(selector: string): string {
  return `pageClock.shown([${JSON.stringify(selector)}]).then((at) => performance.timeOrigin + at)`;
}
