/// <reference lib="dom" />

import { expect, type Page } from '@playwright/test';

import { ANNOUNCER, expectNoViolationsInBothThemes } from './axe.ts';
import { test } from './fixtures.ts';
import { memberWith } from './library-page.ts';

const KEY = 'foldmark.orders';
const NAMES = ['Part 10', 'part 2', 'Älpha', 'Zebra'];

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

/** As another tab does it. */
async function chooseIn(otherTab: Page, list: string, order: string): Promise<void> {
  await otherTab.evaluate(
    ([key, ...choice]) => {
      const { uid }: { uid: string } = JSON.parse(localStorage.getItem('foldmark.member') ?? '');
      localStorage.setItem(key, JSON.stringify({ uid, lists: [choice] }));
    },
    [KEY, list, order] as const,
  );
}

test('lists are sorted by their own order and direction, which other tabs and the next visit know until the user signs out', async ({
  page,
  context,
}) => {
  const { call, links } = await memberWith(
    page,
    NAMES.map((_, index) => `https://${index}.invalid`),
  );
  for (const [index, { link_id, url }] of links.entries())
    await call('/links/update/', { link_id, url, name: NAMES[index] ?? '', status_id: 1 });
  await expect(rows(page)).toHaveText(NAMES.map((name) => new RegExp(name)));

  await page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('link', { name: 'Recently added' })
    .click();
  await expect(page).toHaveURL('/recent');
  await expect(page).toHaveTitle(/^Recently added/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recently added');
  await expect(page.getByRole('link', { name: 'Recently added' })).toHaveAttribute('aria-current', 'page');
  const newestFirst = [/^Today$/, /Zebra/, /Älpha/, /part 2/, /Part 10/];
  await expect(rows(page)).toHaveText(newestFirst);
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  await page.getByRole('link', { name: 'Zebra' }).focus();
  await page.keyboard.press('o');
  const oldestFirst = [/^Today$/, /Part 10/, /part 2/, /Älpha/, /Zebra/];
  await expect(rows(page)).toHaveText(oldestFirst);
  await expect(page.getByText('Sorted by date added, oldest first.')).toBeAttached();
  // The keys skip the heading, which describes the row below it.
  await page.keyboard.press('Home');
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(rows(page).nth(1)).toHaveAccessibleDescription('Today');
  await page.reload();
  await expect(rows(page)).toHaveText(oldestFirst);
  await page.getByRole('button', { name: 'Reverse the order' }).click();
  await expect(rows(page)).toHaveText(newestFirst);

  await page.goto('/');
  const otherTab = await context.newPage();
  await otherTab.goto('/policy');
  await chooseIn(otherTab, 'all', 'name');
  const byName = [/Älpha/, /part 2/, /Part 10/, /Zebra/];
  await expect(rows(page)).toHaveText(byName);
  await page.reload();
  await expect(rows(page)).toHaveText(byName);

  await chooseIn(otherTab, 'all', 'edited');
  await expect(rows(page)).toHaveText(newestFirst);
  await rows(page).last().focus();
  await call('/links/update/', {
    link_id: links[0]?.link_id ?? 0,
    url: 'https://0.invalid',
    name: 'New',
    status_id: 1,
  });
  await expect(rows(page)).toHaveText([/Today/, /New/, /Zebra/, /Älpha/, /part 2/]);
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(2)).toBeFocused();

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(async () => otherTab.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
});
