import { expect, type Locator, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login } from './fixtures.ts';

// Shared by the drag tests with mouse, keyboard and finger.

export const tree = (page: Page) => page.getByRole('treegrid', { name: 'Folders' });
export const folder = (page: Page, name: string) =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
export const link = (page: Page, name: string) =>
  page.getByRole('main').getByRole('row').filter({ hasText: name });
export const rootZone = (page: Page) => page.getByText('move to root');

/** A member with links a, b, c and the folders Home and Work > Clients. */
export async function memberWithLibrary() {
  const account = await newMember();
  const call = await apiOf(account);
  for (const name of ['a', 'b', 'c']) await call('/links/create/', { url: `${name}.invalid` });
  const home = await call('/folders/create/', { name: 'Home' });
  const work = await call('/folders/create/', { name: 'Work' });
  const clients = await call('/folders/create/', { name: 'Clients', parent_folder_id: work.folder_id });
  return { account, call, home: home.folder_id, work: work.folder_id, clients: clients.folder_id };
}

/** Creates that member, logs in and expands the tree. */
export async function openLibrary(page: Page) {
  const member = await memberWithLibrary();
  await login(page, member.account);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await page.getByRole('button', { name: 'Expand Work' }).click();
  await expect(tree(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(3);
  return member;
}

type Call = Awaited<ReturnType<typeof memberWithLibrary>>['call'];

/** The folder id of each membership of a link in a folder. */
export const members = async (call: Call) =>
  (await call('/folder-links/list/', {})).map(({ folder_id }) => folder_id);
export const parentOf = async (call: Call, folder_id: number) =>
  (await call('/folders/get/', { folder_id })).parent_folder_id;

/** Creates more folders than the tree can show. Work sorts below them all. */
export async function addManyFolders(call: Call): Promise<void> {
  for (let number = 10; number < 40; number += 1) {
    await call('/folders/create/', { name: `Inbox ${number}` });
  }
}

/** The bounding box of an element, scrolled into view. */
export async function boxOf(of: Locator) {
  await of.scrollIntoViewIfNeeded();
  const box = await of.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  return box;
}

/** Copies the data of each drop to the page's title, because only a drop event can read it. */
export async function showDropDataInTitle(page: Page): Promise<void> {
  await page.evaluate(`
    addEventListener('drop', ({ dataTransfer }) => {
      document.title = dataTransfer.getData('text') + ' ' + dataTransfer.getData('application/json');
    }, { capture: true });
  `);
}
