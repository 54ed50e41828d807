import { expect, type Page } from '@playwright/test';

import { servePage } from '#tests/support/page-bundle.ts';

import { apiOf, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { AUTH_REJECTS, fillLogin, login, test } from './fixtures.ts';
import { field } from './search-page.ts';
import { BACK_ONLINE, NO_NETWORK } from './without-network.ts';

async function openSettings(page: Page) {
  const account = await newMember();
  await login(page, account);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  return account;
}

test('the display name is saved, and Undo restores the earlier one', async ({ page }) => {
  const account = await openSettings(page);
  await expect(page).toHaveTitle('Settings');
  await expect(page.getByText('Update user settings.')).toBeVisible();
  const name = page.getByLabel('Display Name');
  await expect(name).toHaveValue('Ada');
  await name.fill('  Ada Lovelace ');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  const call = await apiOf(account);
  expect(await call('/users/get/', {})).toMatchObject({ display_name: 'Ada Lovelace' });
  await page.getByRole('link', { name: 'All Items' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(name).toHaveValue('Ada Lovelace');
  await page.keyboard.press('Control+z');
  await expect(name).toHaveValue('Ada');
  await expect.poll(async () => call('/users/get/', {})).toMatchObject({ display_name: 'Ada' });
});

test('a display name that is not saved yet stays during a search', async ({ page }) => {
  await openSettings(page);
  const name = page.getByLabel('Display Name');
  await name.fill('Ada Love');
  await field(page).fill('pumpkin');
  await expect(page).toHaveURL('/search?q=pumpkin');
  await field(page).press('Escape');
  await expect(name).toHaveValue('Ada Love');
  await name.fill('Ada Lovelace');
  await field(page).fill('soup');
  await expect(page).toHaveURL('/search?q=soup');
  await page.goBack();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(name).toHaveValue('Ada');
});

test('a display name that is changed twice offline is sent without a conflict', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const account = await openSettings(page);
  await context.setOffline(true);
  for (const name of ['Ada L.', 'Ada Lovelace']) {
    await page.getByLabel('Display Name').fill(name);
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
  }
  const call = await apiOf(account);
  await context.setOffline(false);
  // It shows for four seconds.
  await expect(page.getByText('Sent.')).toBeVisible(BACK_ONLINE);
  await expect
    .poll(async () => call('/users/get/', {}), BACK_ONLINE)
    .toMatchObject({ display_name: 'Ada Lovelace' });
  await expect(page.getByText('Changed elsewhere')).toBeHidden();
});

test('if the server rejects a name, the form shows its error', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 400 .*users\/update/);
  await openSettings(page);
  await page.getByLabel('Display Name').fill('x'.repeat(201));
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByRole('alert')).toHaveText(/\S/);
  await expect(page.getByLabel('Display Name')).toHaveAttribute('aria-invalid', 'true');
});

test('the selected theme stays after a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openSettings(page);
  const background = async () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await background()).toBe(dark);
  await page.getByRole('radio', { name: 'System' }).check();
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe(dark);
});

test('the email shows with its confirmation state, and nothing moves while the page loads', async ({
  page,
}) => {
  const { email } = await openSettings(page);
  const answered = Promise.withResolvers<undefined>();
  await page.route(/accounts:lookup|users\/get/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto('/settings#settings-save');
  await page.reload();
  // The address names a section, which is in view at once.
  await expect(page.getByRole('heading', { name: 'Save from any page' })).toBeInViewport();
  const last = page.getByRole('heading', { name: 'Delete account' });
  const positionOfLast = async () => (await last.boundingBox())?.y;
  const position = await positionOfLast();
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0);
  answered.resolve(undefined);
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(page.getByLabel('Display Name')).toBeVisible();
  expect(await positionOfLast()).toBe(position);
  const section = page.getByRole('region', { name: 'Email' });
  await expect(section).toContainText(email);
  await expect(section).toContainText('Confirmed');
});

test('a browser that can have the extension is offered it, and a phone is not', async ({ page }) => {
  await openSettings(page);
  const offer = page.getByRole('region', { name: 'Browser extension' });
  await expect(offer).toContainText('extension/README.md');
  await page.addInitScript(() => {
    const userAgent = `${navigator.userAgent} Mobile`;
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Save from any page' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('the bookmarklet saves the current page', async ({ page, context }) => {
  await openSettings(page);
  const bookmarklet = page.getByRole('link', { name: 'Save to Foldmark' });
  const code = (await bookmarklet.getAttribute('href')) ?? '';
  await bookmarklet.click();
  await expect(page.getByText('drag it to your bookmarks bar')).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: new URL(page.url()).origin,
  });
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(code);

  const elsewhere = await servePage('document.title = "Bread & butter: 50% off?"');
  const other = await context.newPage();
  await other.goto(`${elsewhere.url}?a=1&b=%26#part`);
  await expect(other).toHaveTitle('Bread & butter: 50% off?');
  const opened = context.waitForEvent('page');
  const requests: string[] = [];
  context.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  // The bookmarks bar does the same.
  await other.evaluate((address) => {
    location.href = address;
  }, code);
  const form = await opened;
  await expect(form.getByLabel('Url', { exact: true })).toHaveValue(`${elsewhere.url}?a=1&b=%26#part`);
  await expect(form.getByLabel('Name (optional)')).toHaveValue('Bread & butter: 50% off?');
  // Servers log the urls of requests.
  expect(requests.map((request) => decodeURIComponent(request.replace(/#.*? /, ' '))).join('\n')).not.toMatch(
    /Bread|a=1/,
  );
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toHaveURL(/\/links\/\d+$/);
  await elsewhere.stop();
});

test('a user deletes the account after typing its email, and no data stays', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(AUTH_REJECTS);
  const account = await openSettings(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Confirmation').fill('another@else.invalid');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Confirmation').fill(account.email.toUpperCase());
  await confirm.click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(
    page.getByText('Your account was deleted. Everything in it is being deleted too.'),
  ).toBeVisible();
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page.getByRole('alert')).toHaveText(/\S/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect(
    page.getByText('Your account was deleted. Everything in it is being deleted too.'),
  ).toHaveCount(0);
});

test.describe('axe finds no violations', () => {
  test.use(REDUCED_MOTION);

  test('on the settings in either theme', async ({ page }) => {
    await openSettings(page);
    await page.reload();
    await expect(page.getByLabel('Display Name')).toBeVisible();
    await expectNoViolationsInBothThemes(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoViolationsInBothThemes(page);
  });
});
