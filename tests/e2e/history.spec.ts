import { expect, type Page } from '@playwright/test';

import { expectNoViolationsInBothThemes } from './axe.ts';
import { answerNetworkTest, test } from './fixtures.ts';
import { memberWith, SAVE_TIMEOUT } from './library-page.ts';

async function openHistory(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show history' }).click();
  return page.getByRole('list', { name: 'History' });
}

test('an action on several links is undone and redone from the history, also on another device', async ({
  page,
  context,
  expectedErrors,
}) => {
  test.slow();
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid', 'three.invalid']);
  const trashed = async () =>
    (await call('/links/list/', {})).filter(({ status_id }) => status_id === 2).length;
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Move to Trash' }).click();
  await expect.poll(trashed, SAVE_TIMEOUT).toBe(3);

  const history = await openHistory(page);
  const action = history.getByRole('listitem').filter({ hasText: 'Moved 3 links to the trash' });
  await expect(action).toContainText('3 changed');
  await expectNoViolationsInBothThemes(page);
  // Another device has changed one of them since.
  const [first] = await call('/links/list/', {});
  if (first === undefined) throw new Error('There are no links.');
  await call('/links/update/', { ...first, name: 'Restored elsewhere', status_id: 1 });
  await action.getByRole('button', { name: 'Undo Moved 3 links to the trash' }).click();
  await expect(action.getByText('Undone', { exact: true })).toBeVisible(SAVE_TIMEOUT);
  expect(await trashed()).toBe(0);

  await action.getByRole('button', { name: 'Redo Moved 3 links to the trash' }).click();
  await expect(action.getByRole('button', { name: /^Undo/ })).toBeVisible(SAVE_TIMEOUT);

  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Could not reach Cloud Firestore/);
  await answerNetworkTest(context);
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Undo and Redo need the network here.")).toBeVisible();
  await expect(action.getByRole('button', { name: /^Undo/ })).toBeDisabled();
});

test('without actions the history says what will be there', async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  await openHistory(page);
  await expect(page.getByText('Nothing yet.')).toBeVisible();
});
