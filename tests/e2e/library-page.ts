import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login } from './fixtures.ts';

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

export async function openMenu(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** As people do it: within the page. */
export async function goTo(page: Page, place: 'All Items' | 'Favorites' | 'Trash'): Promise<void> {
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: place }).click();
}

/** A busy machine takes its time until the server has it. */
export const SAVED = { timeout: 40_000 };

/** A member with these links, looking at all of them. */
export async function memberWith(page: Page, urls: readonly string[]) {
  const account = await newMember();
  const call = await apiOf(account);
  const links = [];
  for (const url of urls) links.push(await call('/links/create/', { url }));
  await login(page, account);
  await expect(page.getByRole('row')).toHaveCount(urls.length);
  return { call, links };
}
