import { expect, type Page } from '@playwright/test';

import { login, test } from './fixtures.ts';
import { apiOf, newMember } from './accounts.ts';
import { openMenu, row } from './library-page.ts';
import { BACK_ONLINE, cutServers, expectNothingUnsent, NO_NETWORK } from './without-network.ts';

const message = (page: Page) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: 'elsewhere' });

/** Renames a link without a network. Meanwhile another device changes it. */
async function renameOffline(page: Page, theirs: { name?: string; status_id?: 1 | 2 }) {
  const account = await newMember();
  const call = await apiOf(account);
  const { link_id } = await call('/links/create/', { url: 'one.invalid' });
  await call('/links/update/', { link_id, name: 'Before' });
  await login(page, account);
  await expect(row(page, 'Before')).toBeVisible();
  await cutServers(page.context());
  await openMenu(page, 'Before', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Link Edit' });
  await dialog.getByLabel('Name', { exact: true }).fill('Mine');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(row(page, 'Mine')).toBeVisible();
  await call('/links/update/', { link_id, ...theirs });
  await page.reload();
  await expect(row(page, 'Mine')).toBeVisible();
  await page.context().unrouteAll();
  await expectNothingUnsent(page);
  return { link: async () => call('/links/get/', { link_id }) };
}

test('a link that was renamed elsewhere keeps that name, until the user applies theirs', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const { link } = await renameOffline(page, { name: 'Theirs' });
  await expect(message(page)).toContainText('Mine was changed elsewhere.Renamed elsewhere to Theirs.');
  await expect(row(page, 'Theirs')).toBeVisible();
  await expect(row(page, 'Mine')).toHaveCount(0);
  expect((await link()).name).toBe('Theirs');
  await message(page).getByRole('button', { name: 'Apply yours' }).click();
  await expect(row(page, 'Mine')).toBeVisible();
  await expect.poll(async () => (await link()).name, BACK_ONLINE).toBe('Mine');
  await expect(message(page)).toHaveCount(0);
});

test('a rename keeps what another device changed in other fields', async ({ page, expectedErrors }) => {
  expectedErrors.push(...NO_NETWORK);
  const { link } = await renameOffline(page, { status_id: 2 });
  expect(await link()).toMatchObject({ name: 'Mine', status_id: 2 });
  await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});
