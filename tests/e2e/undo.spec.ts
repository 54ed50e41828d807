import { expect, type Page } from '@playwright/test';

import { boxOf, folder as treeFolder, link as linkRow } from './dragging.ts';
import { login, test } from './fixtures.ts';
import { apiOf, newMember } from './accounts.ts';
import { goTo, memberWith, openMenu, openPage, row, SAVE_TIMEOUT } from './library-page.ts';

const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const bar = (page: Page) => page.getByRole('group', { name: 'Selection' });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

/** A member with a folder that has these links, on the page of the folder. */
async function folderWith(page: Page, urls: readonly string[]) {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id } = await call('/folders/create/', { name: 'Reading' });
  const target = await call('/folders/create/', { name: 'Work' });
  for (const url of urls) {
    const { link_id } = await call('/links/create/', { url });
    await call('/folders/add-link/', { folder_id, link_id });
  }
  await login(page, account, `/folders/${folder_id}`);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(urls.length);
  const linksIn = async (folder: number) =>
    (await call('/folder-links/list/', {})).filter((one) => one.folder_id === folder).length;
  return { call, linksIn, folder: folder_id, target: target.folder_id };
}

test('the keys undo and redo the last gesture, and the toast offers the opposite', async ({ page }) => {
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid']);
  const statuses = async () => (await call('/links/list/', {})).map(({ status_id }) => status_id);
  await box(page, 'one.invalid').click();
  await box(page, 'two.invalid').click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
  await expect.poll(statuses, SAVE_TIMEOUT).toEqual([2, 2]);

  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: Moved 2 links to the trash')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect.poll(statuses, SAVE_TIMEOUT).toEqual([1, 1]);

  await page.keyboard.press('Control+Shift+z');
  // A hovered message stays open.
  await toast(page, 'Redone: Moved 2 links to the trash').hover();
  await expect.poll(statuses, SAVE_TIMEOUT).toEqual([2, 2]);
  await toast(page, 'Redone').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await toast(page, 'Undone').getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
});

test('a toast closes when its button can no longer undo or redo its gesture', async ({ page }) => {
  await memberWith(page, ['one.invalid', 'two.invalid']);
  const star = row(page, 'one.invalid').getByRole('button', { name: 'Favorite' });
  await star.click();
  await row(page, 'two.invalid').focus();
  await page.keyboard.press('Delete');
  const trashed = toast(page, 'Link moved to the trash.').filter({ hasNotText: 'Undone' });
  // While the pointer is over the messages, none goes because of its age.
  await trashed.hover();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Undone: Moved a link to the trash')).toBeVisible();
  await expect(trashed).toHaveCount(0);

  await page.keyboard.press('Control+Shift+z');
  await toast(page, 'Redone: Moved a link to the trash').hover();
  // The Undo of that toast would undo this.
  await row(page, 'one.invalid').focus();
  await page.keyboard.press('s');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await expect(toast(page, 'Redone')).toHaveCount(0);
});

test('in a field, the undo key is the field’s', async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  await row(page, 'one.invalid').getByRole('button', { name: 'Favorite' }).click();
  const search = page.getByRole('searchbox', { name: 'search my links' });
  await search.fill('one');
  await search.press('Control+z');
  await expect(search).toHaveValue('');
  await expect(row(page, 'one.invalid').getByRole('button', { name: 'Favorite' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('links deleted forever can be undone for ten seconds, and then are gone', async ({ page }) => {
  const { call, links } = await memberWith(page, ['one.invalid', 'two.invalid']);
  for (const link of links) await call('/links/update/', { ...link, status_id: 2 });
  await goTo(page, 'Trash');
  await expect(page.getByRole('row')).toHaveCount(2);

  const deleteOne = async () => {
    await row(page, 'one.invalid').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete forever?' });
    await expect(question).toContainText('You can undo this for 10 seconds, unless you leave the page.');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await expect(row(page, 'one.invalid')).toHaveCount(0);
  };
  await deleteOne();
  await toast(page, 'Deleted forever.').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'one.invalid')).toBeVisible();
  expect(await call('/links/list/', {})).toHaveLength(2);

  await deleteOne();
  const message = toast(page, 'Deleted forever.');
  // Hovering must not keep the button: after ten seconds it could not undo anything.
  await message.hover();
  await expect.poll(async () => (await call('/links/list/', {})).length, SAVE_TIMEOUT).toBe(1);
  await expect(message).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'one.invalid')).toHaveCount(0);
});

