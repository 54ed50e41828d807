import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { seedLinks } from './seed-links.ts';

const groups = (page: Page) =>
  page.getByRole('list', { name: 'Groups of duplicates' }).getByRole('group', { name: /links?, / });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Duplicates' });

const PLAIN = 'https://plain.invalid/';
const BREAD = 'https://bread.invalid/sourdough';
const TRACKED = 'http://www.bread.invalid/sourdough/?utm_source=x&fbclid=y';
const COMMENTS = 'https://bread.invalid/sourdough#comments';
const APP = ['https://app.invalid/#/inbox/1', 'https://app.invalid/#/inbox/2'];

/** A member with two links that are the same, three that are likely the same, and two others. */
async function open(page: Page) {
  const account = await newMember();
  const call = await apiOf(account);
  const links = new Map<string, number>();
  for (const url of [PLAIN, BREAD, TRACKED, COMMENTS, ...APP]) {
    const { link_id } = await call('/links/create/', { url });
    links.set(url, link_id);
  }
  // A url that differs only in its spelling.
  await call('/links/create/', { url: 'https://PLAIN.invalid:443/' });
  const id = (url: string) => links.get(url) ?? 0;
  const { folder_id } = await call('/folders/create/', { name: 'Recipes' });
  await call('/folders/add-link/', { folder_id, link_id: id(TRACKED) });
  await call('/favorites/toggle/', { object_id: id(TRACKED), object_type: 'link' });
  await call('/links/update/', { link_id: id(TRACKED), name: 'Sourdough', note: 'Half the salt' });
  await call('/links/update/', { link_id: id(BREAD), note: 'An hour' });
  await login(page, account, '/settings');
  return { call, id };
}

