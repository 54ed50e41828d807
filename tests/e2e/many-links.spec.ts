/// <reference lib="dom" />

import { expect } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { goTo, openPage, scrollTo } from './library-page.ts';
import { seedLinks } from './seed-links.ts';

const COUNT = 5000;

test('thousands of links scroll and search with few elements, and one change renders one row', async ({
  page,
}) => {
  const account = await newMember();
  await seedLinks(account, COUNT);
  const call = await apiOf(account);
  await login(page, account);
  const grid = page.getByRole('grid', { name: 'Links' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(COUNT));
  const countElements = () => page.evaluate(() => document.querySelectorAll('*').length);
  expect(await countElements()).toBeLessThan(3000);

  await page.getByRole('row').first().focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('row', { name: /Link number 5000/ })).toBeFocused();
  await expect(page.getByRole('row', { name: /Link number 4990/ })).toBeInViewport();
  expect(await countElements()).toBeLessThan(3000);

  // Records the rows that change from now on.
  const touched = await grid.evaluateHandle((element) => {
    const rows = new Set<string>();
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const at = target instanceof Element ? target : target.parentElement;
        rows.add(at?.closest('[role=row]')?.getAttribute('aria-rowindex') ?? 'list');
      }
    }).observe(element, { subtree: true, childList: true, attributes: true, characterData: true });
    return rows;
  });
  await call('/links/update/', {
    link_id: 4995,
    url: 'https://links.invalid/004995',
    name: 'Another name',
    status_id: 1,
  });
  await expect(page.getByRole('row', { name: /Another name/ })).toBeVisible();
  expect(await touched.evaluate((rows) => [...rows])).toEqual(['4995']);

  // What other devices add and remove above does not move the visible rows.
  const shownRow = page.getByRole('row', { name: /Link number 2500\b/ });
  await page.evaluate(
    (height) => {
      document.querySelector('[role=grid]')?.scrollTo({ top: 2495.5 * height });
    },
    (await page.getByRole('row').last().boundingBox())?.height ?? 0,
  );
  await expect(shownRow).toBeInViewport();
  const place = async () => (await shownRow.boundingBox())?.y;
  const before = await place();
  await call('/links/create/', { url: 'https://links.invalid/000000' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  await expect(shownRow).toHaveAttribute('aria-rowindex', '2501');
  await expect.poll(place).toBe(before);
  for (const link_id of [1, 2])
    await call('/links/update/', { link_id, url: `https://links.invalid/00000${link_id}`, status_id: 2 });
  await expect(shownRow).toHaveAttribute('aria-rowindex', '2499');
  await expect.poll(place).toBe(before);

  await grid.evaluate((element) => {
    element.scrollTo({ top: element.scrollHeight });
  });
  const lastRow = page.getByRole('row', { name: /Link number 5000\b/ });
  await expect(lastRow).toBeInViewport({ ratio: 1 });
  const placeOfLast = async () => (await lastRow.boundingBox())?.y;
  const atEnd = await placeOfLast();
  await call('/links/update/', { link_id: 3, url: 'https://links.invalid/000003', status_id: 2 });
  await expect(lastRow).toHaveAttribute('aria-rowindex', '4998');
  await expect.poll(placeOfLast).toBe(atEnd);

  // Selected rows above and in the window go to the trash: the next one takes their place.
  await lastRow.focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageUp');
  await page.keyboard.press('x');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageDown');
  for (let times = 0; times < 9; times += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+Space');
  const next = page.getByRole('row', { name: /Link number 4992\b/ });
  await expect(page.getByText(/^\d+ links selected$/)).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(lastRow).toHaveAttribute('aria-rowindex', '4998');
  await expect(next).toBeInViewport();

  await page.keyboard.press('Home');
  await expect(page.getByRole('row', { name: /000000/ })).toBeFocused();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Url' }).fill('zzz.invalid');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /zzz\.invalid/ })).toBeInViewport();

  await page.getByRole('searchbox', { name: 'search my links' }).fill('number 4321');
  await expect(page.getByRole('row')).toHaveText([/Link number 4321/]);
});

test('a page change and the first letter of a search reuse the existing rows, without their state', async ({
  page,
}) => {
  const account = await newMember();
  await seedLinks(account, 100);
  await login(page, account);
  // The order by date has headings, which take the place of a row.
  await page.evaluate(() => {
    const { uid }: { uid: string } = JSON.parse(localStorage.getItem('foldmark.member') ?? '');
    localStorage.setItem('foldmark.orders', JSON.stringify({ uid, lists: [['recent', 'name']] }));
  });
  await page.reload();
  const rows = page.getByRole('row');
  await page.getByRole('row', { name: /Link number 2\b/ }).focus();
  await page.keyboard.press('x');
  await expect(page.getByText('1 link selected')).toBeVisible();
  const count = await rows.evaluateAll((elements) => {
    for (const element of elements) element.dataset['marked'] = '';
    return elements.length;
  });
  const countMarked = () => page.locator('[role=row][data-marked]').count();
  // Records the rows that come or go from now on.
  const replaced = await rows.first().evaluateHandle((row) => {
    const found: string[] = [];
    const observer = new MutationObserver((mutations) => {
      for (const { addedNodes, removedNodes } of mutations)
        found.push(`+${addedNodes.length} -${removedNodes.length}`);
    });
    if (row.parentElement !== null) observer.observe(row.parentElement, { childList: true });
    return found;
  });

  await page.getByRole('link', { name: 'Recently added' }).click();
  await expect(page.getByRole('grid', { name: 'Recently added' })).toBeVisible();
  await expect(page.getByText('100 links')).toBeVisible();
  await expect(rows.and(page.locator('[aria-selected=true]'))).toHaveCount(0);
  expect(await countMarked()).toBe(count);

  await page.getByRole('searchbox', { name: 'search my links' }).pressSequentially('n');
  await expect(page.getByRole('grid', { name: 'Search results' })).toBeVisible();
  expect(await countMarked()).toBe(count);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Recently added' })).toBeVisible();
  expect(await countMarked()).toBe(count);
  expect(await replaced.evaluate((found) => found)).toEqual([]);

  await goTo(page, 'All Items');
  await rows.first().focus();
  await page.goBack();
  await expect(page.getByRole('grid', { name: 'Recently added' })).toBeVisible();
  // The focus does not stay in a row that shows another link.
  await expect(page.getByRole('main')).toBeFocused();
});

test('with 20,001 links, a new search never shows the results of the previous one', async ({ page }) => {
  const account = await newMember();
  await seedLinks(account, 20_001);
  await login(page, account);
  const search = page.getByRole('searchbox', { name: 'search my links' });
  await search.fill('number 14321');
  await expect(page.getByRole('row')).toHaveText([/Link number 14321/]);
  await search.press('Escape');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '20001');
  const counts = await grid.evaluateHandle((element) => {
    const seen: (string | null)[] = [];
    new MutationObserver(() => {
      seen.push(element.ariaRowCount);
    }).observe(element, { attributeFilter: ['aria-rowcount'] });
    return seen;
  });
  await search.press('7');
  await expect(grid.getByRole('row').first()).toContainText('Link number 7');
  expect(await counts.evaluate((seen) => seen.length)).toBe(1);
});

