import { expect, type Locator, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login } from './fixtures.ts';

// What the stories of dragging have in common, whatever it is done with.

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

/** The same, logged in, with the tree open. */
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

/** The folders that links are in, one for each link and folder. */
export const members = async (call: Call) =>
  (await call('/folder-links/list/', {})).map(({ folder_id }) => folder_id);
export const parentOf = async (call: Call, folder_id: number) =>
  (await call('/folders/get/', { folder_id })).parent_folder_id;

/** More folders than the tree has room for; Work is below them all. */
export async function addManyFolders(call: Call): Promise<void> {
  for (let number = 10; number < 40; number += 1) {
    await call('/folders/create/', { name: `Inbox ${number}` });
  }
}

/** Its place in the page, once it has come to rest there. */
export async function boxOf(of: Locator) {
  await of.scrollIntoViewIfNeeded();
  const box = await of.boundingBox();
  if (box === null) throw new Error('It has no place in the page.');
  return box;
}

/** Has the next drop tell in the page's title what it carries: only a drop may read it. */
export async function titleAfterDrop(page: Page): Promise<void> {
  await page.evaluate(`
    addEventListener('drop', ({ dataTransfer }) => {
      document.title = dataTransfer.getData('text') + ' ' + dataTransfer.getData('application/json');
    }, { capture: true });
  `);
}