test.describe('the duplicates of a library', () => {
  test.use(REDUCED_MOTION);

  test('are counted, shown side by side with reasons, merged with Undo, and kept apart for good', async ({
    page,
  }) => {
    const { call, id } = await open(page);
    const section = page.getByRole('region', { name: 'Duplicates' });
    await expect(section.getByText('3 duplicates')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('duplicates');
    await expect(page.getByRole('option', { name: 'Go to Duplicates' })).toContainText('3 duplicates');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toBeVisible();

    await expect(groups(page)).toHaveCount(2);
    const [same, likely] = [groups(page).first(), groups(page).last()];
    await expect(same).toHaveAccessibleName(
      '2 links, the same Same address, written differently plain.invalid',
    );
    await expect(likely).toHaveAccessibleName(
      '3 links, likely the same Differ in http and https, www, trailing slash, tracking parameters utm_source, fbclid, place in the page #comments bread.invalid/sourdough',
    );
    await expect(likely.getByRole('radio', { checked: true })).toHaveAccessibleName(`Keep ${BREAD}`);
    await expect(
      likely.getByText('Differs in http and https, www, trailing slash, tracking parameters'),
    ).toBeVisible();
    for (const text of ['Recipes', 'Half the salt', 'An hour'])
      await expect(likely.getByText(text)).toBeVisible();
    await expect(likely.getByRole('img', { name: 'Favorite' })).toHaveCount(1);
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });

    // One link of three is no duplicate.
    await likely.getByRole('button', { name: `Not a duplicate: ${COMMENTS}` }).click();
    await expect(messages(page)).toContainText('Marked 1 link as no duplicate.');
    await expect(likely.getByRole('radio')).toHaveCount(2);

    // Another link stays. The keyboard alone merges, and the focus goes to the group that is left.
    await likely.getByRole('radio', { name: `Keep ${BREAD}` }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(likely.getByRole('radio', { checked: true })).toHaveAccessibleName(`Keep ${TRACKED}`);
    await page.keyboard.press('m');
    await expect(messages(page)).toContainText('Merged 1 duplicate into 1 link.');
    await expect(groups(page)).toHaveCount(1);
    await expect(same).toBeFocused();
    await expect.poll(async () => (await call('/links/get/', { link_id: id(BREAD) })).status_id).toBe(2);
    const { note, status_id } = await call('/links/get/', { link_id: id(TRACKED) });
    expect([status_id, note.split('\n\n').toSorted()]).toEqual([1, ['An hour', 'Half the salt']]);

    await page.keyboard.press('ControlOrMeta+z');
    await expect(groups(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Merge all same' }).click();
    await expect(groups(page)).toHaveCount(1);
    await messages(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(groups(page)).toHaveCount(2);

    await likely.focus();
    await page.keyboard.press('d');
    await expect(messages(page)).toContainText('Marked 2 links as no duplicates.');
    await page.getByRole('button', { name: 'Not duplicates' }).click();
    await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await expect(page.getByRole('status', { name: 'Saving' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No duplicates' })).toBeVisible();
  });

  test('all groups with one reason are merged after a preview, and one Undo brings them back', async ({
    page,
  }) => {
    const account = await newMember();
    await seedLinks(account, 26, (link_id) => ({
      url: `http${link_id % 2 === 0 || link_id > 24 ? 's' : ''}://links.invalid/${Math.ceil(link_id / 2)}`,
    }));
    await login(page, account, '/duplicates');
    const reasons = page.getByRole('list', { name: 'Groups by what they differ in' });
    await expect(reasons.getByRole('listitem')).toHaveText([
      '12 groups differ only in http and httpsMerge these 12',
    ]);
    await reasons.getByRole('button', { name: 'Merge these 12' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 12 groups' });
    await expect(dialog.getByRole('listitem')).toHaveCount(11);
    await expect(dialog.getByRole('listitem').first()).toContainText('To the trash: http://links.invalid/1');
    await expect(dialog.getByRole('listitem').last()).toHaveText('and 2 more groups');
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await dialog.getByRole('button', { name: 'Merge 12 groups' }).click();
    await expect(messages(page)).toContainText('Merged 12 duplicates into 12 links.');
    await expect(groups(page)).toHaveCount(1);
    await expect(page.getByRole('main')).toBeFocused();
    await messages(page).getByRole('button', { name: 'Undo' }).click();
    await expect(reasons).toContainText('12 groups differ only in http and https');

    // After an import, the page shows the groups with a link of it.
    await page.goto('/duplicates?links=4-5');
    await expect(page.getByText('2 duplicates of the import: 2 groups are likely the same')).toBeVisible();
    await expect(groups(page)).toHaveCount(2);
    await page.getByRole('link', { name: 'Show all duplicates' }).click();
    await expect(page.getByText(/^13 duplicates: /)).toBeVisible();
  });

  test('thousands of groups scroll with few elements, and Back returns to the same group', async ({
    page,
  }) => {
    const COUNT = 3000;
    const account = await newMember();
    // Groups of two, with notes of different lengths.
    await seedLinks(account, COUNT, (link_id) => {
      const page_id = String(Math.ceil(link_id / 2)).padStart(5, '0');
      return {
        url: `http${link_id % 2 === 0 ? 's' : ''}://links.invalid/${page_id}`,
        note: 'Note. '.repeat((link_id * 7) % 60),
      };
    });
    await login(page, account, '/duplicates');
    await expect(
      page.getByText(`${(COUNT / 2).toLocaleString('en')} groups are likely the same`),
    ).toBeVisible();
    const countElements = () => page.evaluate(() => document.querySelectorAll('*').length);
    expect(await countElements()).toBeLessThan(3000);

    await groups(page).first().focus();
    await page.keyboard.press('End');
    const last = groups(page).filter({ hasText: 'links.invalid/01500' });
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('ArrowUp');
    const before = groups(page).filter({ hasText: 'links.invalid/01499' });
    await expect(before).toBeFocused();
    await expect(before).toBeInViewport({ ratio: 1 });
    expect(await countElements()).toBeLessThan(3000);

    // The first visible group stays in its place when a group above it goes.
    const list = page.getByRole('list', { name: 'Groups of duplicates' });
    await list.evaluate((element) => {
      element.scrollTo({ top: element.scrollHeight / 2 });
    });
    const firstVisible = () =>
      list.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        const items = [...element.querySelectorAll('[role=listitem]')].map((item) => ({
          text: item.querySelector('a')?.href,
          top: item.getBoundingClientRect().top - top,
          bottom: item.getBoundingClientRect().bottom - top,
        }));
        const first = items.filter(({ bottom }) => bottom > 0).toSorted((a, b) => a.top - b.top)[0];
        return { text: first?.text, top: Math.round(first?.top ?? 0) };
      });
    // Groups are measured when they show.
    let middle = await firstVisible();
    await expect(async () => {
      const earlier = middle;
      middle = await firstVisible();
      expect(middle).toEqual(earlier);
      expect(middle.text).toMatch(/00[678]\d\d$/);
    }).toPass();
    const call = await apiOf(account);
    await call('/links/update/', { link_id: 1, status_id: 2 });
    await expect(page.getByText('1,499 groups are likely the same')).toBeVisible();
    await expect.poll(firstVisible).toEqual(middle);

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.goBack();
    await expect(heading(page)).toBeVisible();
    await expect(async () => expect((await firstVisible()).text).toBe(middle.text)).toPass();
  });
});
