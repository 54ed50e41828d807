import { join } from 'node:path';

import { expect, type BrowserContext, type Page } from '@playwright/test';

import { newAccountWithoutProfile, newEmail, newUnconfirmedMember, signedUpYesterday } from './accounts.ts';
import { test } from './fixtures.ts';

const POPUP = { width: 500, height: 600 };

/** Google's script comes from our stand-in, and the looks of the emulator's popup not at all. */
async function stayOffline(context: BrowserContext): Promise<void> {
  await context.route(/^https:/, async (route) => route.fulfill({ status: 200, body: '' }));
  await context.route('https://apis.google.com/js/api.js*', async (route) =>
    route.fulfill({ contentType: 'text/javascript', path: join(import.meta.dirname, 'google-iframes.js') }),
  );
}

async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Login/Register' }).click();
  return opened;
}

async function chooseNewAccount(popup: Page, email: string): Promise<void> {
  await popup.getByRole('button', { name: 'Add new account' }).click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#sign-in').click();
}

async function logInAs(page: Page, email: string): Promise<void> {
  await chooseNewAccount(await openPopup(page), email);
}

test('somebody logs in with Google, and an unknown account is registered by that', async ({
  page,
  context,
}) => {
  await stayOffline(context);
  await page.goto('/login');
  const popup = await openPopup(page);
  expect(await popup.evaluate('({ width: innerWidth, height: innerHeight })')).toEqual(POPUP);
  await chooseNewAccount(popup, newEmail());
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a popup that is closed leaves no word behind', async ({ page, context }) => {
  await stayOffline(context);
  await page.goto('/login');
  const popup = await openPopup(page);
  const button = page.getByRole('button', { name: 'Login/Register' });
  const spinner = page.getByRole('banner').getByRole('status', { name: 'Loading' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(spinner).toBeVisible();
  await popup.close();
  // The SDK waits 8 s for a word of the popup after it was closed.
  await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 15_000 });
  await expect(page.getByRole('alert')).not.toBeVisible();
  await expect(spinner).toHaveCount(0);
});

test('any other failure is told', async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/apis\.google\.com/);
  await context.route('https://apis.google.com/**', async (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login/Register' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');
});

test.describe('the owner of an address that another person registered and never confirmed', () => {
  const PLANTED = 'mailto:planted@example.com';
  /** The API asks by a refusal. */
  const ASKED = /status of 403 .*\/users\/(?:login-register|get-auth)\//;
  const question = 'Are these your links?';

  test('is asked before anything of it shows, also by the next page, and can keep it', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(ASKED);
    const { email } = await newUnconfirmedMember(PLANTED);
    await stayOffline(context);
    await page.goto('/login');
    await logInAs(page, email);
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(email);

    await page.goto('/');
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByText(PLANTED)).toHaveCount(0);

    await page.getByRole('button', { name: 'Keep these links' }).click();
    await expect(page.getByRole('link', { name: PLANTED }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: PLANTED }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: question })).toHaveCount(0);
  });

  test('can not delete in one tab what another has kept', async ({ page, context, expectedErrors }) => {
    expectedErrors.push(ASKED, /status of 409 .*\/users\/delete\//);
    const { email } = await newUnconfirmedMember(PLANTED);
    await stayOffline(context);
    await page.goto('/login');
    await logInAs(page, email);
    await page.getByRole('button', { name: 'Start empty' }).click();

    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Keep these links' }).click();
    await expect(other.getByRole('link', { name: PLANTED }).first()).toBeVisible();

    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete and start empty' }).click();
    await expect(page.getByText('These links were kept in another tab')).toBeVisible();
    await expect(page.getByRole('link', { name: PLANTED }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: question })).toHaveCount(0);
  });

  test('logs in once more if the other person stored nothing', async ({ page, context, expectedErrors }) => {
    expectedErrors.push(/status of 403 .*\/users\/login-register\//, /an empty account from before/);
    const account = await newAccountWithoutProfile();
    await signedUpYesterday(account);
    await stayOffline(context);
    await page.goto('/login');
    await logInAs(page, account.email);
    await expect(page.getByRole('alert')).toContainText('an empty account from before');
    await logInAs(page, account.email);
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  });

  test('can delete it and start empty', async ({ page, context, expectedErrors }) => {
    expectedErrors.push(ASKED);
    const { email } = await newUnconfirmedMember(PLANTED);
    await stayOffline(context);
    await page.goto('/login');
    await logInAs(page, email);
    await page.getByRole('button', { name: 'Start empty' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete and start empty' }).click();

    await expect(page.getByText('Those links were deleted.')).toBeVisible();
    await logInAs(page, email);
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect(page.getByText(PLANTED)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: question })).toHaveCount(0);
  });
});
