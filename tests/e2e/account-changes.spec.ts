import { expect, type Page } from '@playwright/test';

import {
  type Account,
  changeEmailAtOnce,
  emailsTo,
  endSessions,
  newEmail,
  newGoogleMember,
  newMember,
  settingOf,
  tokenOf,
  uidOf,
} from './accounts.ts';
import { expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { AUTH_REJECTS, fillLogin, login, resume, test } from './fixtures.ts';

const NEXT = 'a new and better one';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const alert = (page: Page) => dialog(page).getByRole('alert');

async function openForm(page: Page, name: 'Change password' | 'Change email'): Promise<Account> {
  const account = await newMember();
  await login(page, account, '/settings');
  await page.getByRole('button', { name }).click();
  await expect(dialog(page)).toBeVisible();
  return account;
}

async function fillPassword(page: Page, current: string, next: string, again = next): Promise<void> {
  await field(page, 'Current Password').fill(current);
  await field(page, 'New Password').fill(next);
  await field(page, 'Confirm Password').fill(again);
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
}

async function fillEmail(page: Page, email: string, current: string): Promise<void> {
  await field(page, 'New Email').fill(email);
  await field(page, 'Current Password').fill(current);
  await dialog(page).getByRole('button', { name: 'Send link' }).click();
}

/** The email in the Firestore profile, read with the user's own token. */
async function storedEmailOf(account: Account): Promise<unknown> {
  const path = `projects/demo-foldmark/databases/(default)/documents/users/${await uidOf(account)}`;
  const response = await fetch(`http://${settingOf('FOLDMARK_FIRESTORE_HOST')}/v1/${path}`, {
    headers: { authorization: `Bearer ${await tokenOf(account)}` },
  });
  const { fields }: { fields: { email: { stringValue: string } } } = JSON.parse(await response.text());
  return fields.email.stringValue;
}

async function logInAgain(page: Page, account: Account): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

test('a user changes the password with the current one, and logs in with the new one', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(AUTH_REJECTS);
  const account = await openForm(page, 'Change password');
  await fillPassword(page, '', NEXT);
  await expect(alert(page)).toHaveText('Please enter your current password.');
  await fillPassword(page, account.password, ' ');
  await expect(alert(page)).toHaveText('Password too short.');
  await fillPassword(page, account.password, NEXT, 'another');
  await expect(alert(page)).toHaveText('Passwords must match.');
  await fillPassword(page, 'not the one', NEXT);
  await expect(alert(page)).toHaveText('Your current password is wrong.');
  await fillPassword(page, account.password, 'short');
  await expect(alert(page)).toHaveText('Password too weak.');
  await fillPassword(page, account.password, NEXT);
  await expect(section(page, 'Password').getByRole('status')).toHaveText(
    'Your password was changed. Log in again on your other devices.',
  );
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();

  // This session continues.
  await page.getByLabel('Display Name').fill('Ada L.');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await logInAgain(page, { ...account, password: NEXT });
});

test('a new email becomes active when its link is opened, and the next login updates the profile', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(AUTH_REJECTS);
  const account = await openForm(page, 'Change email');
  const email = newEmail();
  await fillEmail(page, '', account.password);
  await expect(alert(page)).toHaveText('Email required.');
  await fillEmail(page, account.email.toUpperCase(), account.password);
  await expect(alert(page)).toHaveText('This is already your email.');
  await fillEmail(page, 'not-an-email', account.password);
  await expect(alert(page)).toHaveText('Invalid email.');
  await fillEmail(page, (await newMember()).email, account.password);
  await expect(alert(page)).toHaveText('Email unavailable.');
  await fillEmail(page, email, 'not the one');
  await expect(alert(page)).toHaveText('Your current password is wrong.');
  await fillEmail(page, email, account.password);
  await expect(section(page, 'Email')).toContainText(`We sent a link to ${email}.`);
  await expect(section(page, 'Email')).toContainText(account.email);

  const code = (await emailsTo(account.email)).at(-1);
  expect(code?.requestType).toBe('VERIFY_AND_CHANGE_EMAIL');
  expect(await storedEmailOf(account)).toBe(account.email);
  const link = `/email-action?mode=verifyAndChangeEmail&oobCode=${code?.oobCode}`;
  await page.goto(link);
  await expect(page.getByText('Your email address was changed.')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This link has expired or has already been used.');
  await page.goto('/settings');
  await expect(section(page, 'Email')).toContainText(email);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await logInAgain(page, { ...account, email });
  // The page shows before the server has updated the profile.
  await expect.poll(async () => storedEmailOf({ ...account, email })).toBe(email);
});

test('opening the link of an email change ends the session and reports success', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(AUTH_REJECTS, /status of 400 .*token/);
  const account = await openForm(page, 'Change email');
  await fillEmail(page, newEmail(), account.password);
  await expect(section(page, 'Email')).toContainText('We sent a link');
  const code = (await emailsTo(account.email)).at(-1)?.oobCode;
  await endSessions(account);
  await page.goto(`/email-action?mode=verifyAndChangeEmail&oobCode=${code}`);
  await expect(page.getByText('Your email address was changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Foldmark' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
});

test('the old address gets a link that undoes the change', async ({ page }) => {
  const account = await newMember();
  const code = await changeEmailAtOnce(account, newEmail());
  await page.goto(`/email-action?mode=recoverEmail&oobCode=${code}`);
  await expect(page.getByText('Your email address was changed back.')).toBeVisible();
  await expectNoViolationsInBothThemes(page);
  await page.getByRole('link', { name: 'set a new password' }).click();
  await expect(page).toHaveURL('/forgot');
  await logInAgain(page, account);
});

test('for a user with only a Google login, settings explain why password and email can not change', async ({
  page,
}) => {
  await resume(page, await newGoogleMember(), '/settings');
  await expect(section(page, 'Password')).toContainText('You log in with Google');
  await expect(section(page, 'Email')).toContainText('the email of your Google account');
  await expect(page.getByRole('button', { name: /^Change/ })).toHaveCount(0);
  await expectNoViolationsInBothThemes(page);
});

test('the form reports a login that is too old, and a lost connection', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(AUTH_REJECTS, /net::ERR_/, /@firebase\/firestore/);
  const account = await openForm(page, 'Change password');
  const answer = { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } };
  await page.route('**/accounts:update*', async (route) => route.fulfill({ status: 400, json: answer }));
  await fillPassword(page, account.password, NEXT);
  await expect(alert(page)).toHaveText('Please log out, log in and try again.');
  await context.setOffline(true);
  await fillPassword(page, account.password, NEXT);
  await expect(alert(page)).toHaveText("You're offline. Check your connection and try again.");
});

test.describe('axe finds no violations in the forms', () => {
  test.use(REDUCED_MOTION);

  for (const name of ['Change password', 'Change email'] as const) {
    test(name, async ({ page }) => {
      await openForm(page, name);
      await dialog(page)
        .getByRole('button', { name: /Change password|Send link/ })
        .click();
      await expect(alert(page)).toHaveText(/\S/);
      await expectNoViolationsInBothThemes(page);
    });
  }
});