test('links deleted forever are gone although the page is left at once', async ({ page }) => {
  const { call, links } = await memberWith(page, ['one.invalid', 'two.invalid']);
  for (const link of links) await call('/links/update/', { ...link, status_id: 2 });
  await goTo(page, 'Trash');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await page
    .getByRole('alertdialog', { name: 'Empty the trash?' })
    .getByRole('button', { name: 'Empty trash' })
    .click();
  await expect(toast(page, 'Deleted forever.')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(async () => (await call('/links/list/', {})).length).toBe(0);
});

test('a selection moves to another folder by key in one request, and Undo moves it back', async ({
  page,
}) => {
  const { linksIn, folder, target } = await folderWith(page, ['one.invalid', 'two.invalid']);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The page may still be loading the profile.
    if (pathname.startsWith('/api/') && pathname !== '/api/users/get-auth/') calls.push(pathname);
  });
  await row(page, 'one.invalid').focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('2 links selected')).toBeVisible();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move 2 links' });
  await expect(dialog.getByRole('button', { name: 'Reading' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Work' }).click();
  await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
  // A hovered message stays open.
  await toast(page, '2 links moved to Work.').hover();
  await expect.poll(async () => linksIn(target), SAVE_TIMEOUT).toBe(2);
  await expect.poll(async () => linksIn(folder), SAVE_TIMEOUT).toBe(0);
  expect(calls).toEqual(['/api/batch/']);
  await toast(page, '2 links moved to Work.').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await expect.poll(async () => linksIn(folder), SAVE_TIMEOUT).toBe(2);
  await expect.poll(async () => linksIn(target), SAVE_TIMEOUT).toBe(0);
});

test('in a folder, the bar removes, stars and moves a selection, and the row menu moves a link', async ({
  page,
}) => {
  const { call, linksIn, folder, target } = await folderWith(page, [
    'one.invalid',
    'two.invalid',
    'three.invalid',
  ]);
  await openMenu(page, 'one.invalid', 'Move to folder');
  await page.getByRole('dialog', { name: 'Move link' }).getByRole('button', { name: 'Work' }).click();
  await expect(row(page, 'one.invalid')).toHaveCount(0);
  await expect.poll(async () => linksIn(target), SAVE_TIMEOUT).toBe(1);

  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Add to favorites' }).click();
  await expect(toast(page, '2 links added to favorites.')).toBeVisible();
  await expect.poll(async () => (await call('/favorites/list/', {})).length, SAVE_TIMEOUT).toBe(2);

  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(bar(page).getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Remove from folder' }).click();
  await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
  await expect.poll(async () => linksIn(folder), SAVE_TIMEOUT).toBe(0);
});

test('with the shift key a drag moves links out of their folder, and without it adds them', async ({
  page,
}) => {
  const { linksIn, folder, target } = await folderWith(page, ['one.invalid', 'two.invalid']);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  const drag = async (name: string, isMove: boolean) => {
    await linkRow(page, name).hover({ position: { x: 90, y: 12 } });
    await page.mouse.down();
    await page.mouse.move(700, 500, { steps: 4 });
    if (isMove) await page.keyboard.down('Shift');
    const { x, y, width, height } = await boxOf(treeFolder(page, 'Work'));
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    if (isMove) await page.keyboard.up('Shift');
  };
  await drag('one.invalid', false);
  await expect(toast(page, 'Link added to Work.')).toBeVisible();
  await drag('two.invalid', true);
  await expect(toast(page, 'Link moved to Work.')).toBeVisible();
  await expect(row(page, 'two.invalid')).toHaveCount(0);
  await expect.poll(async () => linksIn(target), SAVE_TIMEOUT).toBe(2);
  await expect.poll(async () => linksIn(folder), SAVE_TIMEOUT).toBe(1);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a new folder and a new link have pages over a reload, and get their ids when they are sent', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Could not reach Cloud Firestore/);
    const { call } = await memberWith(page, ['one.invalid']);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    await expect(page.getByText("You're offline. Changes are kept")).toBeVisible();

    await page.keyboard.press('f');
    await page.getByRole('dialog', { name: 'Add Folder' }).getByLabel('Name').fill('Made offline');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Made offline' })).toBeVisible();
    await expect(page).toHaveURL(/\/folders\/-\d+$/);
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Add Url' }).getByLabel('Url').fill('offline.invalid');
    await page.keyboard.press('Enter');
    const added = page.getByRole('grid').getByRole('row').filter({ hasText: 'offline.invalid' });
    await expect(added).toHaveCount(1);
    await expect(added.getByRole('img', { name: 'Not sent yet' })).toBeVisible();

    await openMenu(page, 'offline.invalid', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Link Edit' });
    await expect(dialog.getByText("An image can't be uploaded without a network.")).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Select New File' })).toBeDisabled();
    await dialog.getByLabel('Name').fill('Named offline');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toHaveCount(0);

    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Made offline' })).toBeVisible();
    await expect(page.getByRole('grid').getByRole('row', { name: 'Named offline' })).toBeVisible();
    await openPage(page, 'Named offline');
    await expect(page.getByRole('heading', { level: 1, name: 'Named offline' })).toBeVisible();
    await expect(page).toHaveURL(/\/links\/-\d+$/);

    await context.setOffline(false);
    // It shows for four seconds.
    await expect(page.getByText('Sent.')).toBeVisible(SAVE_TIMEOUT);
    await expect(page).toHaveURL(/\/links\/\d+$/, SAVE_TIMEOUT);
    await expect(page.getByRole('heading', { level: 1, name: 'Named offline' })).toBeVisible();
    const [folder] = await call('/folders/list/', {});
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/folders/${folder?.folder_id}$`));
    await expect(page.getByRole('heading', { level: 1, name: 'Made offline' })).toBeVisible();
  });
});
