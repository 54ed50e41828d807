import { expect } from '@playwright/test';

import { emailsTo, newAccountWithoutProfile, newEmail, newMember } from './accounts.ts';
import { AUTH_REJECTS, fillLogin, openPanel, test } from './fixtures.ts';

const PASSWORD = 'correct horse battery';

test('a visitor registers with email, confirms the address and is logged in', async ({ page }) => {
  const email = newEmail();
  await page.goto('/login');
  const panel = await openPanel(page, 'Register with Email');
  await panel.getByLabel('Email', { exact: true }).fill(email);
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await panel.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  const register = panel.getByRole('button', { name: 'Register', exact: true });
  await expect(register).toBeDisabled();
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');
  await register.click();

  await expect(page.getByRole('heading', { name: 'Success' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('spam or junk');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText('We sent the email again.')).toBeVisible();
  const emails = await emailsTo(email);
  expect(emails.map(({ requestType }) => requestType)).toEqual(['VERIFY_EMAIL', 'VERIFY_EMAIL']);

  await page.getByRole('button', { name: 'Go to my links' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  const address = page.getByRole('region', { name: 'Email' });
  await expect(address).toContainText('Not confirmed');
  await address.getByRole('button', { name: 'Send the confirmation email' }).click();
  // While the request is pending, the button has its own status element.
  await expect(address.getByText('We sent the email.')).toBeVisible();
  const links = (await emailsTo(email)).map(({ oobLink }) => oobLink);
  expect(links).toHaveLength(3);

  await page.goto(links.at(-1) ?? '');
  await expect(page).toHaveURL(/\/email-action/);
  await expect(page.getByText('Thank you, your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Foldmark' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(address).not.toContainText('Not confirmed');
});

test('the registration form shows its errors', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_REJECTS);
  const { email } = await newMember();
  await page.goto('/login');
  const panel = await openPanel(page, 'Register with Email');
  const submit = panel.getByRole('button', { name: 'Register', exact: true });
  const alert = page.getByRole('alert');
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');

  const placeOfButton = async () => {
    const [button, field] = [submit, panel.getByLabel('Email', { exact: true })];
    return ((await button.boundingBox())?.y ?? 0) - ((await field.boundingBox())?.y ?? 0);
  };
  await expect(panel.getByText('At least 6 characters.')).toBeVisible();
  const before = await placeOfButton();
  await submit.click();
  await expect(alert).toHaveText('Email required.Password too short.');
  // The errors show at their fields, where they move nothing.
  expect(await placeOfButton()).toBe(before);
  await expect(panel.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(panel.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');

  await panel.getByLabel('Email', { exact: true }).fill('not-an-email');
  await panel.getByLabel('Password', { exact: true }).fill('12345');
  await submit.click();
  await expect(alert).toHaveText('Passwords must match.');

  await panel.getByLabel('Confirm Password', { exact: true }).fill('12345');
  await submit.click();
  await expect(alert).toHaveText('Invalid email.');

  await panel.getByLabel('Email', { exact: true }).fill(newEmail());
  await submit.click();
  await expect(alert).toHaveText('Password too weak.');

  await panel.getByLabel('Email', { exact: true }).fill(email);
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await panel.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await submit.click();
  await expect(alert).toHaveText('Email unavailable.');
});

test('an interrupted registration can be finished', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 403 .*login-register/);
  const account = await newAccountWithoutProfile();
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page.getByRole('alert')).toHaveText('You must verify you are not a bot.');
  await page.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Success' })).toBeVisible();
  // The header is that of a member, and leads on.
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'New Link' })).toBeEnabled();
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await header.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('the terms open in a new tab', async ({ page, context }) => {
  await page.goto('/login');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms of Service and Privacy Policy' }).click();
  const policy = await opened;
  await expect(policy).toHaveURL('/policy');
  await expect(policy.getByRole('heading', { level: 1 })).toHaveText('Terms of Service and Privacy Policy');
});

test('the terms link to the licenses of the software in the app', async ({ page }) => {
  await page.goto('/policy');
  await page.getByRole('link', { name: 'third-party notices' }).click();
  await expect(page).toHaveURL('/THIRD-PARTY-NOTICES.txt');
  await expect(page.getByText('react-dom 19')).toBeVisible();
});
