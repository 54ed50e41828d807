/// <reference lib="dom" />

import { setTimeout as sleep } from 'node:timers/promises';

import type { ProfileTab } from '#tests/load/browser/profile-tab.ts';
import { FIRST_LINK, PAGE_CLOCK } from '#tests/load/browser/in-page.ts';
import type { Part, PartOptions } from '#tests/load/parts/part.ts';
import type { RowName } from '#tests/load/report/rows.ts';
import type { Testbed } from '#tests/load/testbed/testbed.ts';

/** Unmeasured runs, which load the dialog and start a function and its queue. */
const WARMUP_RUNS = 2;
/** A new tab subscribes to changes within this time. */
const LIVE_MS = 3000;
/** After each edit, a job fetches the title of the page. */
const SETTLE_MS = 1500;

/** Adds links by url. All times count from the Enter key, by the clock of the machine. */
export const add: Part = async (testbed, options) => {
  await addTo(10_000, ['add/here', 'add/there', 'add/device'], testbed, options);
  await addTo(100_000, ['add/here100', 'add/there100', 'add/device100'], testbed, options);
};

async function addTo(
  links: number,
  [here, there, onOther]: readonly [RowName, RowName, RowName],
  testbed: Testbed,
  { runs, note }: PartOptions,
): Promise<void> {
  const member = await testbed.member(links);
  const [firstDevice, secondDevice] = [
    await testbed.browserWithProfile(member),
    await testbed.browserWithProfile(member),
  ];
  const tabs: ProfileTab[] = [];
  for (const open of [firstDevice.openTab, firstDevice.openWindow, secondDevice.openTab]) {
    const tab = await open(testbed.suite.appUrl, PAGE_CLOCK);
    await tab.evaluate(shown(FIRST_LINK));
    await sleep(LIVE_MS);
    tabs.push(tab);
  }
  const [writer] = tabs;
  if (writer === undefined) throw new Error('There is no tab.');
  for (let run = -WARMUP_RUNS; run < runs; run += 1) {
    // The url sorts before all others, so the link is visible at the top of the list.
    const url = `https://000-${String(1_000_000 - run * 10)}-${crypto.randomUUID()}.invalid/`;
    const seen = tabs.map(async (tab) => Number(await tab.evaluate(shown(`[role=row] a[href="${url}"]`))));
    const pressed = await addLink(writer, url);
    const [inTab, inSecondTab, onDevice] = await Promise.all(seen);
    if (run >= 0 && inTab !== undefined && inSecondTab !== undefined && onDevice !== undefined) {
      note(here, inTab - pressed);
      note(there, inSecondTab - pressed);
      note(onOther, onDevice - pressed);
    }
    await sleep(SETTLE_MS);
  }
  await Promise.all([firstDevice.close(), secondDevice.close()]);
}

async function addLink(tab: ProfileTab, url: string): Promise<number> {
  await tab.press('n');
  await tab.evaluate(shown('[role=dialog] input[type=url]'));
  await tab.insert(url);
  await tab.press('Enter');
  return Number(await tab.evaluate('performance.timeOrigin + pageClock.keyAt()'));
}

/** An expression for the time at which an element of the selector became visible. */
function shown(selector: string): string {
  return `pageClock.shown([${JSON.stringify(selector)}]).then((at) => performance.timeOrigin + at)`;
}
