/// <reference lib="dom" />

import type { Page } from '@playwright/test';

import type { Part } from '#tests/load/part.ts';

const MANY = 10_000;
/** The first ones start what a day's first edit starts: the dialog, a function, its queue. */
const WARMING = 2;

/** A link is added by its url. All times count from the Enter key, on the one clock of the machine. */
export const add: Part = async (stage, { runs, note }) => {
  const member = await stage.member(MANY);
  const [here, elsewhere] = [await stage.signedIn(member), await stage.signedIn(member)];
  const pages = [
    await stage.windowIn(here),
    await stage.windowIn(here),
    await stage.windowIn(elsewhere),
  ] as const;
  for (const page of pages) {
    await page.goto('/');
    await page.getByRole('row').first().waitFor();
    // Until it hears of changes.
    await page.waitForTimeout(3000);
  }
  for (let run = -WARMING; run < runs; run += 1) {
    // It stands before all others, so that it is in sight wherever the list is at its top.
    const url = `https://000-${String(1_000_000 - run * 10)}-${crypto.randomUUID()}.invalid/`;
    const seen = pages.map(async (page) => seenAt(page, url));
    const pressed = await addLink(pages[0], url);
    const [inTab, inSecondTab, onDevice] = await Promise.all(seen);
    if (run >= 0 && inTab !== undefined && inSecondTab !== undefined && onDevice !== undefined) {
      note('add/here', inTab - pressed);
      note('add/there', inSecondTab - pressed);
      note('add/device', onDevice - pressed);
    }
    await pages[0].getByRole('dialog').waitFor({ state: 'detached' });
    // The page's title is looked for behind it.
    await pages[0].waitForTimeout(1000);
  }
  await Promise.all([here.close(), elsewhere.close()]);
};

async function addLink(page: Page, url: string): Promise<number> {
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Url' }).fill(url);
  await page.keyboard.press('Enter');
  return page.evaluate(() => performance.timeOrigin + window.pageClock.keyAt());
}

async function seenAt(page: Page, url: string): Promise<number> {
  return page.evaluate(
    async (selector) => performance.timeOrigin + (await window.pageClock.shown([selector])),
    `[role=row] a[href="${url}"]`,
  );
}
