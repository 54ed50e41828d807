/// <reference lib="dom" />

import { expect, type Locator, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { memberWith, row } from './library-page.ts';
import { seedLinks } from './seed-links.ts';

const FOLDERS = ['Reading', 'Work', 'Tools', 'Later'];
const count = (page: Page, text: string) => page.getByRole('main').getByRole('status').getByText(text);
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

/** Whether a control is visible to the eye; a transparent one stays in the accessibility tree. */
const isShown = async (control: Locator) =>
  control.evaluate((element) =>
    (element.closest('label') ?? element).checkVisibility({ checkOpacity: true }),
  );

const widthOf = async (of: Locator) => Math.round((await of.boundingBox())?.width ?? 0);

const controls = (of: Locator) => [
  of.getByRole('checkbox'),
  of.getByRole('button', { name: /^Favorite/ }),
  of.getByRole('button', { name: /^More for/ }),
];

/** Three links; one is in four folders, one in a folder, and one in none. */
async function open(page: Page) {
  const member = await memberWith(page, ['one.invalid', 'three.invalid', 'two.invalid']);
  const [one, , two] = member.links;
  for (const name of FOLDERS) {
    const { folder_id } = await member.call('/folders/create/', { name });
    await member.call('/folders/add-link/', { folder_id, link_id: one?.link_id ?? 0 });
    if (name === 'Work') await member.call('/folders/add-link/', { folder_id, link_id: two?.link_id ?? 0 });
  }
  await expect(row(page, 'two.invalid').getByRole('link', { name: 'Work' })).toBeVisible();
  return member;
}

test('controls show on hover, on focus and while rows are selected, also in a window of another size', async ({
  page,
}) => {
  await memberWith(page, ['one.invalid', 'two.invalid']);
  const [one, two] = [row(page, 'one.invalid'), row(page, 'two.invalid')];
  for (const control of controls(one)) expect(await isShown(control)).toBe(false);
  await one.hover();
  for (const control of controls(one)) await expect.poll(async () => isShown(control)).toBe(true);
  await two.getByRole('link').focus();
  for (const control of controls(two)) await expect.poll(async () => isShown(control)).toBe(true);
  await one.getByRole('button', { name: 'Favorite one.invalid' }).click();
  await page.getByRole('searchbox').focus();
  await page.mouse.move(5, 300);
  const star = one.getByRole('button', { name: 'Favorite one.invalid' });
  await expect.poll(async () => isShown(star)).toBe(true);
  for (const control of controls(two)) await expect.poll(async () => isShown(control)).toBe(false);

  await one.getByRole('checkbox').click();
  await page.mouse.move(5, 300);
  await expect.poll(async () => isShown(two.getByRole('checkbox'))).toBe(true);
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(count(page, '1 link selected')).toBeVisible();
    await expect(one).toHaveAttribute('aria-selected', 'true');
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('searchbox').focus();
  for (const control of controls(two)) await expect.poll(async () => isShown(control)).toBe(true);
});

test('a row shows folders and the date, and is read and left by its keys', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  const { call } = await open(page);
  const one = row(page, 'one.invalid');
  await expect(page.getByRole('row', { name: 'one.invalid', exact: true })).toHaveCount(1);
  await expect(one.getByRole('link')).toHaveText(['one.invalid', 'Reading', 'Work', 'Tools']);
  const rest = one.getByRole('button', { name: '+1 more folder: Later' });
  await expect(rest).toHaveAttribute('title', 'Later');
  await expect(row(page, 'three.invalid').getByRole('link')).toHaveCount(1);
  const added = one.getByRole('gridcell', { name: /^Added / }).getByRole('time');
  await expect(added).toHaveText(/^[A-Z][a-z]+ \d+$/);
  // The link covers the row, so it tells the time of the date.
  await one.hover();
  await expect(one.getByRole('link', { name: 'one.invalid' })).toHaveAttribute(
    'title',
    new RegExp(`invalid[^]+${new Date().getFullYear()}`),
  );

  await one.focus();
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('ArrowRight');
  await expect(one.getByRole('link', { name: 'Reading' })).toBeFocused();
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(one.getByRole('link')).toHaveText(['one.invalid', 'Reading']);
  await expect(added).toBeHidden();
  await one.getByRole('button', { name: /^\+3 more folders: Work, Tools, Later/ }).click();
  await expect(page.getByRole('dialog', { name: 'Link Folders' })).toBeVisible();
  await page.keyboard.press('Escape');

  // The date of the order in use shows in any width. The folders of other lists don't repeat a shown folder.
  await page.getByRole('button', { name: 'Sort: Url' }).click();
  await page.getByRole('menuitemradio', { name: 'Last edited' }).click();
  await expect(page.getByRole('button', { name: 'Sort: Last edited' })).toBeFocused();
  await expect(one.getByRole('gridcell', { name: /^Edited / })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(one.getByRole('time')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 800 });
  const work = (await call('/folders/list/', {})).find(({ name }) => name === 'Work');
  await call('/folders/update/', { ...work, folder_id: work?.folder_id ?? 0, name: 'Labour', status_id: 1 });
  await row(page, 'two.invalid').getByRole('link', { name: 'Labour' }).click();
  await expect(page).toHaveURL(`/folders/${work?.folder_id}`);
  await expect(row(page, 'one.invalid').getByRole('link')).toHaveText(['one.invalid']);
  await expect(page.getByRole('button', { name: 'Sort: Url' })).toBeVisible();
});

