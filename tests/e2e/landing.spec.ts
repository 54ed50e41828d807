import { gzipSync } from 'node:zlib';

import { expect } from '@playwright/test';

import { newMember } from './accounts.ts';
import { fillLogin, login, test } from './fixtures.ts';

const SCRIPT_BUDGET_BYTES = 120_000;

test('the landing page describes Foldmark and links to the registration', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Join Now!' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Sign Up/Login' })).toBeVisible();
});

test('the header shows the actions of members as disabled, and a login link', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'New Link' })).toBeDisabled();
  await expect(header.getByRole('button', { name: 'New Folder' })).toBeDisabled();
  await expect(header.getByRole('searchbox', { name: 'search my links' })).toBeDisabled();
  await expect(header.getByRole('button', { name: 'Log out' })).toHaveCount(0);
  await header.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await header.getByRole('link', { name: 'Foldmark, home' }).click();
  await expect(page).toHaveURL('/');
});

test('the landing page shows without the SDK of the identity provider, and the forms explain if it cannot load', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/auth-.*\.js/, /could not be loaded|ERR_FAILED/);
  await page.route('**/assets/auth-*.js', async (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Now!' }).click();
  await fillLogin(page, { email: 'ada@example.com', password: 'correct horse' });
  await expect(page.getByText("Couldn't reach the login server.")).toBeVisible();
});

test('a member sees no landing page before the library, also without the note of the last user, and no demo', async ({
  page,
}) => {
  await login(page, await newMember());
  await page.addInitScript(() => {
    localStorage.removeItem('foldmark.member');
    new MutationObserver(() => {
      if (document.querySelector('main a[href="/login"]') !== null) localStorage.setItem('flashed', 'yes');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await page.goto('/demo');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  expect(await page.evaluate("localStorage.getItem('flashed')")).toBeNull();
});

test("the header's clock updates every 10 seconds", async ({ page }) => {
  // A clock that runs would pass the minute while the page loads.
  await page.clock.install({ time: new Date('2026-11-21T10:00:54') });
  await page.clock.pauseAt(new Date('2026-11-21T10:00:55'));
  await page.goto('/');
  const clock = page.getByRole('banner').getByRole('time');
  await expect(clock).toHaveText(/10:00/);
  await page.clock.runFor(4_000);
  await expect(clock).toHaveText(/10:00/);
  await page.clock.runFor(6_000);
  await expect(clock).toHaveText(/10:01/);
});

test('a visitor loads little script, and neither Firestore nor the AWS SDK', async ({ page }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const all = await Promise.all(scripts);
  expect(all.filter((body) => /google\.firestore|cognito-identity/.test(body.toString()))).toEqual([]);

  // The scripts in the document load before the page shows. The rest loads when the page is usable.
  const document = await (await page.request.get('/')).text();
  const names = [...document.matchAll(/(?:src|href)="(?<name>[^"]+\.js)"/g)].map(
    ({ groups }) => groups?.['name'] ?? '',
  );
  expect(document).toMatch(/<script>[^<]*foldmark\.theme/);
  // The style sheet that this script adds must come last.
  expect(document).toMatch(/rel="stylesheet"[^]*<script>[^<]*foldmark\.first-screen/);
  const first = await Promise.all(names.map(async (name) => (await page.request.get(name)).body()));
  const bytes = [Buffer.from(document), ...first].reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
});

test('the chosen theme shows before the app runs', async ({ page, expectedErrors }) => {
  const background = async () =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const dark = await background();
  await page.evaluate("localStorage.setItem('foldmark.theme', 'light')");
  expectedErrors.push(/index-.*\.js/);
  await page.route('**/assets/index-*.js', async (route) => route.abort());
  await page.reload();
  expect(await background()).not.toBe(dark);
});
