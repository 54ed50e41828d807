import { expect } from '@playwright/test';

import { apiOf, newEmail, newMember } from './accounts.ts';
import { AUTH_SAYS_NO, fillLogin, login, loginWithForm, openPanel, test } from './fixtures.ts';

test('somebody logs in, stays logged in over a reload, and logs out for somebody else', async ({ page }) => {
  const main = page.getByRole('main');
  await loginWithForm(page, await newMember());
  await expect(page).toHaveURL('/');
  // What was pressed has gone.
  await expect(main).toBeFocused();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  await expect(main).not.toBeFocused();
  // What reactfire listens to, and would keep.
  const observed = async () => page.evaluate('globalThis._reactFirePreloadedObservables?.size ?? 0');
  await expect.poll(observed).toBe(4);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(main).toBeFocused();
  expect(await observed()).toBe(0);

  // Without a reload between them.
  const other = await newMember();
  const call = await apiOf(other);
  await call('/links/create/', { url: 'one.invalid' });
  await page.getByRole('link', { name: 'Join Now!' }).click();
  await fillLogin(page, other);
  await expect(page.getByRole('row').filter({ hasText: 'one.invalid' })).toBeVisible();
});

test('a logout while the library is still to be read asks for nothing in the name of nobody', async ({
  page,
}) => {
  const leaving = Promise.withResolvers<void>();
  await page.route(/\/assets\/reader-/, async (route) => {
    await leaving.promise;
    await route.continue();
  });
  // Whoever is gone before it is asked for does not need it.
  const isAsked = page.waitForRequest(/\/assets\/reader-/);
  await login(page, await newMember());
  await isAsked;
  await expect(page.getByRole('status', { name: 'Loading links' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  const reader = page.waitForResponse(/\/assets\/reader-/);
  leaving.resolve();
  await reader;
  // A refusal would stand in the console.
  await page.waitForLoadState('networkidle');
});

test('logging out in one tab logs out the other, whose popup closes', async ({ page, context }) => {
  await login(page, await newMember());
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'New Link' }).click();
  await expect(other.getByRole('dialog', { name: 'Add Url' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect(other.getByRole('dialog')).toHaveCount(0);
});

test('the login form says what is wrong, and forgets it at the next attempt', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(AUTH_SAYS_NO);
  const account = await newMember();
  await page.goto('/login');
  const panel = await openPanel(page, 'Login with Email');
  const alert = page.getByRole('alert');
  await panel.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(alert).toHaveText('Email required.Password too short.');
  await fillLogin(page, { ...account, password: 'wrong' });
  await expect(alert).toHaveText('Login failed.');
  await fillLogin(page, { email: 'nobody', password: 'wrong' });
  await expect(alert).toHaveText('Invalid email.');
  await fillLogin(page, account);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
});

test('the password can be looked at', async ({ page }) => {
  await page.goto('/login');
  const panel = await openPanel(page, 'Login with Email');
  const password = panel.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await panel.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('without a network every form says so, and no popup opens', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_/);
  const offline = "You're offline. Check your connection and try again.";
  const alert = page.getByRole('alert');
  await page.goto('/login');
  const panel = await openPanel(page, 'Register with Email');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Login/Register' }).click();
  await expect(alert).toHaveText(offline);
  expect(context.pages()).toHaveLength(1);
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');
  await expect(panel.getByText(offline)).toBeVisible();
  await fillLogin(page, { email: newEmail(), password: 'whatever it is' });
  await expect(alert).toHaveText(offline);

  await context.setOffline(false);
  await page.goto('/forgot');
  const email = newEmail();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Confirm Email').fill(email);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(alert).toHaveText(offline);
});
