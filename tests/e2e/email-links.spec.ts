import { expect } from '@playwright/test';

import { emailsTo, newEmail, newMember, requestConfirmation } from './accounts.ts';
import { AUTH_REJECTS, fillLogin, openPanel, test } from './fixtures.ts';

test('the link of the email resets a forgotten password', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_REJECTS);
  const { email } = await newMember();
  await page.goto('/login');
  const panel = await openPanel(page, 'Login with Email');
  await panel.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot?' })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit' });
  const alert = page.getByRole('alert');

  await submit.click();
  await expect(alert).toHaveText('Please enter your email.');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await submit.click();
  await expect(alert).toHaveText('Emails must match.');
  await page.getByLabel('Confirm Email').fill(` ${email} `);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'You should receive an email shortly with instructions to reset your password.',
  );
  await expect(page.getByRole('main')).toBeFocused();

  const code = (await emailsTo(email)).at(-1)?.oobCode ?? '';
  await page.goto(`/email-action?mode=resetPassword&oobCode=${code}`);
  await page.getByLabel('Password', { exact: true }).fill('a new and better one');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(alert).toHaveText('Passwords must match.');
  await page.getByLabel('Confirm Password', { exact: true }).fill('a new and better one');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByText('Your new password is saved.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await fillLogin(page, { email, password: 'a new and better one' });
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();

  // A used link shows its error before asking for a password.
  await page.goto(`/email-action?mode=resetPassword&oobCode=${code}`);
  await expect(alert).toHaveText('This link has expired or has already been used.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot?' })).toBeVisible();
});

test('the forgot form responds the same for an unknown address', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_REJECTS);
  await page.goto('/forgot/');
  const email = newEmail();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Confirm Email').fill(email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeVisible();
});

test('the link of an email confirms the address on our own page, once', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_REJECTS);
  const account = await newMember();
  const code = await requestConfirmation(account);
  await page.goto(`/email-action?mode=verifyEmail&oobCode=${code}`);
  await expect(page.getByText('Thank you, your email address is confirmed.')).toBeVisible();
  await page.goto('/email-action');
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
  await page.goto(`/email-action?mode=verifyEmail&oobCode=${code}`);
  await expect(page.getByRole('alert')).toHaveText('This link has expired or has already been used.');
  await page.getByRole('link', { name: 'Go to Settings' }).click();
  await fillLogin(page, account);
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('region', { name: 'Email' })).toContainText('Confirmed');
});
