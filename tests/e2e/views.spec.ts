/// <reference lib="dom" />

import { expect } from '@playwright/test';

import { newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { goTo, memberWith, row, scrollTo } from './library-page.ts';
import { seedLinks } from './seed-links.ts';

test.use(REDUCED_MOTION);

test('cards have the keys, the selection and the menus of a list, in two directions', async ({ page }) => {
  const names = Array.from({ length: 9 }, (_, index) => `site${index}.invalid`);
  const { call } = await memberWith(page, names);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'View: List' }).click();
  await page.getByRole('menuitemradio', { name: 'Cards' }).click();
  await expect(page.getByText('Shown as cards.')).toBeAttached();
  const first = row(page, 'site0.invalid');
  const top = async (name: string) => (await row(page, name).boundingBox())?.y;
  await expect.poll(async () => (await top('site1.invalid')) === (await top('site0.invalid'))).toBe(true);
  await expect(first).toHaveAttribute('aria-rowindex', '1');

  // At this width, four cards are side by side.
  await first.focus();
  for (const [key, index] of [
    ['ArrowRight', 1],
    ['ArrowDown', 5],
    ['ArrowDown', 8],
    ['ArrowUp', 4],
    ['ArrowLeft', 3],
  ] as const) {
    await page.keyboard.press(key);
    await expect(row(page, `site${index}.invalid`)).toBeFocused();
  }
  await page.keyboard.press('s');
  await expect.poll(async () => (await call('/favorites/list/', {})).length).toBe(1);
  await page.getByRole('checkbox', { name: 'Select site1.invalid' }).click();
  await page.getByRole('checkbox', { name: 'Select site5.invalid' }).click({ modifiers: ['Shift'] });
  await expect(page.getByText('5 links selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await first.click({ button: 'right', position: { x: 60, y: 60 } });
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });

  // Each list keeps its view in this browser, and the key leads to the next one.
  await goTo(page, 'Favorites');
  await expect(page.getByRole('button', { name: 'View: List' })).toBeVisible();
  await page.keyboard.press('v');
  await page.keyboard.press('v');
  await expect(page.getByRole('button', { name: 'View: Compact' })).toBeVisible();
  await expect.poll(async () => (await page.getByRole('row').boundingBox())?.height).toBe(32);
  await page.reload();
  await expect(page.getByRole('button', { name: 'View: Compact' })).toBeVisible();
  await goTo(page, 'All Items');
  await expect(page.getByRole('button', { name: 'View: Cards' })).toBeVisible();
  await expect.poll(async () => (await top('site1.invalid')) === (await top('site0.invalid'))).toBe(true);
});

test('of many cards, only the visible ones are in the page, and a changed width keeps the first one in view', async ({
  page,
}) => {
  const account = await newMember();
  await seedLinks(account, 3000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await login(page, account);
  await page.keyboard.press('v');
  const grid = page.getByRole('grid', { name: 'Links' });
  await expect(grid).toHaveAttribute('aria-rowcount', '3000');
  await expect(page.getByRole('row').first()).toBeVisible();
  await scrollTo(grid, 60_000);
  const firstInView = async () =>
    page.getByRole('row').evaluateAll((cards) => {
      const edge = document.querySelector('[role=grid]')?.getBoundingClientRect().top ?? 0;
      return cards.find((card) => card.getBoundingClientRect().bottom > edge)?.getAttribute('aria-rowindex');
    });
  await expect.poll(async () => Number(await firstInView())).toBeGreaterThan(900);
  expect(await grid.locator('*').count()).toBeLessThan(1500);
  await scrollTo(grid, 10_000_000);
  await expect(page.getByRole('row', { name: 'Link number 3000', exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(async () => Number(await firstInView())).toBeGreaterThan(2900);
});
