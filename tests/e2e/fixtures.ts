import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';

import { sessionOf, type Account, type Session } from './accounts.ts';

/** Chromium's words for whatever the page's own policy forbids. */
const VIOLATION = /Content Security Policy|Permissions[- ]Policy/;

interface Fixtures {
  /**
   * What the console may say in this test; anything else that is an error fails it, and so does whatever the
   * Content-Security-Policy forbids, in any test.
   */
  readonly expectedErrors: RegExp[];
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
});

/** Chromium writes every answer above 399 to the console; the provider says no with this one. */
export const AUTH_SAYS_NO = /status of 400 .*accounts:/;

/** One pixel, and nothing in it. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * For tests in which the network goes: where Firestore was out of reach for long, the SDK asks for this picture to see
 * whether anything can be reached. Not for all tests, since whatever is routed takes the browser its cache.
 */
export async function answerNetworkTest(context: BrowserContext): Promise<void> {
  await context.route('https://www.google.com/images/cleardot.gif*', async (route) =>
    route.fulfill({ contentType: 'image/gif', body: DOT }),
  );
}

/**
 * Opens a page as a member who logged in earlier, for tests that are about something else. The session is a real one, and
 * the SDK finds it where it would have kept it; the page that has the form is what is saved.
 */
export async function login(page: Page, account: Account, path = '/'): Promise<void> {
  await resume(page, await sessionOf(account), path);
}

export async function resume(page: Page, { key, value }: Session, path = '/'): Promise<void> {
  const put = await page.addInitScript(
    (kept) => {
      localStorage.setItem(kept.key, kept.value);
    },
    { key, value },
  );
  await page.goto(path);
  // The SDK has taken it; a page that is loaded after a logout must not find it again.
  await put.dispose();
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

/** Opens a panel unless it is open, and answers what is in it. */
export async function openPanel(page: Page, name: string) {
  const trigger = page.getByRole('button', { name, exact: true });
  if ((await trigger.getAttribute('aria-expanded')) !== 'true') await trigger.click();
  return page.getByRole('group', { name, exact: true });
}
