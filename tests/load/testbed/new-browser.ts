import { setTimeout as sleep } from 'node:timers/promises';

import { FIRST_LINK, PAGE_CLOCK } from '#tests/load/browser/in-page.ts';
import type { ProfileTab } from '#tests/load/browser/profile-tab.ts';
import type { Member } from '#tests/load/testbed/seed.ts';
import type { Testbed } from '#tests/load/testbed/testbed.ts';

/** In the seconds after a start, the app prepares what comes next. */
const READY_MS = 4000;

/** Runs in a tab that has just opened: code that has not run before is slow. */
export async function inNewBrowser(
  testbed: Testbed,
  member: Member,
  run: (tab: ProfileTab) => Promise<void>,
): Promise<void> {
  const browser = await testbed.browserWithProfile(member);
  const tab = await browser.openTab(testbed.suite.appUrl, PAGE_CLOCK);
  await tab.evaluate(`pageClock.shown([${JSON.stringify(FIRST_LINK)}])`);
  await sleep(READY_MS);
  await run(tab);
  await browser.close();
}
