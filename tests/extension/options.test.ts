import { CONNECT_PATH } from '@foldmark/contract/protocol-endpoints';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { apiOf, type CallApi, newMember, type Account } from '#tests/e2e/accounts.ts';
import { expectNoViolationsInBothThemes } from '#tests/e2e/axe.ts';

import { ChromiumExtension } from './chromium.ts';
import { connectChromium, fillAddress, useSuite } from './connect.ts';

let browser: ChromiumExtension;
let account: Account;
let call: CallApi;
let options: Page;

beforeAll(async () => {
  useSuite();
  [browser, account] = await Promise.all([ChromiumExtension.start(), newMember()]);
  call = await apiOf(account);
});
afterAll(async () => browser.stop());

test('a person connects in a window of the server, and sees to which account', async () => {
  options = await connectChromium(browser, account);
  await expectNoViolationsInBothThemes(options);
  expect(await connectedApps()).toEqual(['Foldmark extension']);
});

test('a disconnect asks first, and revokes the connection at the server', async () => {
  const dialog = options.getByRole('dialog', { name: 'Disconnect this browser?' });
  const disconnect = options.getByRole('button', { name: 'Disconnect' });
  await disconnect.first().press('Enter');
  await dialog.waitFor();
  await expectNoViolationsInBothThemes(options);
  await options.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await connectedApps()).toHaveLength(1);

  await disconnect.first().press('Enter');
  await dialog.getByRole('button', { name: 'Disconnect' }).press('Enter');
  await options.getByText('This browser is not connected.').waitFor();
  expect(await connectedApps()).toEqual([]);
});

test('a code connects too, and a person can give up waiting', async () => {
  const withCode = options.getByRole('button', { name: 'Connect with a code' });
  const code = options.locator('output');
  await fillAddress(options);
  await withCode.press('Enter');
  await code.waitFor();
  await expectNoViolationsInBothThemes(options);
  // It has the focus.
  await options.keyboard.press('Enter');
  await code.waitFor({ state: 'detached' });

  await withCode.press('Enter');
  await code.waitFor();
  const link = options.getByRole('link');
  expect(new URL((await link.getAttribute('href')) ?? '').pathname).toBe(CONNECT_PATH);
  const query = `user_code=${await code.textContent()}`;
  await call('/connect/decide/', { query, approve: true, scopes: ['write'], device: 'Chrome' });
  await options.getByText(/^Connected to .* as Ada\.$/).waitFor();
  expect(await connectedApps()).toEqual(['A browser extension']);
});

test('a server that is none, and one that is not safe, say so at the field', async () => {
  await options.getByRole('button', { name: 'Disconnect' }).click();
  await options.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  const address = options.getByLabel('Address of your Foldmark');
  const problem = options.getByRole('alert');
  await address.fill('http://foldmark.invalid');
  await address.press('Enter');
  await problem.filter({ hasText: 'with https' }).waitFor();
  await expectNoViolationsInBothThemes(options);
  await address.fill('https://foldmark.invalid');
  await address.press('Enter');
  await problem.filter({ hasText: "Couldn't reach https://foldmark.invalid" }).waitFor();
  expect(await address.evaluate((field) => field.matches('[aria-invalid=true]:focus'))).toBe(true);
});

async function connectedApps(): Promise<readonly string[]> {
  const apps = await call('/grants/list/', {});
  return apps.filter(({ state }) => state === 'active').map(({ name }) => name);
}
