import type { Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login } from './fixtures.ts';

export const field = (page: Page) => page.getByRole('searchbox', { name: 'search my links' });
export const rows = (page: Page) => page.getByRole('row');
export const count = (page: Page) => page.getByRole('search').getByRole('status');
export const chip = (page: Page, name: string) =>
  page.getByRole('button', { name: `In ${name}`, exact: true });

/** A member with two links in Recipes, one in a folder below it, and one in no folder. */
export async function reader(page: Page, path = '/') {
  const account = await newMember();
  const call = await apiOf(account);
  const recipes = await call('/folders/create/', { name: 'Recipes' });
  const soups = await call('/folders/create/', { name: 'Soups', parent_folder_id: recipes.folder_id });
  for (const [url, folder] of [
    ['bread.invalid', recipes],
    ['pumpkin-pie.invalid', recipes],
    ['pumpkin-soup.invalid', soups],
    ['pumpkin-seeds.invalid', null],
  ] as const) {
    const { link_id } = await call('/links/create/', { url });
    if (folder !== null) await call('/folders/add-link/', { link_id, folder_id: folder.folder_id });
  }
  await login(page, account, path);
  return { account, call, recipes: `/folders/${recipes.folder_id}` };
}

/** Returns how many listeners for an event the page has removed from the document since it loaded. */
export async function countRemovedListeners(page: Page, event: string): Promise<() => Promise<number>> {
  await page.addInitScript((counted) => {
    const remove = document.removeEventListener.bind(document);
    let removed = 0;
    document.removeEventListener = (...args: Parameters<typeof remove>) => {
      if (args[0] === counted) removed += 1;
      remove(...args);
      document.documentElement.dataset['removed'] = String(removed);
    };
  }, event);
  return async () => page.evaluate(() => Number(document.documentElement.dataset['removed'] ?? 0));
}
