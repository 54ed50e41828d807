import { test as base, expect, type Page } from '@playwright/test';

import { sessionOf, type Account, type Session } from './accounts.ts';

/** Chromium's console messages for policy violations. */
const VIOLATION = /Content Security Policy|Permissions[- ]Policy/;

interface Fixtures {
  /**
   * The console errors that this test allows. Any other error fails it. A violation of the Content-Security-Policy always
   * fails it.
   */
  readonly expectedErrors: RegExp[];
  /** Prints what the pages of a failed test show and have logged: a log of CI is all that is left of its run. */
  readonly report: undefined;
}

export const test = base.extend<Fixtures>({
  expectedErrors: [
    async ({ context }, provide) => {
      const expected: RegExp[] = [];
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => {
        errors.push(String(error.error().stack));
      });
      await provide(expected);
      const isExpected = (error: string) => expected.some((pattern) => pattern.test(error));
      expect(errors.filter((error) => VIOLATION.test(error) || !isExpected(error))).toEqual([]);
    },
    { auto: true },
  ],
  report: [
    async ({ context }, provide, { title, errors }) => {
      const messages: string[] = [];
      context.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      context.on('requestfailed', (request) =>
        messages.push(`${request.failure()?.errorText}: ${request.method()} ${request.url()}`),
      );
      await provide(undefined);
      if (errors.length === 0) return;
      const pages = await Promise.all(context.pages().map(shownBy));
      console.log([title, ...pages, ...messages].join('\n'));
    },
    { auto: true },
  ],
});

/** The address and the accessibility tree of a page, at most as much as fits the screen. */
async function shownBy(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  return `${page.url()}\n${tree.split('\n').slice(0, 80).join('\n')}`;
}

/** Chromium logs each response above 399. Firebase Auth rejects with this one. */
export const AUTH_REJECTS = /status of 400 .*accounts:/;

/**
 * Opens a page as a member who logged in earlier, for tests that don't test the login. The session is real, and the SDK
 * finds it in its own storage. This skips only the page with the form.
 */
export async function login(page: Page, account: Account, path = '/'): Promise<void> {
  await resume(page, await sessionOf(account), path);
}

export async function resume(page: Page, { key, value }: Session, path = '/'): Promise<void> {
  const script = await page.addInitScript(
    (session) => {
      localStorage.setItem(session.key, session.value);
    },
    { key, value },
  );
  await page.goto(path);
  // A page load after a logout must not find it again.
  await script.dispose();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

export async function loginWithForm(page: Page, account: Account): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, account);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

export async function fillLogin(page: Page, { email, password }: Account): Promise<void> {
  const panel = await openPanel(page, 'Login with Email');
  await panel.getByLabel('Email', { exact: true }).fill(email);
  await panel.getByLabel('Password', { exact: true }).fill(password);
  await panel.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Opens a panel, unless it is open, and returns its content. */
export async function openPanel(page: Page, name: string) {
  const trigger = page.getByRole('button', { name, exact: true });
  if ((await trigger.getAttribute('aria-expanded')) !== 'true') await trigger.click();
  return page.getByRole('group', { name, exact: true });
}