test('a row has its date at 1024 px, a drag handle as large as a target, and at 390 px no room for hidden buttons', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page);
  const one = row(page, 'one.invalid');
  await expect(one.getByRole('time')).toBeVisible();
  await one.getByRole('checkbox').check();
  const handle = await row(page, 'two.invalid')
    .getByRole('button', { name: 'Drag two.invalid' })
    .boundingBox();
  expect(handle?.width).toBeGreaterThanOrEqual(24);
  expect(handle?.height).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.mouse.move(5, 5);
  const more = one.getByRole('button', { name: /^More for/ });
  await page.getByRole('searchbox').focus();
  await expect.poll(async () => widthOf(more)).toBe(1);
  await expect(one.getByRole('button', { name: /^Favorite/ })).toHaveCSS('width', '1px');
  await one.hover();
  await expect.poll(async () => widthOf(more)).toBe(32);
  await more.click();
  await expect(page.getByRole('menu', { name: 'More' })).toBeVisible();
});

/** Runs in the page: the url of the link at a position of the row. */
function urlAt(element: Element, { x, y }: { readonly x: number; readonly y: number }): string | undefined {
  const { left, top } = element.getBoundingClientRect();
  return document.elementFromPoint(left + x, top + y)?.closest('a')?.href;
}

test('a click on any part of a row opens its link', async ({ page, context }) => {
  await context.route(/invalid/, async (route) => route.fulfill({ body: 'Opened' }));
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid']);
  const two = row(page, 'two.invalid');
  const { width, height } = (await two.boundingBox()) ?? { width: 0, height: 0 };
  // Beside the checkbox, between domain and date, on the date, and at the lower edge.
  // A headless browser often opens no tab for a middle click. But the click meets the link, so browsers open one.
  for (const x of [50, width / 2, width - 100]) {
    expect(await two.evaluate(urlAt, { x, y: height - 3 })).toBe('https://two.invalid/');
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      two.click({ position: { x, y: height - 3 } }),
    ]);
    await expect(tab).toHaveURL('https://two.invalid/');
    await tab.close();
  }
  await two.getByRole('button', { name: /^Favorite/ }).click();
  await two.getByRole('checkbox').click();
  await expect(two).toHaveAttribute('aria-selected', 'true');
  expect(context.pages()).toHaveLength(1);
  const { folder_id } = await call('/folders/create/', { name: 'Work' });
  await page.goto('/folders/favorites');
  await call('/favorites/toggle/', { object_id: folder_id, object_type: 'folder' });
  await row(page, 'Work').click({ position: { x: width / 2, y: 20 } });
  await expect(page).toHaveURL(`/folders/${folder_id}`);
});

