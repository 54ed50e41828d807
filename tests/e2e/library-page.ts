import { expect, type Locator, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login } from './fixtures.ts';

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

export async function openMenu(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens the page of a link, from its details beside the list. */
export async function openPage(page: Page, name: string): Promise<void> {
  await openMenu(page, name, 'Details');
  await page.getByRole('link', { name: 'Open as a page' }).click();
}

/** Copies the text, and pastes it where the focus is. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

/** Navigates within the app, without a page load. */
export async function goTo(page: Page, name: 'All Items' | 'Favorites' | 'Trash'): Promise<void> {
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name }).click();
}

/** Long enough for a busy machine to save a change. */
export const SAVE_TIMEOUT = { timeout: 40_000 };

/** A member with these links, on the page All Items. */
export async function memberWith(page: Page, urls: readonly string[]) {
  const account = await newMember();
  const call = await apiOf(account);
  const links = [];
  for (const url of urls) links.push(await call('/links/create/', { url }));
  await login(page, account);
  await expect(page.getByRole('row')).toHaveCount(urls.length);
  return { call, links };
}

/** Scrolls a list, and waits for the frame that tells the app: a person does not type within the frame in which they scroll. */
export async function scrollTo(grid: Locator, top: number): Promise<void> {
  await grid.evaluate(async (element, to) => {
    const scrolled = new Promise((resolve) => {
      element.addEventListener('scroll', resolve, { once: true });
    });
    element.scrollTop = to;
    await scrolled;
  }, top);
}
