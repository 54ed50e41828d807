import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { memberWith } from './library-page.ts';

// As on a phone or tablet: no hover, and a coarse pointer.
test.use({ hasTouch: true, isMobile: true });

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Folders' });

async function chooseFrom(page: Page, menuOf: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${menuOf}` }).tap();
  await page.getByRole('menuitem', { name: entry, exact: true }).tap();
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
]) {
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport });

    test('menus also move a link into a folder, and a folder into another', async ({ page }) => {
      const account = await newMember();
      const call = await apiOf(account);
      await call('/links/create/', { url: 'one.invalid' });
      const home = await call('/folders/create/', { name: 'Home' });
      const work = await call('/folders/create/', { name: 'Work' });
      await login(page, account);
      expect(await page.evaluate("matchMedia('(pointer: coarse)').matches")).toBe(true);

      await chooseFrom(page, 'one.invalid', 'Folders');
      const folders = page.getByRole('dialog', { name: 'Link Folders' });
      await folders.getByRole('checkbox', { name: 'Work' }).tap();
      await expect
        .poll(async () => (await call('/folder-links/list/', {})).map(({ folder_id }) => folder_id))
        .toEqual([work.folder_id]);
      await folders.getByRole('button', { name: 'Close' }).tap();
      await expect(folders).toHaveCount(0);

      if (viewport.width < 760) await page.getByRole('button', { name: 'Open navigation' }).tap();
      await page.getByRole('button', { name: 'Folders', exact: true }).tap();
      await chooseFrom(page, 'Work', 'Move to…');
      await page.getByRole('dialog', { name: 'Move Work' }).getByRole('button', { name: 'Home' }).tap();
      await expect(tree(page).getByRole('link')).toHaveText(['Home']);
      await expect
        .poll(async () => (await call('/folders/get/', { folder_id: work.folder_id })).parent_folder_id)
        .toBe(home.folder_id);
    });
  });
}

test('a link or folder with a short name is wide enough for a finger', async ({ page }) => {
  const account = await newMember();
  const call = await apiOf(account);
  const { link_id } = await call('/links/create/', { url: 'one.invalid' });
  await call('/links/update/', { link_id, url: 'one.invalid', name: 'x', status_id: 1 });
  const above = await call('/folders/create/', { name: 'ab' });
  const { folder_id } = await call('/folders/create/', { name: 'A name that fills the line '.repeat(4) });
  await call('/folders/update-parent/', { folder_id, parent_folder_id: above.folder_id });
  await call('/folders/add-link/', { folder_id, link_id });
  await login(page, account, `/folders/${folder_id}`);
  for (const target of [
    page.getByRole('link', { name: 'x', exact: true }),
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'ab' }),
    page.getByRole('button', { name: 'Edit folder' }),
  ]) {
    await expect.poll(async () => (await target.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  }
});

test('a title and its list stay in place when a search begins', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberWith(page, ['one.invalid']);
  const places = async (list: string) => ({
    title: (await page.getByRole('heading', { level: 1 }).boundingBox())?.y,
    list: (await page.getByRole('grid', { name: list }).boundingBox())?.y,
  });
  const before = await places('Links');
  await page.getByRole('searchbox', { name: 'search my links' }).fill('one');
  await expect(page.getByRole('button', { name: 'Search help' })).toBeVisible();
  expect(await places('Search results')).toEqual(before);
});

test('Details aligns each fact with its name, and shows that a long name has more lines', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { call, links } = await memberWith(page, [`https://one.invalid/${'x'.repeat(200)}`]);
  const { link_id } = links[0] ?? { link_id: 0 };
  await call('/links/update/', {
    link_id,
    url: `https://one.invalid/${'x'.repeat(200)}`,
    name: 'word '.repeat(80),
  });
  const { folder_id } = await call('/folders/create/', { name: 'Reading' });
  await call('/folders/add-link/', { folder_id, link_id });
  await page.goto(`/links/${link_id}`);
  await expect(page.getByRole('definition').getByRole('link', { name: 'Reading' })).toBeVisible();
  /** The bottom of the first line of each. */
  const bottoms = async (role: 'term' | 'definition') =>
    page.getByRole(role).evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        if (text !== null) range.selectNodeContents(text);
        return range.getClientRects()[0]?.bottom ?? 0;
      }),
    );
  const [terms, facts] = [await bottoms('term'), await bottoms('definition')];
  expect(terms).toHaveLength(facts.length);
  for (const [index, bottom] of terms.entries())
    expect(Math.abs(bottom - (facts[index] ?? 0))).toBeLessThan(6);
  const lines = await page
    .getByRole('heading', { level: 1 })
    .evaluate((title) => title.clientHeight / Number.parseFloat(getComputedStyle(title).lineHeight));
  expect(lines % 1).toBeCloseTo(0.6, 1);
});

test('the url on Details is high enough for a finger', async ({ page }) => {
  const account = await newMember();
  const call = await apiOf(account);
  const { link_id } = await call('/links/create/', { url: 'one.invalid' });
  await login(page, account, `/links/${link_id}`);
  const url = page.getByRole('main').getByRole('link', { name: 'https://one.invalid' });
  await expect.poll(async () => (await url.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
