/// <reference lib="dom" />

import { expect, type Locator, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { goTo, pasteText, row } from './library-page.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Quick open' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

/** Where the text of a name starts, from the left edge of its option. */
const leftEdge = async (option: Locator) =>
  option.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.querySelector('[dir]') ?? element);
    return Math.round(range.getBoundingClientRect().left - element.getBoundingClientRect().left);
  });

/** A member with two folders, one in the other, and three links. */
async function open(page: Page) {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id } = await call('/folders/create/', { name: 'Cooking' });
  const recipes = await call('/folders/create/', { name: 'Recipes', parent_folder_id: folder_id });
  const links = [];
  for (const [url, name] of [
    ['bread.invalid', 'Sourdough bread'],
    ['cafe.invalid', 'Le Café des Recettes'],
    ['plain.invalid', 'Plain'],
  ] as const) {
    const { link_id } = await call('/links/create/', { url });
    links.push(await call('/links/update/', { link_id, name }));
  }
  await login(page, account);
  await expect(page.getByRole('row')).toHaveCount(3);
  return { call, recipes, links };
}

test.describe('quick open', () => {
  test.use(REDUCED_MOTION);

  test('opens folders, links and commands by the keyboard alone, the recent ones first', async ({
    page,
    context,
  }) => {
    await context.route(/^https:\/\/(bread|plain)\.invalid\//, async (route) =>
      route.fulfill({ body: 'Bread' }),
    );
    const { recipes, links } = await open(page);
    const search = page.getByRole('searchbox', { name: 'search my links' });
    await search.focus();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field(page)).toBeFocused();
    await expect(active(page)).toHaveAccessibleName(/^New Link/);
    // There is nothing to undo.
    await expect(options(page).filter({ hasText: /^(Undo|Redo)/ })).toHaveCount(0);
    await expectNoViolationsInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await expect(search).toBeFocused();

    // Scattered letters, with the path of the folder, and a name with accents.
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('rcps');
    await expect(options(page)).toHaveText(['RecipesCookingFolder']);
    await expect(active(page).locator('mark')).toHaveText(['R', 'c', 'p', 's']);
    await expectNoViolationsInBothThemes(page);
    await field(page).fill('rec');
    await expect(options(page).first()).toHaveText(/^Recipes/);
    await expect(options(page).last()).toHaveText(/^Le Café/);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/folders/${recipes.folder_id}`);
    await expect(palette(page)).toHaveCount(0);
    await expect(page.getByRole('main', { name: 'Recipes' })).toBeFocused();

    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('cafe');
    await expect(active(page)).toHaveText(/cafe.invalid/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveURL(`/links/${links[1]?.link_id}`);

    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('sour');
    const opened = context.waitForEvent('page');
    await page.keyboard.press('Enter');
    await expect(await opened).toHaveURL('https://bread.invalid/');
    await (await opened).close();
    await page.bringToFront();

    await page.reload();
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect(recent).toHaveText([/^Le Café/, /^Sourdough bread/, /^Recipes/]);
    await page.keyboard.press('Escape');
    await goTo(page, 'All Items');
    const tab = context.waitForEvent('page');
    await row(page, 'Plain').getByRole('link').click();
    await expect(await tab).toHaveURL('https://plain.invalid/');
    await (await tab).close();
    await page.bringToFront();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(recent).toHaveText([/^Plain/, /^Le Café/, /^Sourdough bread/, /^Recipes/]);
    await field(page).fill('e');
    await expect(active(page)).toHaveText(/^Le Café/);
    await field(page).fill('xyzzy'.repeat(2000));
    await expect(palette(page).getByText('No match')).toBeVisible();
    await page.keyboard.press('Enter');
    await expectNoViolationsInBothThemes(page);

    await field(page).fill('theme dark');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('new folder');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add Folder' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    // Not over another dialog.
    await page.keyboard.press('ControlOrMeta+k');
    await expect(dialog).toBeVisible();
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('history');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'History' })).toBeInViewport();

    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('log out');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect.poll(async () => page.evaluate(() => localStorage.getItem('foldmark.recent'))).toBeNull();
  });

  test('finds a link by its pasted url', async ({ page }) => {
    const path = 'x'.repeat(300);
    const { call, links } = await open(page);
    await call('/links/update/', {
      link_id: links[2]?.link_id ?? 0,
      url: `https://www.example.com/${path}/`,
    });
    await expect(row(page, 'example.com')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    for (const host of [
      'https://www.example.com/',
      'http://example.com/',
      'example.com/',
      'www.example.com/',
    ])
      for (const end of ['', '/']) {
        await field(page).fill('');
        await pasteText(page, `${host}${path}${end}`);
        await expect(options(page)).toHaveText(['Plainexample.comLink']);
      }
    await expect(palette(page).getByRole('status')).toHaveText('1 found');
    await field(page).fill('https://bread.invalid');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveURL(`/links/${links[0]?.link_id}`);
  });

  test('receives the keys pressed while it loads, and the focused row does not', async ({
    page,
    context,
  }) => {
    const loading = Promise.withResolvers<void>();
    await context.route('**/assets/quick-open-*.js', async (route) => {
      await loading.promise;
      await route.continue();
    });
    const { call } = await open(page);
    await row(page, 'Plain').focus();
    await page.keyboard.press('ControlOrMeta+k');
    // Alone, some of these keys edit, star or remove the link, or open another popup.
    await page.keyboard.type('sefn');
    for (const key of [
      'Backspace',
      'Backspace',
      'Backspace',
      'Backspace',
      'Delete',
      'r',
      'e',
      'x',
      'Backspace',
    ])
      await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    loading.resolve();
    await expect(field(page)).toHaveValue('re');
    await page.keyboard.type('c');
    await expect(field(page)).toHaveValue('rec');
    await expect(options(page).first()).toHaveText(/^Recipes/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(await call('/favorites/list/', {})).toEqual([]);
  });

  test('opens the first result if Enter is pressed while it loads', async ({ page, context }) => {
    const loading = Promise.withResolvers<void>();
    await context.route('**/assets/quick-open-*.js', async (route) => {
      await loading.promise;
      await route.continue();
    });
    const { recipes } = await open(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('rec');
    await page.keyboard.press('Enter');
    loading.resolve();
    await expect(page).toHaveURL(`/folders/${recipes.folder_id}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('tells links of one name apart, starts names at the left, and shows marks in forced colours', async ({
    page,
  }) => {
    const { call } = await open(page);
    for (const [url, name] of [
      ['same.invalid/1', 'Same page'],
      ['same.invalid/2', 'Same page'],
      ['other.invalid/3', 'Same page'],
      ['rtl.invalid/4', 'שלום Same page'],
    ] as const) {
      const { link_id } = await call('/links/create/', { url });
      await call('/links/update/', { link_id, name });
    }
    await expect(row(page, 'שלום')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('same page');
    await expect(options(page)).toHaveText([
      'Same pageother.invalidLink',
      'Same pagesame.invalid/1Link',
      'Same pagesame.invalid/2Link',
      /^שלום/,
    ]);
    expect(await leftEdge(options(page).last())).toBe(await leftEdge(options(page).first()));

    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const name = active(page).locator('[dir]').first();
    const colour = await name.evaluate((element) => getComputedStyle(element).color);
    await expect(name.locator('mark')).toHaveCSS('color', colour);
  });

  test('does not offer or open what another client has trashed since, and finds what it has added', async ({
    page,
  }) => {
    const { call, recipes, links } = await open(page);
    const list = page.getByRole('grid', { name: 'Links', includeHidden: true });
    const tree = page.getByRole('treegrid', { name: 'Folders', includeHidden: true });
    const results = options(page).filter({ hasNotText: /Command$/ });
    await page.getByRole('button', { name: 'Folders', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('rec');
    await expect(results).toHaveText([/^Recipes/, /^Le Café/]);
    const [, cafe] = links;
    await call('/folders/update/', { ...recipes, status_id: 2 });
    await call('/links/update/', { link_id: cafe?.link_id ?? 0, status_id: 2 });
    await call('/folders/create/', { name: 'Records' });
    await expect(list.getByText('Le Café')).toHaveCount(0);
    // Folders arrive on their own.
    await expect(tree.getByText('Records')).toHaveCount(1);
    // The results change only with a key, but Enter opens nothing that is gone.
    await expect(results).toHaveText([/^Recipes/, /^Le Café/]);
    await page.keyboard.press('Enter');
    await expect(results).toHaveText([/^Records/]);
    await expect(page).toHaveURL('/');

    const { link_id } = await call('/links/create/', { url: 'recent.invalid' });
    await expect(list.getByText('recent.invalid')).toBeVisible();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('c');
    await expect(results).toHaveText([/^Records/, /^recent\.invalid/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveURL(`/links/${link_id}`);

    await page.keyboard.press('ControlOrMeta+k');
    const recent = palette(page).getByRole('group', { name: 'Recent', exact: true }).getByRole('option');
    await expect(recent).toHaveText([/^recent\.invalid/]);
    await call('/links/update/', { link_id, status_id: 2 });
    await expect(recent).toHaveCount(0);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test('opens from the navigation, and a tap runs a command', async ({ page }) => {
      await open(page);
      await page.getByRole('button', { name: 'Open navigation' }).tap();
      await page.getByRole('button', { name: 'Quick open' }).tap();
      await expect(field(page)).toBeFocused();
      await field(page).fill('sort by name');
      await options(page).first().tap();
      await expect(palette(page)).toHaveCount(0);
      await expect(page.getByRole('link', { name: /Sourdough|Café|Plain/ })).toHaveText([
        'Le Café des Recettes',
        'Plain',
        'Sourdough bread',
      ]);
    });
  });
});
