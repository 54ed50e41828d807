import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { row, SAVE_TIMEOUT } from './library-page.ts';
import { cutServers, NO_NETWORK } from './without-network.ts';

test.use(REDUCED_MOTION);

const ADDED = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date());

/** A member with a link in the folder Recipes, an empty folder Cooking, and a link in the trash. */
async function memberWithSaved(page: Page) {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id: recipes } = await call('/folders/create/', { name: 'Recipes' });
  const { folder_id: cooking } = await call('/folders/create/', { name: 'Cooking' });
  const { link_id } = await call('/links/create/', { url: 'https://one.invalid/soup' });
  await call('/folders/add-link/', { folder_id: recipes, link_id });
  const trashed = await call('/links/create/', { url: 'https://two.invalid/' });
  await call('/links/update/', { link_id: trashed.link_id, status_id: STATUS_TRASHED });
  await login(page, account, `/folders/${cooking}`);
  await expect(page).toHaveTitle('Cooking');
  return { call, link_id };
}

test('a url that is saved shows where while it is typed, also without a network', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const { link_id } = await memberWithSaved(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Url' });
  const notice = dialog.getByRole('status');
  await dialog.getByLabel('Url').pressSequentially('one.invalid/soup');
  await expect(notice).toContainText(`Saved in Recipes, ${ADDED}`);
  await page.keyboard.type('s');
  await expect(notice).toBeEmpty();
  await dialog.getByLabel('Url').fill('http://www.one.invalid/soup/?utm_source=x');
  await expect(notice).toContainText(
    'The saved url differs: http and https; www; trailing slash; tracking parameter utm_source.',
  );
  await expectNoViolationsInBothThemes(page);
  await notice.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(`/links/${link_id}`);
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle('Cooking');
  await cutServers(context);
  await page.keyboard.press('n');
  await dialog.getByLabel('Url').fill('one.invalid/soup');
  await notice.getByRole('button', { name: 'Add to this folder' }).click();
  await expect(page.getByText('Link added to Cooking.')).toBeVisible();
  await expect(row(page, 'one.invalid')).toBeVisible();
  await page.keyboard.press('n');
  await dialog.getByLabel('Url').fill('one.invalid/soup');
  await expect(notice).toContainText('Saved in Recipes and Cooking');
  await expect(notice.getByRole('button', { name: 'Add to this folder' })).toHaveCount(0);
  await notice.getByRole('button', { name: 'Save anyway' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'one.invalid')).toHaveCount(2);
  await page.keyboard.press('n');
  await dialog.getByLabel('Url').fill('two.invalid');
  await expect(notice).toContainText('In the trash');
  await notice.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Link restored to Cooking.')).toBeVisible();
  await expect(row(page, 'two.invalid')).toBeVisible();
});

test('a url that is saved again before the form can say so is told afterwards, with Open and Undo', async ({
  page,
}) => {
  const { call, link_id } = await memberWithSaved(page);
  // Faster than any person: in the task in which the dialog appears.
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      const field = document.querySelector('[role=dialog] input');
      if (!(field instanceof HTMLInputElement)) return;
      observer.disconnect();
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(field, 'http://one.invalid/soup');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form?.requestSubmit();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('n');
  const toast = page
    .getByRole('listitem')
    .filter({ hasText: 'Link added, but it is probably saved already.' });
  await expect(toast).toContainText(`Saved in Recipes, ${ADDED}`);
  await expect(row(page, 'one.invalid')).toBeVisible();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'one.invalid')).toHaveCount(0);
  await expect.poll(async () => (await call('/links/list/', {})).length, SAVE_TIMEOUT).toBe(2);

  // With a notice that shows, the person knows.
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Url' });
  await dialog.getByLabel('Url').fill('one.invalid/soup');
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expect(row(page, 'one.invalid')).toBeVisible();
  await expect(page.getByText('Link added, but')).toHaveCount(0);
  await page.goto(`/links/${link_id}`);
});

test('pasted urls that are saved are not added again, and a dialog offers what to do with them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { call } = await memberWithSaved(page);
  const paste = async (text: string) => {
    await page.evaluate(async (copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('ControlOrMeta+v');
  };
  const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await paste('https://one.invalid/soup#top\nthree.invalid\nhttps://two.invalid\nsome words');
  await expect(toast('Link added to Cooking.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: '2 of 3 links are probably saved already' });
  await expect(dialog).toContainText('1 new link was added. These links were not added again.');
  await expect(dialog).toContainText('1 line was left out: it is not a url.');
  await expect(dialog.getByRole('listitem')).toContainText([
    `Saved in Recipes, ${ADDED}`,
    `In the trash, added ${ADDED}`,
  ]);
  await expect(dialog).toContainText('The saved url differs: place in the page #top.');
  await expectNoViolationsInBothThemes(page);
  await dialog.getByRole('button', { name: 'Restore two.invalid' }).click();
  await expect(dialog.getByRole('button', { name: 'Restore two.invalid' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add to this folder' }).click();
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows).toHaveText([/one\.invalid/, /three\.invalid/, /two\.invalid/]);

  // Closing the question loses nothing.
  await paste('one.invalid/soup');
  await page.getByRole('dialog', { name: 'This link is saved already' }).press('Escape');
  await toast('1 link was not added: it is saved already.')
    .getByRole('button', { name: 'Save anyway' })
    .click();
  await expect(rows).toHaveCount(4);
  await expect.poll(async () => (await call('/links/list/', {})).length, SAVE_TIMEOUT).toBe(4);
});

test('a shared url and an edited one show that they are saved', async ({ page }) => {
  const { link_id } = await memberWithSaved(page);
  await page.goto(`/links/create?url=${encodeURIComponent('http://one.invalid/soup')}&title=Soup`);
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Saved in Recipes' });
  await expect(notice).toContainText('The saved url differs: http and https.');
  await page.getByRole('button', { name: 'Folder: No folder' }).click();
  await page.getByRole('dialog', { name: 'Choose a folder' }).getByText('Cooking').click();
  await notice.getByRole('button', { name: 'Add to this folder' }).click();
  await expect(page).toHaveURL(`/links/${link_id}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Cooking' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Edit' });
  await dialog.getByLabel('Url').fill('two.invalid/x/..');
  await expect(dialog.getByRole('status')).toContainText('In the trash');
  await dialog.getByLabel('Url').fill('https://one.invalid/soup/');
  await expect(dialog.getByRole('status')).toBeEmpty();
});
