/// <reference lib="dom" />

import { expect, type Locator, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { openMenu } from './library-page.ts';

const railWidth = async (page: Page) =>
  (await page.getByRole('navigation', { name: 'Library' }).boundingBox())?.width ?? 0;

const leftEdge = (page: Page) => page.getByRole('separator', { name: 'Width of the left rail' });

test('the empty right rail is opened with the keyboard, resized with the mouse, and keeps its width', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await login(page, await newMember());
  const edge = page.getByRole('separator', { name: 'Width of the right rail' });
  const width = async () => 1440 - ((await edge.boundingBox())?.x ?? 0);
  await expect.poll(width).toBe(0);
  await edge.press('ArrowLeft');
  await expect.poll(width).toBeCloseTo(144, -1);
  await page.mouse.move(1440 - 144, 400);
  await page.mouse.down();
  await page.mouse.move(1440 - 244, 400, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(244, -1);
  const stored = () => page.evaluate(() => Number(localStorage.getItem('foldmark.layout')?.split(' ')[1]));
  await expect.poll(stored).toBeCloseTo(17, -1);
  await page.reload();
  await expect.poll(width).toBeCloseTo(244, -1);
  await edge.press('Shift+ArrowRight');
  await expect.poll(width).toBe(0);
  await page.setViewportSize({ width: 1279, height: 900 });
  await expect(edge).toHaveCount(0);
});

test.describe('the left rail', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('takes 15 percent at first, and never less than 200 px', async ({ page }) => {
    await login(page, await newMember());
    await expect.poll(() => railWidth(page)).toBeCloseTo(0.15 * 1440, -1);
    await page.setViewportSize({ width: 1000, height: 900 });
    await expect.poll(() => railWidth(page)).toBe(200);
  });

  test('is resized with the mouse, and keeps its width after a reload', async ({ page }) => {
    await login(page, await newMember());
    await expect.poll(() => railWidth(page)).toBeCloseTo(0.15 * 1440, -1);
    const edge = await leftEdge(page).boundingBox();
    if (edge === null) throw new Error('The separator is not visible.');
    // The edge is a hairline, so its hit area is wider.
    await page.mouse.move(edge.x + 2, 400);
    await page.mouse.down();
    await page.mouse.move(edge.x + 102, 400, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => railWidth(page)).toBeCloseTo(0.15 * 1440 + 100, -1);
    const width = await railWidth(page);
    // The app also stores the initial width shortly after the start.
    const storedWidth = () =>
      page.evaluate(() => Number.parseFloat(localStorage.getItem('foldmark.layout') ?? ''));
    await expect.poll(storedWidth).toBeCloseTo((width / 1440) * 100, 0);
    await page.reload();
    await expect.poll(() => railWidth(page)).toBeCloseTo(width, 0);
  });

  test('is resized with the keyboard by 10 percent, and to its limit with Shift', async ({ page }) => {
    await login(page, await newMember());
    const separator = leftEdge(page);
    await separator.press('ArrowRight');
    await expect.poll(() => railWidth(page)).toBeCloseTo(0.25 * 1440, -1);
    await separator.press('ArrowLeft');
    await expect.poll(() => railWidth(page)).toBeCloseTo(0.15 * 1440, -1);
    await separator.press('Shift+ArrowRight');
    await expect.poll(() => railWidth(page)).toBeGreaterThan(900);
    await separator.press('Shift+ArrowLeft');
    await expect.poll(() => railWidth(page)).toBe(200);
  });
});

test('a page keeps what was typed when the window becomes narrow and wide again', async ({ page }) => {
  await login(page, await newMember());
  await page.goto('/links/create');
  const name = page.getByLabel('Name');
  await name.fill('A half-written name');
  await page.setViewportSize({ width: 500, height: 900 });
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible();
  await expect(name).toHaveValue('A half-written name');
  await expect(name).toBeFocused();
  // The page scrolls, and can be zoomed with two fingers.
  const stops = await name.evaluate((element) => {
    const found: string[] = [];
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const { overflowY, touchAction } = getComputedStyle(at);
      if (touchAction !== 'auto' || !['visible', 'clip'].includes(overflowY)) found.push(at.outerHTML);
    }
    return found;
  });
  expect(stops).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(() => railWidth(page)).toBe(200);
  await expect(name).toHaveValue('A half-written name');
  await expect(name).toBeFocused();
});

