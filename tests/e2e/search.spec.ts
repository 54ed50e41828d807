import { expect } from '@playwright/test';

import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { fillLogin, test } from './fixtures.ts';
import { goTo, pasteText } from './library-page.ts';
import { chip, count, field, reader, rows } from './search-page.ts';

test.use(REDUCED_MOTION);

test('a screen reader hears the count once, after the last letter, and then each selection', async ({
  page,
}) => {
  await reader(page);
  await field(page).fill('pum');
  await expect(count(page)).toHaveText('3 of 4');
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    new MutationObserver((mutations) => {
      const regions = mutations.map(({ target }) => target.parentElement?.closest('[role=status]') ?? target);
      for (const region of new Set(regions))
        if (region instanceof Element && region.matches('[role=status]') && region.textContent !== '')
          dataset['heard'] = `${dataset['heard'] ?? ''}[${region.textContent}]`;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const heard = async () => page.evaluate(() => document.documentElement.dataset['heard']);
  await field(page).press('End');
  await page.keyboard.type('pkin-soup', { delay: 20 });
  await expect(page.getByRole('main').getByText('1 link', { exact: true })).toBeVisible();
  await expect.poll(heard).toBe('[1 of 4]');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.poll(heard).toBe('[1 of 4][1 link selected]');
});

test('a search from a folder looks everywhere, narrows to the folder, and Back, Forward, reload and Escape work', async ({
  page,
}) => {
  const { recipes } = await reader(page);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await page.getByRole('treegrid', { name: 'Folders' }).getByRole('link', { name: 'Recipes' }).click();
  await expect(page).toHaveURL(recipes);
  await expect(rows(page).filter({ hasText: '.invalid' })).toHaveCount(2);

  await page.keyboard.press('/');
  await page.keyboard.type('pumpkin', { delay: 20 });
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL('/search?q=pumpkin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
  await expect(page.getByRole('grid', { name: 'Search results' }).getByRole('row')).toHaveCount(3);
  await expect(count(page)).toHaveText('3 of 4');
  await expectNoViolationsInBothThemes(page);

  await chip(page, 'Recipes').press('Enter');
  await expect(chip(page, 'Recipes')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(page, 'Recipes')).toBeFocused();
  await expect(page).toHaveURL(`/search?q=pumpkin&in=${recipes.split('/')[2] ?? ''}`);
  await expect(count(page)).toHaveText('2 of 3');
  await page.reload();
  await expect(field(page)).toHaveValue('pumpkin');
  await expect(chip(page, 'Recipes')).toHaveAttribute('aria-pressed', 'true');
  await expect(count(page)).toHaveText('2 of 3');
  await page.getByRole('button', { name: 'New Link' }).click();
  await expect(page.getByRole('dialog').getByText('Recipes')).toBeVisible();
  await page.keyboard.press('Escape');
  await pasteText(page, 'pumpkin-bread.invalid');
  await expect(count(page)).toHaveText('3 of 4');
  await chip(page, 'Recipes').press('Space');
  await expect(count(page)).toHaveText('4 of 5');

  await page.goBack();
  await expect(page).toHaveURL(recipes);
  await expect(field(page)).toHaveValue('');
  await page.goForward();
  await expect(field(page)).toHaveValue('pumpkin');
  await expect(count(page)).toHaveText('4 of 5');
  await goTo(page, 'All Items');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('grid', { name: 'Links' }).getByRole('row')).toHaveCount(5);
  await page.goBack();
  await expect(field(page)).toHaveValue('pumpkin');
  await field(page).press('Escape');
  await expect(page).toHaveURL(recipes);
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
});

test('Back or a reload right after a letter loses nothing of the text', async ({ page }) => {
  await reader(page);
  await page.keyboard.press('/');
  await page.keyboard.type('pumpkin');
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(field(page)).toHaveValue('');
  await page.goForward();
  await expect(field(page)).toHaveValue('pumpkin');
  await expect(page).toHaveURL('/search?q=pumpkin');

  await field(page).press('End');
  await page.keyboard.type(' soup');
  await page.reload();
  await expect(field(page)).toHaveValue('pumpkin soup');
  await expect(page).toHaveURL('/search?q=pumpkin+soup');
  await expect(rows(page)).toHaveCount(1);
});

test('the cross at the end of the field ends the search', async ({ page }) => {
  await reader(page, '/settings');
  await field(page).fill('pumpkin');
  await expect(count(page)).toHaveText('3 of 4');
  const { width, height } = (await field(page).boundingBox()) ?? { width: 0, height: 0 };
  await field(page).click({ position: { x: width - 18, y: height / 2 } });
  await expect(page).toHaveURL('/settings');
  await expect(field(page)).toHaveValue('');
});

test('a search whose place is gone says that it searches everything, also with a slash at the end of its path', async ({
  page,
}) => {
  const { call, recipes } = await reader(page);
  const folder_id = Number(recipes.replace('/folders/', ''));
  const gone = page.getByText('The folder of this search is no longer in your library');
  await page.goto(`/search/?q=pumpkin&in=${folder_id}`);
  await expect(field(page)).toHaveValue('pumpkin');
  await expect(count(page)).toHaveText('2 of 3');
  await expect(gone).toHaveCount(0);
  await chip(page, 'Recipes').focus();
  await call('/folders/update/', { folder_id, status_id: 2 });
  await expect(gone).toBeVisible();
  await expect(count(page)).toHaveText('3 of 4');
  await expect(field(page)).toBeFocused();

  await field(page).fill('Ω'.repeat(30_000));
  await expect(field(page)).toHaveValue('Ω'.repeat(1000));
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
  await expect(page).toHaveURL(/%CE%A9%CE%A9/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
});

test('the tips show even if the field had the focus before they loaded, and Enter opens no link that browsers refuse', async ({
  page,
}) => {
  const { call } = await reader(page);
  const { link_id } = await call('/links/create/', { url: 'javascript:pumpkin()' });
  const { folder_id } = await call('/folders/create/', { name: 'Scripts' });
  await call('/folders/add-link/', { link_id, folder_id });
  await page.reload();
  await field(page).focus();
  await expect(page.getByRole('group', { name: 'Search tips' })).toBeVisible();
  await field(page).fill('javascript');
  await expect(count(page)).toHaveText('1 of 5');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=javascript');
});

test('a search is a URL: signed out it leads through the login, and a link added during the search shows first', async ({
  page,
}) => {
  const { account } = await reader(page, '/folders/favorites');
  await field(page).fill('pumpkin');
  await chip(page, 'Favorites').click();
  await expect(count(page)).toHaveText('0 of 0');
  await expect(page.getByText('No links in Favorites match "pumpkin".')).toBeVisible();
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(field(page)).toBeFocused();
  await chip(page, 'Favorites').click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/folders/favorites');
  await page.goto('/policy');
  await field(page).pressSequentially('pumpkin -pie');
  await expect(page).toHaveURL('/search?q=pumpkin+-pie');
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await page.goto('/search?q=pumpkin+-pie');
  await fillLogin(page, account);
  await expect(rows(page)).toHaveText([/pumpkin-seeds/, /pumpkin-soup/]);
  await expect(page).toHaveURL('/search?q=pumpkin+-pie');

  await page.getByRole('button', { name: 'New Link' }).click();
  await page.getByRole('textbox', { name: 'Url' }).fill('apple.invalid');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText([/apple/, /pumpkin-seeds/, /pumpkin-soup/]);
  await expect(page.getByText("Your new link shows first. This search doesn't find it.")).toBeVisible();
  await expect(count(page)).toHaveText('2 of 5');
  await pasteText(page, 'pear.invalid\npumpkin-bread.invalid\nplum.invalid');
  await expect(rows(page)).toHaveText([/pear/, /plum/, /apple/, /bread/, /seeds/, /soup/]);
  await expect(page.getByText("Your 3 new links show first. This search doesn't find them.")).toBeVisible();
  await rows(page).filter({ hasText: 'plum' }).focus();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rows(page)).toHaveCount(6);
  await page.setViewportSize({ width: 390, height: 844 });
  await field(page).fill('pumpkin');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Search help' })).toBeInViewport();
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
});

test('a link that is added during a search in the trash has the actions of other links', async ({ page }) => {
  const { call } = await reader(page);
  const { link_id } = await call('/links/create/', { url: 'trashed.invalid' });
  await call('/links/update/', { link_id, status_id: 2 });
  await field(page).fill('is:trash');
  await expect(rows(page)).toHaveText([/trashed/]);
  await page.keyboard.press('ArrowDown');
  await pasteText(page, 'added.invalid');
  await expect(rows(page)).toHaveText([/added/, /trashed/]);
  await rows(page).first().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Move to Trash' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete forever' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await rows(page).first().focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Link moved to the trash.')).toBeVisible();
  await rows(page).first().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Delete forever' })).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a selection neither brings a cleared text back, nor takes back what was typed', async ({ page }) => {
    const { recipes } = await reader(page);
    await page.goto(recipes);
    const selectFound = async () => {
      await field(page).fill('pumpkin');
      await expect(rows(page)).toHaveText([/pie/, /seeds/, /soup/]);
      await page.getByRole('checkbox', { name: 'Select all' }).tap();
      await expect(page.getByText('3 links selected')).toBeVisible();
    };
    await selectFound();
    await field(page).fill('');
    await expect(page).toHaveURL(recipes);
    await expect(field(page)).toHaveValue('');

    await selectFound();
    await field(page).fill('bread');
    await expect(rows(page)).toHaveText([/bread/]);
    await expect.poll(async () => page.evaluate('history.state.isSelecting')).toBeUndefined();
    await expect(page).toHaveURL('/search?q=bread');
    await expect(field(page)).toHaveValue('bread');

    // The selection is still that of the visit.
    await field(page).fill('pumpkin');
    await expect(page.getByText('3 links selected')).toBeVisible();
    await chip(page, 'Recipes').tap();
    await expect(rows(page)).toHaveCount(2);
    await field(page).fill('');
    await expect(page).toHaveURL(recipes);
  });

  test('Back leaves a search that the chip has narrowed during a selection', async ({ page }) => {
    const { recipes } = await reader(page);
    await page.goto(recipes);
    await field(page).fill('pumpkin');
    await expect(rows(page)).toHaveText([/pie/, /seeds/, /soup/]);
    await page.getByRole('checkbox', { name: 'Select all' }).tap();
    await expect(page.getByText('3 links selected')).toBeVisible();
    await chip(page, 'Recipes').tap();
    await expect(page).toHaveURL(`/search?q=pumpkin&in=${recipes.split('/')[2] ?? ''}`);
    await expect(rows(page)).toHaveText([/pie/, /soup/]);
    await expect(page.getByText(/selected/)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(recipes);
    await expect(page.getByText(/selected/)).toHaveCount(0);
  });
});
