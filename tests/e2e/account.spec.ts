import { expect } from '@playwright/test';

import {
  apiOf,
  disable,
  emailsTo,
  newAccountWithoutProfile,
  newEmail,
  newMember,
  requestConfirmation,
} from './accounts.ts';
import { AUTH_SAYS_NO, fillLogin, login, loginWithForm, openPanel, test } from './fixtures.ts';

const PASSWORD = 'correct horse battery';

test('somebody registers with email, confirms the address and is in', async ({ page }) => {
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
  // Its button has a status of its own while it is under way.
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

test('the registration form says what is wrong with it', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_SAYS_NO);
  const { email } = await newMember();
  await page.goto('/login');
  const panel = await openPanel(page, 'Register with Email');
  const submit = panel.getByRole('button', { name: 'Register', exact: true });
  const alert = page.getByRole('alert');
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');

  await submit.click();
  await expect(alert).toHaveText('Email required.Password too short.');
  await expect(panel.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(panel.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');

  await panel.getByLabel('Email', { exact: true }).fill('nobody');
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

test('a registration that stopped half-way can be finished', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 403 .*login-register/);
  const account = await newAccountWithoutProfile();
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page.getByRole('alert')).toHaveText('You must verify you are not a bot.');
  await page.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Success' })).toBeVisible();
});

test('a forgotten password is set anew by the link of the email', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_SAYS_NO);
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

  // Nobody thinks up a password for a link that is of no use any more.
  await page.goto(`/email-action?mode=resetPassword&oobCode=${code}`);
  await expect(alert).toHaveText('This link has expired or has already been used.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot?' })).toBeVisible();
});

test('nobody learns from the forgot form who has an account', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_SAYS_NO);
  await page.goto('/forgot/');
  const email = newEmail();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Confirm Email').fill(email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeVisible();
});

test('a link of an email confirms the address on our own page, once', async ({ page, expectedErrors }) => {
  expectedErrors.push(AUTH_SAYS_NO);
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

test('the terms open in a new tab', async ({ page, context }) => {
  await page.goto('/login');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Terms of Service and Privacy Policy' }).click();
  const policy = await opened;
  await expect(policy).toHaveURL('/policy');
  await expect(policy.getByRole('heading', { level: 1 })).toHaveText('Terms of Service and Privacy Policy');
});

test('the terms lead to the licenses of what the app contains', async ({ page }) => {
  await page.goto('/policy');
  await page.getByRole('link', { name: 'third-party notices' }).click();
  await expect(page).toHaveURL('/THIRD-PARTY-NOTICES.txt');
  await expect(page.getByText('react-dom 19')).toBeVisible();
});

test('whose account was closed while they worked learns at the login what was not done', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/, /status of 400 .*token/);
  const account = await newMember();
  const call = await apiOf(account);
  await call('/links/create/', { url: 'one.invalid' });
  await login(page, account);
  const star = page.getByRole('button', { name: 'Favorite one.invalid' });
  await expect(star).toBeVisible();
  await disable(account);
  await star.click();
  await expect(page.getByRole('heading', { name: 'Sign Up/Login' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText("Couldn't change the favorite.Please log in.");

  await fillLogin(page, await newMember());
  await expect(page.getByText('Empty', { exact: true })).toBeVisible();
  await expect(page.getByText("Couldn't change the favorite.")).toHaveCount(0);
});

test('a member whom the server refuses is shown the way to the login, and goes on where they were', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  const account = await newMember();
  await login(page, account, '/settings');
  await page.route('**/api/**', async (route) =>
    route.fulfill({ status: 401, json: { primary_error: 'Please log in.' } }),
  );
  await page.getByRole('button', { name: 'New Folder' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Refused');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please log in.');
  await page.unroute('**/api/**');
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText("Couldn't create the folder.Please log in.");
  await fillLogin(page, account);
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveCount(0);
});

test('a visitor who wants the settings goes home, and reaches them after the login', async ({ page }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Join Now!' }).click();
  await fillLogin(page, await newMember());
  await expect(page).toHaveURL('/settings');
});

test('a visitor who opens the form for a new link goes home, and keeps its query for later', async ({
  page,
}) => {
  await page.goto('/links/create?url=https://example.com');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, await newMember());
  await expect(page).toHaveURL('/links/create?url=https://example.com');
});

test('any other address asks a visitor to log in, and shows itself afterwards', async ({ page }) => {
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

test('a member has no business on the login screen', async ({ page }) => {
  await login(page, await newMember(), '/login');
  await expect(page).toHaveURL('/');
});