test('Back and a reload return to the same place in a list, and a new visit starts at its top', async ({
  page,
}) => {
  const account = await newMember();
  await seedLinks(account, 500);
  await login(page, account);
  const grid = page.getByRole('grid', { name: 'Links' });
  const row = page.getByRole('row', { name: /Link number 400\b/ });
  const scrollTop = () => grid.evaluate((element) => element.scrollTop);
  await scrollTo(grid, 390 * 44 + 10);
  await openPage(page, 'Link number 400');
  await expect(page.getByRole('heading', { level: 1, name: 'Link number 400' })).toBeVisible();
  const isAtTheSamePlace = async () => {
    await expect(row).toBeInViewport();
    await expect.poll(scrollTop).toBe(390 * 44 + 10);
  };

  await page.goBack();
  await isAtTheSamePlace();
  await expect(row).toBeFocused();

  // A narrow window has higher rows.
  await page.setViewportSize({ width: 500, height: 720 });
  await expect.poll(scrollTop).toBeCloseTo((390 + 10 / 44) * 52, 0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await isAtTheSamePlace();

  // Another device changes the list meanwhile.
  await page.goForward();
  const call = await apiOf(account);
  const setStatus = async (status_id: 1 | 2, link_id = 1) =>
    call('/links/update/', {
      link_id,
      url: `https://links.invalid/${String(link_id).padStart(6, '0')}`,
      status_id,
    });
  await setStatus(2);
  await expect(page.getByRole('link', { name: /^Trash/ })).toContainText('1');
  await page.goBack();
  await expect(row).toBeFocused();
  await expect(row).toHaveAttribute('aria-rowindex', '399');
  await expect.poll(scrollTop).toBe(389 * 44 + 10);
  await setStatus(1);
  await expect(row).toHaveAttribute('aria-rowindex', '400');
  await isAtTheSamePlace();

  await goTo(page, 'Trash');
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  // A reload of the page in between.
  await page.reload();
  await page.goBack();
  await isAtTheSamePlace();
  await page.reload();
  await isAtTheSamePlace();

  // The same while another device removes the first visible link and one above it.
  await goTo(page, 'Trash');
  await page.reload();
  for (const link_id of [1, 391]) await setStatus(2, link_id);
  await expect(page.getByRole('link', { name: /^Trash/ })).toContainText('2');
  await page.goBack();
  await expect(row).toHaveAttribute('aria-rowindex', '398');
  await expect.poll(scrollTop).toBe(389 * 44 + 10);
  for (const link_id of [1, 391]) await setStatus(1, link_id);
  await expect(row).toHaveAttribute('aria-rowindex', '400');
  await scrollTo(grid, 390 * 44 + 10);

  await goTo(page, 'Trash');
  await goTo(page, 'All Items');
  await expect(page.getByRole('row', { name: /Link number 1\b/ })).toBeInViewport();
  await expect.poll(scrollTop).toBe(0);
  await page.goBack();
  await page.goBack();
  await isAtTheSamePlace();
  // The address bar opens a new history entry.
  await page.goto('/');
  await expect(page.getByRole('row', { name: /Link number 1\b/ })).toBeInViewport();
  await expect.poll(scrollTop).toBe(0);
});

test('a search shows its results from the first one, and Escape and Back return to the same place in the list', async ({
  page,
}) => {
  const account = await newMember();
  await seedLinks(account, 300);
  await login(page, account);
  const search = page.getByRole('searchbox', { name: 'search my links' });
  const scrollTop = (name: string) =>
    page.getByRole('grid', { name }).evaluate((element) => element.scrollTop);
  const scroll = (name: string) => scrollTo(page.getByRole('grid', { name }), 2010);
  await scroll('Links');
  for (const leave of [() => search.press('Escape'), () => page.goBack()]) {
    await search.pressSequentially('nu');
    await expect.poll(() => scrollTop('Search results')).toBe(0);
    await scroll('Search results');
    await expect.poll(() => scrollTop('Search results')).toBe(2010);
    await search.press('m');
    await expect.poll(() => scrollTop('Search results')).toBe(0);
    await leave();
    await expect.poll(() => scrollTop('Links')).toBe(2010);
  }
});
