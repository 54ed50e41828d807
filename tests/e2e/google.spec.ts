import { join } from 'node:path';

import { expect, type BrowserContext, type Page } from '@playwright/test';

import { newAccountWithoutProfile, newEmail, newUnconfirmedMember, signedUpYesterday } from './accounts.ts';
import { test } from './fixtures.ts';

const POPUP = { width: 500, height: 600 };

/** Replaces Google's script with our fake, and the styles of the emulator's popup with nothing. */
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

test('a login with Google registers an unknown account', async ({ page, context }) => {
  await stayOffline(context);
  await page.goto('/login');
  const popup = await openPopup(page);
  // The popup begins empty and then loads the provider's page.
  await expect(popup.getByRole('button', { name: 'Add new account' })).toBeVisible();
  await expect
    .poll(async () => popup.evaluate('({ width: innerWidth, height: innerHeight })'))
    .toEqual(POPUP);
  await chooseNewAccount(popup, newEmail());
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('closing the popup shows no error', async ({ page, context }) => {
  await stayOffline(context);
  await page.goto('/login');
  const popup = await openPopup(page);
  const button = page.getByRole('button', { name: 'Login/Register' });
  const spinner = page.getByRole('banner').getByRole('status', { name: 'Loading' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(spinner).toBeVisible();
  await popup.close();
  // The SDK waits 8 s for a message from the closed popup.
  await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 40_000 });
  await expect(page.getByRole('alert')).not.toBeVisible();
  await expect(spinner).toHaveCount(0);
});

test('any other failure shows an error', async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/apis\.google\.com/);
  await context.route('https://apis.google.com/**', async (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login/Register' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');
});

test.describe('the owner of an address that another person registered and never confirmed', () => {
  const FOREIGN_LINK = 'mailto:planted@example.com';
  /** The API asks the question with a 403. */
  const OWNERSHIP_QUESTION = /status of 403 .*\/users\/(?:login-register|get-auth)\//;
  const question = 'Are these your links?';

  test('is asked before any link shows, also on the next page, and can keep the links', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(OWNERSHIP_QUESTION);
    const { email } = await newUnconfirmedMember(FOREIGN_LINK);
    await stayOffline(context);
    await page.goto('/login');
    await logInAs(page, email);
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(email);

    await page.goto('/');
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(page.getByText(FOREIGN_LINK)).toHaveCount(0);

    await page.getByRole('button', { name: 'Keep these links' }).click();
    await expect(page.getByRole('link', { name: FOREIGN_LINK }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: FOREIGN_LINK }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: question })).toHaveCount(0);
  });

  test('can not delete in one tab links that another tab has kept', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(OWNERSHIP_QUESTION, /status of 409 .*\/users\/delete\//);
    const { email } = await newUnconfirmedMember(FOREIGN_LINK);
    await stayOffline(context);
    await page.goto('/login');
    await logInAs(page, email);
    await page.getByRole('button', { name: 'Start empty' }).click();

    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Keep these links' }).click();
    await expect(other.getByRole('link', { name: FOREIGN_LINK }).first()).toBeVisible();

    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete and start empty' }).click();
    await expect(page.getByText('These links were kept in another tab')).toBeVisible();
    await expect(page.getByRole('link', { name: FOREIGN_LINK }).first()).toBeVisible();
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

  test('can delete the links and start empty', async ({ page, context, expectedErrors }) => {
    expectedErrors.push(OWNERSHIP_QUESTION);
    const { email } = await newUnconfirmedMember(FOREIGN_LINK);
    await stayOffline(context);
    await page.goto('/login');
    await logInAs(page, email);
    await page.getByRole('button', { name: 'Start empty' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete and start empty' }).click();

    await expect(page.getByText('Those links were deleted.')).toBeVisible();
    await logInAs(page, email);
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect(page.getByText(FOREIGN_LINK)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: question })).toHaveCount(0);
  });
});
