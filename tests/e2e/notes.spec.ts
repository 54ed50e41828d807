import { expect, type Page } from '@playwright/test';

import { test } from './fixtures.ts';
import { memberWith, openMenu, openPage, row, SAVE_TIMEOUT } from './library-page.ts';
import { BACK_ONLINE, cutServers, expectNothingUnsent, NO_NETWORK } from './without-network.ts';

const noteOf = (page: Page) =>
  page.locator('dt', { hasText: 'Note' }).locator('xpath=following-sibling::dd[1]');

test('a note is written in several lines, also offline, shows on every tab, and can be undone', async ({
  page,
  context,
  expectedErrors,
}) => {
  const { call, links } = await memberWith(page, ['one.invalid']);
  const link_id = links[0]?.link_id ?? 0;
  const stored = async () => (await call('/links/get/', { link_id })).note;
  const dialog = page.getByRole('dialog', { name: 'Link Edit' });
  const field = dialog.getByRole('textbox', { name: 'Note' });
  const other = await context.newPage();
  await other.goto(`/links/${link_id}`);
  await expect(other.locator('dt')).toHaveText(['Url', 'Folders', 'Added', 'Changed']);

  await openMenu(page, 'one.invalid', 'Edit');
  await field.fill('n'.repeat(4001));
  await expect(dialog.getByText('4,001 of 4,000 characters')).toBeVisible();
  await field.press('Control+Enter');
  await expect(dialog.getByRole('listitem')).toHaveText('The note can have at most 4,000 characters.');
  await expect(field).toBeFocused();
  await field.fill('<b>First</b>');
  await field.press('End');
  await field.press('Enter');
  await field.pressSequentially('https://example.com/');
  await field.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  const first = '<b>First</b>\nhttps://example.com/';
  await expect(noteOf(other)).toHaveText(first, { ...SAVE_TIMEOUT, useInnerText: true });
  expect(await stored()).toBe(first);

  expectedErrors.push(...NO_NETWORK);
  await cutServers(context);
  await openMenu(page, 'one.invalid', 'Edit');
  await expect(field).toHaveValue(first);
  await field.fill('Second');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
  await openPage(page, 'one.invalid');
  await expect(noteOf(page)).toHaveText('Second');
  await context.unrouteAll();
  await expect(noteOf(other)).toHaveText('Second', BACK_ONLINE);
  await expectNothingUnsent(page);

  await page.keyboard.press('Control+z');
  await expect(noteOf(page)).toHaveText(first, { useInnerText: true });
  await expect(noteOf(other)).toHaveText(first, { ...BACK_ONLINE, useInnerText: true });
  await page.goBack();
  await expect(row(page, 'one.invalid')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(noteOf(other)).toHaveCount(0, BACK_ONLINE);
  await expect.poll(stored, SAVE_TIMEOUT).toBe('');
});
