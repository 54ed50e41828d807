import { expect, type Page } from '@playwright/test';

import { apiOf, newMember, type CallApi } from './accounts.ts';
import { fillLogin, login, test } from './fixtures.ts';
import { row } from './library-page.ts';
import { BACK_ONLINE, expectNothingUnsent, sentBy } from './without-network.ts';

const star = (page: Page) => row(page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' });

async function starCount(call: CallApi): Promise<number> {
  return (await call('/favorites/list/', {})).length;
}

/** Stars a link after the session has expired, and follows the app to the login screen. */
async function starWithoutSession(page: Page) {
  const account = await newMember();
  const call = await apiOf(account);
  await call('/links/create/', { url: 'one.invalid' });
  await login(page, account);
  await expect(row(page, 'one.invalid')).toBeVisible();
  await page.route('**/api/**', async (route) =>
    route.fulfill({ status: 401, json: { code: 'notSignedIn', primary_error: 'Please log in.' } }),
  );
  await star(page).click();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign Up/Login' })).toBeVisible();
  await page.unroute('**/api/**');
  return { account, call };
}

test('a change of an expired session is sent after the same person has logged in again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  const { account, call } = await starWithoutSession(page);
  expect(await starCount(call)).toBe(0);
  await fillLogin(page, account);
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => starCount(call), BACK_ONLINE).toBe(1);
  await expectNothingUnsent(page);
});

test('a change of an expired session is neither shown nor sent while another person is logged in', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  const { account, call } = await starWithoutSession(page);
  const other = await newMember();
  const callAsOther = await apiOf(other);
  await callAsOther('/links/create/', { url: 'one.invalid' });
  const sent = sentBy(context);
  await fillLogin(page, other);
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
  expect(sent).toEqual([]);
  expect([await starCount(call), await starCount(callAsOther)]).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();

  await page.goto('/login');
  await fillLogin(page, account);
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => starCount(call), BACK_ONLINE).toBe(1);
});
