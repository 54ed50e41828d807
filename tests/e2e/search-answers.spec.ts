import { expect, type Page } from '@playwright/test';

import { apiOf, type CallApi, newMember } from './accounts.ts';
import { expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { count, field, rows } from './search-page.ts';

test.use(REDUCED_MOTION);

const LINKS = [
  ['a.invalid/iceland-weather', 'A blog'],
  ['b.invalid/', 'Today in Iceland: weather'],
  ['www.c.invalid/guide/', 'Weather Iceland'],
  ['weather.invalid/', 'Forecasts'],
] as const;

/** A member with links about the weather. Forecasts is in the folder Iceland, and has a note. */
async function traveller(page: Page): Promise<CallApi> {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id } = await call('/folders/create/', { name: 'Iceland' });
  for (const [address, name] of LINKS) {
    const url = `https://${address}`;
    const { link_id } = await call('/links/create/', { url });
    const isForecast = name === 'Forecasts';
    const note = isForecast ? 'Best before a hike' : '';
    await call('/links/update/', { link_id, url, name, status_id: 1, note });
    if (isForecast) await call('/folders/add-link/', { link_id, folder_id });
  }
  await login(page, account);
  await expect(rows(page)).toHaveCount(LINKS.length);
  return call;
}

test('a search answers as a person would: the best match first, the reason, the folder, and the word that was meant', async ({
  page,
}) => {
  const call = await traveller(page);
  const marks = (name: string) => rows(page).filter({ hasText: name }).locator('mark:visible');
  // One word keeps the order by url. The folder of that name is above the links.
  await field(page).fill('iceland');
  await expect(rows(page)).toHaveText([/^Iceland/, /A blog/, /Today in/, /Weather Iceland/]);
  await expect(count(page)).toHaveText('3 of 4');
  // The folder only leads there: it is no result.
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(page.getByText('3 links selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).click();

  await field(page).fill('weather iceland');
  await expect(rows(page)).toHaveText([/Weather Iceland/, /Today in/, /A blog/, /Forecasts/]);
  await expect(page.getByRole('button', { name: 'Sort: Best match' })).toBeVisible();
  await expect(marks('Forecasts')).toHaveText(['weather', 'Iceland']);
  await expect(marks('A blog')).toHaveText(['iceland', 'weather']);
  await expectNoViolationsInBothThemes(page);
  await field(page).fill('hike weather');
  await expect(marks('Forecasts')).toHaveText(['weather', 'hike']);

  await field(page).fill('http://c.invalid/guide#top');
  await expect(rows(page)).toHaveText([/Weather Iceland/]);

  // The results stay while an operator is typed.
  await field(page).fill('blog ');
  await expect(rows(page)).toHaveText([/A blog/]);
  for (const letter of 'in:ice') {
    await page.keyboard.type(letter);
    await expect(rows(page)).toHaveText([/A blog/]);
  }
  await page.keyboard.type('land');
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();

  await field(page).fill('blog');
  await page.getByRole('button', { name: 'Has note' }).click();
  await expect(field(page)).toHaveValue('blog has:note');
  await expect(page.getByRole('button', { name: 'Has note' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
  await field(page).fill('wheather icelnd');
  await page.getByRole('button', { name: 'Did you mean “weather iceland”?' }).click();
  await expect(field(page)).toHaveValue('weather iceland');
  await expect(rows(page)).toHaveCount(4);

  // A pinned search is a favorite link, which other devices have too.
  await page.getByRole('button', { name: 'Pin search' }).click();
  const pinned = page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('link', { name: 'weather iceland' });
  await expect(pinned).toHaveAttribute('aria-current', 'page');
  await field(page).fill('blog');
  await expect(page.getByRole('button', { name: 'Pin search' })).toHaveAttribute('aria-pressed', 'false');
  await pinned.click();
  await expect(field(page)).toHaveValue('weather iceland');
  const stored = async () => (await call('/links/list/', {})).find((link) => link.url.includes('/search?'));
  await expect.poll(stored).toBeDefined();
  const { link_id = 0, url = '' } = (await stored()) ?? {};
  const edited = { link_id, url: url.replace('weather', 'rainy'), name: 'weather iceland' };
  await call('/links/update/', edited);
  await expect(pinned).toHaveAttribute('href', '/search?q=rainy+iceland');
  await expect(pinned).not.toHaveAttribute('aria-current');
  await pinned.click();
  await expect(field(page)).toHaveValue('rainy iceland');
  await page.getByRole('button', { name: 'Pin search' }).click();
  await expect(pinned).toHaveCount(0);
  await field(page).fill('weather iceland');

  // The chosen order is kept for one word too.
  await page.getByRole('button', { name: 'Sort: Best match' }).click();
  await page.getByRole('menuitemradio', { name: 'Best match' }).click();
  await field(page).fill('weather');
  await expect(rows(page)).toHaveText([/Today in/, /Weather Iceland/, /Forecasts/, /A blog/]);
});
