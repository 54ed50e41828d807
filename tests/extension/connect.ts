import type { Page } from '@playwright/test';
import { expect, inject } from 'vitest';

import { Mouse } from '#tests/browsers/display.ts';
import { button, field, Tab } from '#tests/browsers/tab.ts';
import type { Account } from '#tests/e2e/accounts.ts';

import type { ChromiumExtension } from './chromium.ts';
import type { FirefoxExtension } from './firefox.ts';

const ADDRESS = 'Address of your Foldmark';
const POLL = { timeout: 60_000, interval: 200 };

/** For tests/e2e/accounts.ts. */
export function useSuite(): void {
  const { appUrl, authUrl } = inject('suite');
  process.env['FOLDMARK_APP_URL'] = appUrl;
  process.env['FOLDMARK_AUTH_URL'] = authUrl;
}

export async function fillAddress(options: Page): Promise<void> {
  await options.getByLabel(ADDRESS).fill(inject('suite').appUrl);
}

/** Connects in the options, as a person does. Returns the options. */
export async function connectChromium(browser: ChromiumExtension, account: Account): Promise<Page> {
  const options = await browser.open('options.html');
  await fillAddress(options);
  const opened = browser.context.waitForEvent('page');
  await options.getByRole('button', { name: 'Connect', exact: true }).click();
  const consent = await opened;
  const login = consent.getByRole('button', { name: 'Login with Email', exact: true });
  const approve = consent.getByRole('button', { name: 'Approve' });
  await login.or(approve).waitFor();
  if (await login.isVisible()) {
    await login.click();
    const form = consent.getByRole('group', { name: 'Login with Email', exact: true });
    await form.getByLabel('Email', { exact: true }).fill(account.email);
    await form.getByLabel('Password', { exact: true }).fill(account.password);
    await form.getByRole('button', { name: 'Login', exact: true }).click();
  }
  await approve.waitFor();
  // The page ignores a click that comes right after it got the focus.
  await expect
    .poll(async () => {
      if (!consent.isClosed()) await approve.click({ timeout: 1000 }).catch(() => undefined);
      return consent.isClosed();
    }, POLL)
    .toBe(true);
  await options.getByText(/^Connected to /).waitFor();
  return options;
}

/** Connects in the options, as a person does. Returns the options. */
export async function connectFirefox(browser: FirefoxExtension, account: Account): Promise<Tab> {
  const options = tabOf(await browser.open('options.html'));
  await options.fill(ADDRESS, inject('suite').appUrl);
  await options.click(button('Connect'));
  const findConsent = async () => browser.find(/\/connect\?/);
  await expect.poll(async () => (await findConsent()) !== undefined, POLL).toBe(true);
  const found = await findConsent();
  if (found === undefined) throw new Error('The window of the consent has closed.');
  const consent = tabOf(found);
  await consent.click(button('Login with Email'));
  await consent.waitFor(field('Email'));
  await consent.fill('Email', account.email);
  await consent.fill('Password', account.password);
  await consent.click(button('Login'));
  await consent.waitFor(button('Approve'));
  await expect
    .poll(async () => {
      if ((await findConsent()) !== undefined) await consent.click(button('Approve')).catch(() => undefined);
      return (await findConsent()) === undefined;
    }, POLL)
    .toBe(true);
  await expect
    .poll(async () => options.driver.evaluate(`document.querySelector('[role=status]').textContent`), POLL)
    .toMatch(/^Connected to /);
  return options;
}

export function tabOf(driver: ConstructorParameters<typeof Tab>[0]): Tab {
  return new Tab(driver, '', new Mouse(''));
}