test('a right click opens the menu of the row or of the selection, and links open in tabs', async ({
  page,
  context,
}) => {
  await context.route(/links\.invalid/, async (route) => route.fulfill({ body: 'Opened' }));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await newMember();
  await seedLinks(account, 12);
  await login(page, account);
  const first = page.getByRole('row', { name: 'Link number 1', exact: true });
  await first.click({ button: 'right', position: { x: 300, y: 20 } });
  const { x, y } = (await first.boundingBox()) ?? { x: 0, y: 0 };
  await expect(item(page, 'Open')).toBeFocused();
  // The row stays marked, although neither the pointer nor the focus is on it.
  const fills = () =>
    page
      .locator('[data-row]')
      .evaluateAll(
        (rows) => new Set(rows.slice(0, 2).map((each) => getComputedStyle(each).backgroundColor)).size,
      );
  await item(page, 'Edit').hover();
  await expect.poll(fills).toBe(2);
  await expect(item(page, 'Edit')).toHaveAccessibleDescription('e');
  await expect(page.getByRole('menu').getByRole('separator')).toHaveCount(3);
  const distances = async () => {
    const menu = await page.getByRole('menu').boundingBox();
    return [(menu?.x ?? 0) - x, (menu?.y ?? 0) - y].map((distance) => Math.round(distance / 10));
  };
  await expect.poll(distances).toEqual([30, 2]);
  await item(page, 'Copy link').click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://links.invalid/000001');

  await first.focus();
  await page.keyboard.press('Shift+F10');
  await expect(item(page, 'Open')).toBeFocused();
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await expect(tab).toHaveURL('https://links.invalid/000001');
  expect(await tab.evaluate(() => [opener === null, document.referrer])).toEqual([true, '']);
  await tab.close();
  // As on a Mac, where the browser itself does nothing at this key.
  for (const type of ['keydown', 'keyup']) await first.dispatchEvent(type, { key: 'F10', shiftKey: true });
  await expect(page.getByRole('menu')).toHaveCount(1);
  await expect(item(page, 'Open')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();

  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await first.click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Selection' })).toBeVisible();
  await item(page, 'Open all').click();
  const question = page.getByRole('alertdialog', { name: 'Open 12 links?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(count(page, '12 links selected')).toBeVisible();
  await page.evaluate(() => {
    const openTab = window.open.bind(window);
    let opened = 0;
    window.open = (...args) => ((opened += 1) > 1 ? null : openTab(...args));
  });
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Open all' }).click();
  const [single] = await Promise.all([
    page.waitForEvent('popup'),
    question.getByRole('button', { name: 'Open all' }).click(),
  ]);
  await expect(single).toHaveURL('https://links.invalid/000001');
  await page.bringToFront();
  await expect(
    page.getByText('Your browser blocked 11 of 12 links. Allow pop-ups for this site, then try again.'),
  ).toBeVisible();
});

test('of a large selection, only the first 100 links open in tabs', async ({ page }) => {
  const account = await newMember();
  await seedLinks(account, 101);
  await login(page, account);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Open all' }).click();
  const question = page.getByRole('alertdialog', { name: 'Open 101 links?' });
  await expect(question).toContainText('Only the first 100 links open.');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await question.getByRole('button', { name: 'Open the first 100' }).click();
  await expect(page.getByText('Your browser blocked 100 of 100 links.')).toBeVisible();
});

test('keys edit, copy, star and trash the focused link, and the folders have the same menu', async ({
  page,
}) => {
  const { call } = await open(page);
  await page.evaluate(() => {
    navigator.clipboard.writeText = async () =>
      Promise.reject(new DOMException('Refused', 'NotAllowedError'));
  });
  const two = row(page, 'two.invalid');
  await two.focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Link Edit' });
  await expect(dialog).toBeVisible();
  // Forced colors keep the box of a checked checkbox filled.
  await page.emulateMedia({ forcedColors: 'active' });
  const box = dialog.locator('label:has-text("Enabled") span:has(> svg)');
  await expect(box).toHaveCSS('forced-color-adjust', 'none');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.keyboard.press('Escape');
  await expect(two).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByText('Link copied.')).toBeVisible();
  await expect(two).toBeFocused();
  await page.keyboard.press('s');
  await expect(two.getByRole('button', { name: 'Favorite two.invalid' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('grid', { name: 'Links' }).getByRole('row')).toHaveCount(2);
  await expect.poll(async () => (await call('/favorites/list/', {})).length).toBe(1);

  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  const tree = page.getByRole('treegrid', { name: 'Folders' });
  const later = tree.getByRole('row').filter({ hasText: 'Later' });
  await later.click({ button: 'right', position: { x: 80, y: 10 } });
  const { x } = (await later.boundingBox()) ?? { x: 0 };
  await expect(item(page, 'New Folder Inside')).toBeVisible();
  const distance = async () => ((await page.getByRole('menu').boundingBox())?.x ?? 0) - x;
  await expect.poll(distance).toBeCloseTo(80, -1);
});

test('the focus stays in the list when a popup moves its row out of view or removes it', async ({ page }) => {
  const account = await newMember();
  const call = await apiOf(account);
  await seedLinks(account, 200);
  const { folder_id } = await call('/folders/create/', { name: 'Reading' });
  for (const { link_id } of (await call('/links/list/', {})).slice(0, 3))
    await call('/folders/add-link/', { folder_id, link_id });
  await login(page, account);
  const first = page.getByRole('grid', { name: 'Links' }).getByRole('row').first();
  await first.focus();
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: 'Link Edit' }).getByLabel('Url').fill('https://zzz.invalid');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const focusedRow = page.locator('[data-row]:focus');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '200');

  await page.goto(`/folders/${folder_id}`);
  // A page that starts while the browser still holds the lock of the page before shows that page's edit a moment later.
  await expect(page.getByRole('grid', { name: 'Links' }).getByRole('row').last()).toContainText(
    'zzz.invalid',
  );
  await first.focus();
  await first.click({ button: 'right' });
  await item(page, 'Folders').click();
  const dialog = page.getByRole('dialog', { name: 'Link Folders' });
  await dialog.getByRole('checkbox', { name: 'Reading' }).click();
  await expect(page.getByRole('grid', { name: 'Links' }).getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '1');

  // The last row goes: then the list has the focus, and Tab leads to what it shows.
  const isInMain = async () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  const empty = page.getByRole('heading', { name: 'Empty' });
  await page.keyboard.press('Delete');
  await expect(page.getByRole('grid', { name: 'Links' }).getByRole('row')).toHaveCount(1);
  await first.click({ button: 'right' });
  await item(page, 'Folders').click();
  await dialog.getByRole('checkbox', { name: 'Reading' }).click();
  await expect(empty).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect.poll(isInMain).toBe(true);
  await page.keyboard.press('Control+z');
  await expect(first).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a title has most of the width, and the bar of a selection shows the whole count', async ({
    page,
  }) => {
    const account = await newMember();
    const call = await apiOf(account);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    for (let number = 10; number < 22; number += 1) {
      const { link_id } = await call('/links/create/', {
        url: `site${number}.invalid/${'long-'.repeat(20)}`,
      });
      await call('/folders/add-link/', { folder_id, link_id });
    }
    await login(page, account, `/folders/${folder_id}`);
    const first = page.getByRole('row', { name: /site10/ });
    await expect.poll(async () => (await first.getByRole('link').boundingBox())?.width).toBeGreaterThan(280);
    // A start with a first-paint snapshot loads the style sheets in the same order.
    await page.reload();
    await expect(first).toBeVisible();
    const [checkbox, star, more] = controls(first);
    const shown = async () =>
      Promise.all([checkbox, more].map(async (control) => control && isShown(control)));
    await expect.poll(shown).toEqual([false, true]);
    await expect(star ?? first).toBeHidden();
    await page.getByRole('checkbox', { name: 'Select all' }).tap();
    const text = count(page, '12 links selected');
    await expect(text).toBeVisible();
    const hidden = async () => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(hidden).toBe(0);
    await page.getByRole('button', { name: 'More actions' }).tap();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Move to folder',
      'Remove from folder',
      'Export',
      'Add to favorites',
      'Open all',
      'Copy links',
    ]);
  });
});

test.describe('axe finds no violations', () => {
  test.use(REDUCED_MOTION);

  test('in rows with folders and matches, and in their menus', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 800 });
    await open(page);
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.getByRole('button', { name: 'Sort: Url' }).click();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'search my links' }).fill('invalid');
    await expect(row(page, 'one.invalid').locator('mark')).toHaveText(['invalid']);
    await row(page, 'one.invalid').hover();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await row(page, 'one.invalid').click({ button: 'right' });
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  });
});
