import { expect, type Page } from '@playwright/test';

import { apiOf, newMember, type CallApi } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { goTo, openMenu } from './library-page.ts';
import { BACK_ONLINE, expectNothingUnsent, NO_NETWORK, OUTAGES } from './without-network.ts';

test.use({ serviceWorkers: 'allow' });

const grid = (page: Page) => page.getByRole('main').getByRole('grid');
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const star = (page: Page, name: string) => grid(page).getByRole('button', { name: `Favorite ${name}` });
/** Marks what waits to be sent. */
const mark = (page: Page, name: string) => row(page, name).getByRole('img', { name: 'Not sent yet' });
const tree = (page: Page) => page.getByRole('treegrid', { name: 'Folders' });
const folder = (page: Page, name: string) =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** A member with the active links a to d, the trashed links e and f, and the folders Home, Spare, and Work > Clients. */
async function openLibrary(page: Page) {
  const account = await newMember();
  const call = await apiOf(account);
  for (const name of ['a', 'b', 'c', 'd']) await call('/links/create/', { url: `${name}.invalid` });
  for (const name of ['e', 'f']) {
    const link = await call('/links/create/', { url: `${name}.invalid` });
    await call('/links/update/', { ...link, status_id: 2 });
  }
  for (const name of ['Home', 'Spare']) await call('/folders/create/', { name });
  const { folder_id } = await call('/folders/create/', { name: 'Work' });
  await call('/folders/create/', { name: 'Clients', parent_folder_id: folder_id });
  await login(page, account);
  await expect(grid(page).getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await page.getByRole('button', { name: 'Expand Work' }).click();
  await expect(tree(page).getByRole('row')).toHaveCount(4);
  return { account, call };
}

async function addLink(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Url' });
  await dialog.getByLabel('Url').fill(url);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

async function renameLink(page: Page, from: string, to: string): Promise<void> {
  await openMenu(page, from, 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Link Edit' });
  await dialog.getByLabel('Name', { exact: true }).fill(to);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
}

async function addToFolder(page: Page, link: string, name: string): Promise<void> {
  await openMenu(page, link, 'Folders');
  const dialog = page.getByRole('dialog', { name: 'Link Folders' });
  await dialog.getByRole('checkbox', { name }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function openFolderMenu(page: Page, name: string, entry: string): Promise<void> {
  await folder(page, name).hover();
  await folder(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** The library on the server, as text. Links have their stars and folders. */
async function storedLibrary(call: CallApi) {
  const [links, folders, memberships, favorites] = [
    await call('/links/list/', {}),
    await call('/folders/list/', {}),
    await call('/folder-links/list/', {}),
    await call('/favorites/list/', {}),
  ];
  const nameOf = (id: number) => folders.find(({ folder_id }) => folder_id === id)?.name ?? 'the root';
  const isStarred = (kind: string, id: number) =>
    favorites.some(({ object_type, object_id }) => object_type === kind && object_id === id);
  return {
    links: links
      .map(({ link_id, name, status_id }) => {
        const places = memberships
          .filter((one) => one.link_id === link_id)
          .map((one) => nameOf(one.folder_id));
        return [
          name,
          ...(status_id === 2 ? ['trashed'] : []),
          ...(isStarred('link', link_id) ? ['starred'] : []),
          ...places.map((place) => `in ${place}`),
        ].join(', ');
      })
      .toSorted(),
    folders: folders
      .map(({ folder_id, name, status_id, parent_folder_id }) =>
        [
          `${name} in ${nameOf(parent_folder_id)}`,
          ...(status_id === 2 ? ['trashed'] : []),
          ...(isStarred('folder', folder_id) ? ['starred'] : []),
        ].join(', '),
      )
      .toSorted(),
  };
}

test('after an offline edit in one of two windows, both show the change when the network is back', async ({
  page,
  context,
  expectedErrors,
}) => {
  const { call } = await openLibrary(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(row(other, 'a.invalid')).toBeVisible();
  expectedErrors.push(...NO_NETWORK);
  const [outage] = OUTAGES;
  await outage.start(context, page);
  await renameLink(page, 'a.invalid', 'Renamed offline');
  await expect(row(page, 'Renamed offline')).toBeVisible();
  await expect(
    page.getByText("You're offline. 1 change will be sent when you're back online."),
  ).toBeVisible();
  await outage.end(context);
  await expect(row(other, 'Renamed offline')).toBeVisible(BACK_ONLINE);
  await expect(row(page, 'Renamed offline')).toBeVisible();
  // The other window also shows what this one has not sent yet.
  await expectNothingUnsent(page);
  expect((await storedLibrary(call)).links).toContain('Renamed offline');
});

for (const outage of OUTAGES) {
  test.describe(outage.name, () => {
    test('edits of links show at once, survive a reload, and arrive once on every tab and device', async ({
      page,
      context,
      browser,
      expectedErrors,
    }) => {
      const { account, call } = await openLibrary(page);
      const device = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
      await login(device, account);
      await expect(grid(device).getByRole('row')).toHaveCount(4);
      expectedErrors.push(...NO_NETWORK);
      await outage.start(context, page);

      await addLink(page, 'new.invalid');
      await addToFolder(page, 'new.invalid', 'Home');
      await renameLink(page, 'a.invalid', 'Renamed offline');
      await star(page, 'b.invalid').click();
      await openMenu(page, 'c.invalid', 'Move to Trash');
      await goTo(page, 'Trash');
      await openMenu(page, 'e.invalid', 'Restore');
      await openMenu(page, 'f.invalid', 'Delete forever');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click();
      await expect(row(page, 'f.invalid')).toHaveCount(0);
      await expect(row(page, 'c.invalid')).toBeVisible();

      const showsAllEdits = async (tab: Page) => {
        await expect(row(tab, 'Renamed offline')).toHaveCount(1, BACK_ONLINE);
        await expect(row(tab, 'new.invalid')).toHaveCount(1, BACK_ONLINE);
        await expect(row(tab, 'e.invalid')).toHaveCount(1, BACK_ONLINE);
        await expect(star(tab, 'b.invalid')).toHaveAttribute('aria-pressed', 'true', BACK_ONLINE);
        await expect(grid(tab).getByRole('row')).toHaveCount(5, BACK_ONLINE);
      };
      const hasMarks = async () => {
        for (const name of ['Renamed offline', 'new.invalid', 'b.invalid', 'e.invalid'])
          await expect(mark(page, name)).toBeVisible();
        await expect(mark(page, 'd.invalid')).toHaveCount(0);
      };
      await goTo(page, 'All Items');
      await showsAllEdits(page);
      await hasMarks();
      await page.reload();
      await showsAllEdits(page);
      await hasMarks();
      await expect(page.getByText('7 changes will be sent')).toBeVisible();
      await expect(folder(page, 'Home')).toHaveText(/1$/);
      const tab = await context.newPage();

      await outage.end(context);
      await tab.goto('/');
      await showsAllEdits(tab);
      await showsAllEdits(device);
      await expectNothingUnsent(page);
      expect((await storedLibrary(call)).links).toEqual(
        [
          'Renamed offline',
          'https://b.invalid, starred',
          'https://c.invalid, trashed',
          'https://d.invalid',
          'https://e.invalid',
          'https://new.invalid, in Home',
        ].toSorted(),
      );
      await showsAllEdits(page);
      await expect(page.getByRole('img', { name: 'Not sent yet' })).toHaveCount(0);
      await device.context().close();
    });

    test('edits of folders show at once, survive a reload, and arrive once', async ({
      page,
      context,
      expectedErrors,
    }) => {
      const { call } = await openLibrary(page);
      expectedErrors.push(...NO_NETWORK);
      await outage.start(context, page);

      await openFolderMenu(page, 'Home', 'New Folder Inside');
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Kitchen');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // The new folder opens.
      await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
      await openFolderMenu(page, 'Home', 'Edit');
      const dialog = page.getByRole('dialog', { name: 'Folder Edit' });
      await dialog.getByLabel('Name').fill('House');
      await dialog.getByRole('button', { name: 'Update' }).click();
      await openFolderMenu(page, 'Clients', 'Move to…');
      await page
        .getByRole('dialog', { name: 'Move Clients' })
        .getByRole('button', { name: /^House/ })
        .click();
      await openFolderMenu(page, 'Work', 'Add to favorites');
      await openFolderMenu(page, 'Spare', 'Move to Trash');

      const showsAllEdits = async () => {
        await expect(tree(page).getByRole('link')).toHaveText(['House', 'Clients', 'Kitchen', 'Work']);
      };
      await showsAllEdits();
      await page.reload();
      await showsAllEdits();
      await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
      await outage.end(context);
      await expectNothingUnsent(page);
      // The address has the id now, so it can be kept.
      await expect(page).toHaveURL(/\/folders\/\d+$/);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
      expect((await storedLibrary(call)).folders).toEqual([
        'Clients in House',
        'House in the root',
        'Kitchen in House',
        'Spare in the root, trashed',
        'Work in the root, starred',
      ]);
      await showsAllEdits();
    });

    test('everything that is selected goes to the trash, and Undo restores it', async ({
      page,
      context,
      expectedErrors,
    }) => {
      const { call } = await openLibrary(page);
      expectedErrors.push(...NO_NETWORK);
      await outage.start(context, page);
      const trashAll = async () => {
        await page.getByRole('checkbox', { name: 'Select all' }).click();
        await page
          .getByRole('group', { name: 'Selection' })
          .getByRole('button', { name: 'Move to Trash' })
          .click();
        await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
      };
      await trashAll();
      await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click();
      await expect(grid(page).getByRole('row')).toHaveCount(4);
      await trashAll();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
      await expect(page.getByText(outage.unsentAfterUndo)).toBeVisible();
      await outage.end(context);
      await expectNothingUnsent(page);
      const { links } = await storedLibrary(call);
      expect(links.filter((link) => link.endsWith('trashed'))).toHaveLength(6);
    });
  });
}