/** The boxes of the main area, of the element, and of the list and its first row if there is one, at one moment. */
const boxesWith = (leftmost: Locator) =>
  leftmost.evaluate((element) => {
    const [main = null, list = null, row = null] = ['main', 'main [role=grid]', 'main [role=row]'].map(
      (selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box === undefined ? null : { x: box.x, width: box.width, right: box.right };
      },
    );
    return {
      edge: element.getBoundingClientRect().x,
      page: document.documentElement.scrollWidth,
      main: main ?? { x: NaN, width: NaN, right: NaN },
      list,
      row,
    };
  });

test('all pages share one left edge, and the main area extends to the edge of the window', async ({
  page,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id } = await call('/folders/create/', { name: 'Work' });
  const { link_id } = await call('/links/create/', { url: 'one.invalid' });
  await call('/folders/add-link/', { folder_id, link_id });
  await login(page, account);
  const main = page.getByRole('main');
  const title = main.getByRole('heading', { level: 1 });
  /** The left edge of the first page, by the width of the window. */
  const edges = new Map<number, number>();
  for (const [path, leftmost] of [
    ['/folders/favorites', title],
    ['/folders/trash', title],
    ['/settings', title],
    ['/import', title],
    [`/links/${link_id}`, main.getByText('Url', { exact: true })],
    ['/', title],
    // An icon is before the title.
    [`/folders/${folder_id}`, title.locator('..')],
  ] as const) {
    await page.goto(path);
    await expect(title).toBeVisible();
    // 720 and 512 px are a window of 1440 and 1024 px at a zoom of 200 percent.
    for (const width of [2200, 1440, 720, 512, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const rail = width < 760 ? 0 : Math.max(200, 0.15 * width);
      const edge = edges.get(width);
      // The page changes after the window.
      await expect(async () => {
        const boxes = await boxesWith(leftmost);
        const { page: pageWidth, main: area, list, row } = boxes;
        expect(area.x).toBeCloseTo(rail, -1);
        // Until the page has changed, it can be 0.
        expect(boxes.edge).toBeGreaterThan(0);
        expect(boxes.edge).toBe(edge ?? boxes.edge);
        expect(pageWidth).toBe(width);
        expect(area.right).toBe(width);
        edges.set(width, boxes.edge);
        if (list === null || row === null) return;
        expect(list).toEqual(area);
        // Lines are readable, and their room is the same on both sides, but for the scrollbar.
        expect(row.width).toBeLessThan(1260);
        const scrollbar = list.right - row.right - (row.x - list.x);
        expect(scrollbar).toBeGreaterThanOrEqual(0);
        expect(scrollbar).toBeLessThanOrEqual(16);
      }).toPass({ timeout: 30_000 });
    }
  }
});

test('the Tab key follows the visual order of the header', async ({ page }) => {
  await login(page, await newMember());
  const controls = page.getByRole('banner').locator('a, button, input').filter({ visible: true });
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // The header changes after the window.
    await expect(async () => {
      const positions = await controls.evaluateAll((elements) =>
        // The first one is visible only while it has the focus.
        elements.slice(1).map((element) => element.getBoundingClientRect().left),
      );
      expect(positions.length).toBeGreaterThan(4);
      expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    }).toPass({ timeout: 30_000 });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the search field shows its whole placeholder', async ({ page }) => {
    await login(page, await newMember());
    const search = page.getByRole('searchbox', { name: 'search my links' });
    // The count of the matches, which also takes room in the field, loads later.
    await expect(page.locator('search [data-count]')).toBeAttached();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      // With `field-sizing: content`, the field is as wide as its placeholder.
      const missing = async () =>
        search.evaluate((field: HTMLInputElement) => {
          const { width: given } = field.getBoundingClientRect();
          field.style.fieldSizing = 'content';
          field.style.width = 'auto';
          const { width: content } = field.getBoundingClientRect();
          field.removeAttribute('style');
          return content - given;
        });
      await expect.poll(missing).toBeLessThanOrEqual(0);
    }
  });
});

