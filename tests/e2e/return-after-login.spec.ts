import { expect } from '@playwright/test';

import { apiOf, disable, newMember } from './accounts.ts';
import { AUTH_REJECTS, fillLogin, login, test } from './fixtures.ts';
import { BACK_ONLINE, cutServers, NO_NETWORK } from './without-network.ts';

test('if the account is disabled during work, the login screen counts the changes that wait', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/, /status of 400 .*token/);
  const account = await newMember();
  const call = await apiOf(account);
  await call('/links/create/', { url: 'one.invalid' });
  // The page shows before the provider has confirmed the session. Of an account that is disabled by then, it would sign out.
  const profile = page.waitForResponse('**/api/users/get-auth/');
  await login(page, account);
  await profile;
  const star = page.getByRole('button', { name: 'Favorite one.invalid' });
  await expect(star).toBeVisible();
  await disable(account);
  await star.click();
  await expect(page.getByRole('heading', { name: 'Sign Up/Login' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    '1 change will be sent when you log in again.Please log in.',
  );

  await fillLogin(page, await newMember());
  await expect(page.getByText('Empty', { exact: true })).toBeVisible();
  await expect(page.getByText("Couldn't change the favorite.")).toHaveCount(0);
});

test('if the session ends before the next visit, the login screen counts the changes that wait', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK, AUTH_REJECTS, /status of 400 .*token/);
  const account = await newMember();
  const call = await apiOf(account);
  await call('/links/create/', { url: 'one.invalid' });
  await login(page, account);
  const star = page.getByRole('button', { name: 'Favorite one.invalid' });
  await expect(star).toBeVisible();
  await cutServers(context);
  await star.click();
  await expect(page.getByText('1 change will be sent')).toBeVisible();
  await page.close();
  const enable = await disable(account);
  await context.unrouteAll();

  const next = await context.newPage();
  await next.goto('/');
  await expect(next.getByRole('heading', { name: 'Sign Up/Login' })).toBeVisible();
  await expect(next.getByRole('alert')).toHaveText(
    '1 change will be sent when you log in again.Please log in.',
  );

  await enable();
  await fillLogin(next, account);
  await expect(next.getByRole('button', { name: 'Favorite one.invalid' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect.poll(async () => (await call('/favorites/list/', {})).length, BACK_ONLINE).toBe(1);
});

test('after a 401 the app offers the login, which returns to the same page', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  const account = await newMember();
  // The page shows before the profile has loaded. A 401 of that request would come first.
  const profile = page.waitForResponse('**/api/users/get-auth/');
  await login(page, account, '/settings');
  await profile;
  await page.route('**/api/**', async (route) =>
    route.fulfill({ status: 401, json: { code: 'notSignedIn', primary_error: 'Please log in.' } }),
  );
  await page.getByRole('button', { name: 'New Folder' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Unsaved');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute('**/api/**');
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    '1 change will be sent when you log in again.Please log in.',
  );
  await fillLogin(page, account);
  // The new folder was kept and is open.
  await expect(page.getByRole('heading', { level: 1, name: 'Unsaved' })).toBeVisible();
  await expect(page).toHaveURL(/\/folders\/\d+$/);
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveCount(0);
  const call = await apiOf(account);
  expect((await call('/folders/list/', {})).map(({ name }) => name)).toEqual(['Unsaved']);
});

test('a visitor to /settings is redirected home, and reaches the settings after the login', async ({
  page,
}) => {
  await page.goto('/settings');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Join Now!' }).click();
  await fillLogin(page, await newMember());
  await expect(page).toHaveURL('/settings');
});

test('a visitor to the form for a new link is redirected home, and gets the form with its query after the login', async ({
  page,
}) => {
  await page.goto('/links/create#url=https://example.com');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, await newMember());
  await expect(page).toHaveURL('/links/create#url=https://example.com');
});

test('any other path asks a visitor to log in, and shows afterwards', async ({ page }) => {
  await page.goto('/folders/trash');
  await expect(page.getByRole('heading', { name: 'Sign Up/Login' })).toBeVisible();
  await page.getByRole('link', { name: 'Foldmark, home' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await fillLogin(page, await newMember());
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(page).toHaveURL('/folders/trash');
});

test('the login screen redirects members home', async ({ page }) => {
  await login(page, await newMember(), '/login');
  await expect(page).toHaveURL('/');
});
