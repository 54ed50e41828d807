import { expect, type Locator, type Page } from '@playwright/test';

import { test } from './fixtures.ts';
import { memberWith, row } from './library-page.ts';
import { NO_NETWORK } from './without-network.ts';

// The network ends in the first seconds of a first visit, before the service worker has stored the app's files. As in most tests,
// the worker is blocked.

const MESSAGE = "This part of Foldmark couldn't be loaded.";
const ROW = 'one.invalid';

interface Part {
  readonly name: string;
  /** Matches the names of its files. */
  readonly files: RegExp;
  readonly open: (page: Page) => Promise<void>;
  readonly shown: (page: Page) => Locator;
}

const PARTS: readonly Part[] = [
  {
    name: 'New Link',
    files: /new-link-dialog/,
    open: async (page) => page.keyboard.press('n'),
    shown: (page) => page.getByRole('dialog', { name: 'Add Url' }),
  },
  {
    name: 'the menu of a row',
    files: /overlays/,
    open: async (page) =>
      row(page, ROW)
        .getByRole('button', { name: /^More for/ })
        .click(),
    shown: (page) => page.getByRole('menu', { name: 'More' }),
  },
  {
    name: 'the bar of a selection',
    files: /overlays/,
    open: async (page) => row(page, ROW).getByRole('checkbox').click(),
    shown: (page) => page.getByRole('button', { name: 'Clear selection' }),
  },
  {
    name: 'the list of keys',
    files: /shortcuts-dialog/,
    open: async (page) => page.keyboard.press('?'),
    shown: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  },
  {
    name: 'quick open',
    files: /quick-open/,
    open: async (page) => page.keyboard.press('ControlOrMeta+k'),
    shown: (page) => page.getByRole('dialog', { name: 'Quick open' }),
  },
  {
    name: 'a search',
    files: /search-(?:tools|parts)/,
    open: async (page) => page.getByRole('searchbox', { name: 'search my links' }).fill('one'),
    shown: (page) => page.getByRole('grid', { name: 'Search results' }),
  },
  {
    name: 'the settings',
    files: /settings-screen/,
    open: async (page) => page.getByRole('link', { name: 'Settings' }).click(),
    shown: (page) => page.getByRole('heading', { level: 1, name: 'Settings' }),
  },
];

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(...NO_NETWORK);
});

test('popups, menus and pages open without a network once they are preloaded', async ({ page, context }) => {
  const preloaded = PARTS.map(async ({ files }) =>
    page.waitForResponse((response) => files.test(response.url()) && response.url().endsWith('.js')),
  );
  await memberWith(page, [ROW]);
  for (const response of await Promise.all(preloaded)) await response.finished();
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('link')).every(
      ({ rel, sheet }) => rel !== 'stylesheet' || sheet !== null,
    ),
  );
  await context.setOffline(true);
  for (const { open, shown } of PARTS) {
    await open(page);
    await expect(shown(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shown(page).and(page.getByRole('dialog'))).toHaveCount(0);
  }
  await expect(page.getByText(MESSAGE)).toHaveCount(0);
});

for (const { name, files, open, shown } of PARTS) {
  test(`${name} that can't be loaded says so, and opens once the network is back`, async ({
    page,
    context,
  }) => {
    await context.route(files, async (route) => route.abort('internetdisconnected'));
    await memberWith(page, [ROW]);
    await context.setOffline(true);
    await open(page);
    await expect(page.getByRole('alert').filter({ hasText: MESSAGE })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();

    await context.unroute(files);
    await context.setOffline(false);
    await expect(shown(page)).toBeVisible();
    await expect(page.getByText(MESSAGE)).toHaveCount(0);
  });
}

test('a dialog that could not be loaded has its styles after the retry', async ({ page, context }) => {
  const files = /shortcuts-dialog/;
  await context.route(files, async (route) => route.abort('internetdisconnected'));
  await memberWith(page, [ROW]);
  await page.keyboard.press('?');
  await expect(page.getByRole('alert').filter({ hasText: MESSAGE })).toBeVisible();
  await context.unroute(files);
  // The app can retry by itself before the click.
  await page.getByRole('button', { name: 'Try again' }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  const line = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator('dl > div').first();
  await expect(line).toHaveCSS('display', 'flex');
});

test('Escape and Cancel close a dialog that could not be loaded', async ({ page, context }) => {
  const files = /new-link-dialog/;
  await context.route(files, async (route) => route.abort('internetdisconnected'));
  await memberWith(page, [ROW]);
  const message = page.getByText(MESSAGE);
  await page.keyboard.press('n');
  await expect(message).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(message).toHaveCount(0);
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(message).toHaveCount(0);
  await context.unroute(files);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add Url' })).toBeVisible();
});