test('in a narrow window the rail is a drawer behind a menu button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login(page, await newMember());
  await expect(page.getByRole('navigation', { name: 'Library' })).toHaveCount(0);
  const menu = page.getByRole('button', { name: 'Open navigation' });
  await menu.click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL('/folders/trash');
  await expect(drawer).toHaveCount(0);
});

test('a long name of a folder or of the place to search is cut, and all buttons beside it stay in the window', async ({
  page,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id } = await call('/folders/create/', { name: 'x'.repeat(200) });
  const below = await call('/folders/create/', { name: 'y'.repeat(200), parent_folder_id: folder_id });
  await login(page, account, `/folders/${below.folder_id}`);
  const main = page.getByRole('main');
  const title = main.getByRole('heading', { level: 1 });
  const path = main.getByRole('navigation', { name: 'Breadcrumb' });
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(main.getByRole('button', { name: 'Edit folder' })).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole('button', { name: /^Favorite/ })).toBeInViewport({ ratio: 1 });
    await expect(path.getByRole('link').last()).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('searchbox', { name: 'search my links' }).fill('nothing');
  await expect(title).toHaveText('Search');
  expect(await title.evaluate((heading) => heading.scrollWidth <= heading.clientWidth)).toBe(true);
  await expect(main.getByRole('button', { name: /^In y/ })).toBeInViewport({ ratio: 1 });
  await expect(main.getByRole('button', { name: 'Search help' })).toBeInViewport({ ratio: 1 });
});

test('no dialog is wider than its box with long names, and cut names have a title', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const account = await newMember();
  const call = await apiOf(account);
  const name = 'x'.repeat(120);
  const typed = 'y'.repeat(120);
  const { folder_id } = await call('/folders/create/', { name });
  const { link_id } = await call('/links/create/', { url: `https://${'z'.repeat(50)}.invalid/${name}` });
  await call('/links/update/', { link_id, name: 'z'.repeat(120) });
  await call('/folders/add-link/', { folder_id, link_id });
  await login(page, account, `/folders/${folder_id}`);
  const dialog = (title: string) => page.getByRole('dialog', { name: title });
  const expectFit = async (title: string) => {
    // A field scrolls its own text.
    const overflowing = async () =>
      dialog(title).evaluate((element) =>
        [element, ...element.querySelectorAll(':not(input)')]
          .filter((each) => each === element || getComputedStyle(each).overflowX === 'auto')
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ className, scrollWidth, clientWidth }) => ({ className, scrollWidth, clientWidth })),
      );
    await expect.poll(overflowing).toEqual([]);
  };
  const expectNewFolderFits = async (title: string) => {
    await expectFit(title);
    await dialog(title).getByRole('searchbox').fill(typed);
    const create = dialog(title).getByRole('button', { name: /^Create/ });
    await expect(create).toHaveAttribute('title', `Create "${typed}"`);
    await expectFit(title);
    await page.keyboard.press('Escape');
    await expect(dialog(title)).toHaveCount(0);
  };
  await openMenu(page, 'zzz', 'Folders');
  await expectNewFolderFits('Link Folders');
  await page.getByRole('row').focus();
  await page.keyboard.press('m');
  await expectNewFolderFits('Move link');
  await page.getByRole('row').focus();
  await page.keyboard.press('e');
  await expectFit('Link Edit');
  await page.keyboard.press('Escape');
  await page.getByRole('row').focus();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Url' }).fill(`${'z'.repeat(50)}.invalid/${name}#top`);
  await expect(page.getByText(/^Saved in/)).toBeVisible();
  await expectFit('Add Url');
  await page.getByRole('button', { name: /^Folder: x/ }).click();
  await expectNewFolderFits('Choose a folder');
});

test('the buttons of an empty library have the same size and place on their line', async ({ page }) => {
  await login(page, await newMember());
  const actions = page.getByRole('main').getByRole('button', { name: 'Add a link' }).locator('xpath=../*');
  await expect(actions).toHaveCount(3);
  const boxes = await actions.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return { top, height };
    }),
  );
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(new Set(boxes.map(({ height }) => height)).size).toBe(1);
});

test('an unknown path shows Page not found', async ({ page }) => {
  await login(page, await newMember(), '/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All Items' }).click();
  await expect(page).toHaveURL('/');
});
