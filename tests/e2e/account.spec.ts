/// <reference lib="dom" />

import { expect } from '@playwright/test';

import { apiOf, newEmail, newMember } from './accounts.ts';
import { AUTH_REJECTS, fillLogin, login, loginWithForm, openPanel, test } from './fixtures.ts';

test('a member logs in, stays logged in after a reload, and logs out before another logs in', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await loginWithForm(page, await newMember());
  await expect(page).toHaveURL('/');
  // The pressed button is gone.
  await expect(main).toBeFocused();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  await expect(main).not.toBeFocused();
  // reactfire would keep what it observes after a logout.
  const observed = async () => page.evaluate('globalThis._reactFirePreloadedObservables?.size ?? 0');
  await expect.poll(observed).toBe(1);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(main).toBeFocused();
  await expect.poll(observed).toBe(0);

  // Without a reload in between.
  const other = await newMember();
  const call = await apiOf(other);
  await call('/links/create/', { url: 'one.invalid' });
  await page.getByRole('link', { name: 'Join Now!' }).click();
  await fillLogin(page, other);
  await expect(page.getByRole('row').filter({ hasText: 'one.invalid' })).toBeVisible();
});

test('a session that an earlier version has stored in a database continues', async ({ page }) => {
  await login(page, await newMember());
  // A page of the app would notice that its session is gone, and log out.
  await page.goto('/THIRD-PARTY-NOTICES.txt');
  await page.evaluate(moveSessionToDatabase);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  const stored = async () => page.evaluate(() => Object.keys(localStorage).join());
  await expect.poll(stored).toContain('firebase:authUser');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
});

/** Runs in the page. */
async function moveSessionToDatabase(): Promise<void> {
  const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser')) ?? '';
  const value: unknown = JSON.parse(localStorage.getItem(key) ?? '');
  localStorage.removeItem(key);
  const opening = indexedDB.open('firebaseLocalStorageDb', 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
  });
  await new Promise((resolve) => {
    opening.addEventListener('success', resolve);
  });
  const transaction = opening.result.transaction('firebaseLocalStorage', 'readwrite');
  transaction.objectStore('firebaseLocalStorage').put({ fbase_key: key, value });
  await new Promise((resolve) => {
    transaction.addEventListener('complete', resolve);
  });
  opening.result.close();
}

test('a logout while the library is loading sends no unauthenticated request', async ({ page }) => {
  const leaving = Promise.withResolvers<void>();
  await page.route(/\/assets\/cloud-/, async (route) => {
    await leaving.promise;
    await route.continue();
  });
  // The logout must come after this request.
  const isAsked = page.waitForRequest(/\/assets\/cloud-/);
  await login(page, await newMember());
  await isAsked;
  await expect(page.getByRole('status', { name: 'Loading links' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  const reader = page.waitForResponse(/\/assets\/cloud-/);
  leaving.resolve();
  await reader;
  // A rejected request would log a console error.
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

test('the login form shows errors, and clears them at the next attempt', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_REJECTS);
  const account = await newMember();
  await page.goto('/login');
  const panel = await openPanel(page, 'Login with Email');
  const alert = page.getByRole('alert');
  await panel.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(alert).toHaveText('Email required.Password too short.');
  await fillLogin(page, { ...account, password: 'wrong' });
  await expect(alert).toHaveText('Login failed.');
  // A text of its own would tell which addresses have accounts.
  await fillLogin(page, { email: 'no-account@example.com', password: 'wrong' });
  await expect(alert).toHaveText('Login failed.');
  await fillLogin(page, { email: 'not-an-email', password: 'wrong' });
  await expect(alert).toHaveText('Invalid email.');
  await fillLogin(page, account);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
});

test('the password can be made visible', async ({ page }) => {
  await page.goto('/login');
  const panel = await openPanel(page, 'Login with Email');
  const password = panel.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await panel.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('without a network every form reports that, and no popup opens', async ({
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
  await fillLogin(page, { email: newEmail(), password: 'any password' });
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
