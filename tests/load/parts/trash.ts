import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { longestTask } from '#tests/load/browser/longest-task.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { memberWith } from '#tests/load/testbed/seed.ts';
import { clearBill, settledReads } from '#tests/load/testbed/usage.ts';

const MANY = 10_000;
/** A new tab subscribes to changes within this time. */
const LIVE_MS = 5000;
const LIMIT_MS = 120_000;
/** No further call follows after this long. */
const QUIET_MS = 3000;

/** Selects all links in one tab and moves them to the trash, while another device listens. */
export const trash: Part = async (testbed, { note, say }) => {
  const member = await memberWith(MANY, testbed.suite);
  const tabs: Page[] = [];
  for (let device = 0; device < 2; device += 1) {
    const page = await (await testbed.signedIn(member)).newPage();
    await page.goto('/');
    await page.getByRole('row').first().waitFor();
    tabs.push(page);
  }
  const [here, there] = tabs;
  if (here === undefined || there === undefined) throw new Error('There is no tab.');
  await sleep(LIVE_MS);
  await clearBill(testbed.suite);
  const calls: number[] = [];
  here.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/batch/')) calls.push(performance.now());
  });
  await here.getByRole('checkbox', { name: 'Select all' }).click();
  const button = here
    .getByRole('group', { name: 'Selection' })
    .getByRole('button', { name: 'Move to Trash' });
  await button.waitFor();
  let clicked = 0;
  const task = await longestTask(testbed.browser, async () => {
    clicked = performance.now();
    note('trash/seen', await button.evaluate(press));
    await there.getByRole('grid').getByRole('row').first().waitFor({ state: 'detached', timeout: LIMIT_MS });
    while (performance.now() - (calls.at(-1) ?? 0) < QUIET_MS) await sleep(100);
  });
  note('trash/done', (calls.at(-1) ?? 0) - clicked);
  note('trash/calls', calls.length);
  note('trash/task', task.processorMs);
  note('trash/clock', task.clockMs);
  say(`${await settledReads(testbed.suite)} reads in all`);
  for (const tab of tabs) await tab.context().close();
};

/** Runs in the page: the time from the click to the first frame in which the list has no link. */
async function press(button: HTMLElement | SVGElement): Promise<number> {
  if (!(button instanceof HTMLElement)) throw new Error('This is no button.');
  const started = performance.now();
  button.click();
  while (document.querySelector('[role=grid] [role=row] a[href]') !== null)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  return performance.now() - started;
}
