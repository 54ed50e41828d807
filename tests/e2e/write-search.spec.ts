import { expect } from '@playwright/test';

import { expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { test } from './fixtures.ts';
import { count, field, reader, rows } from './search-page.ts';

test.use(REDUCED_MOTION);

test('suggestions, hints, help and the exact text help to write a search', async ({ page }) => {
  const { call } = await reader(page);
  await call('/links/create/', { url: 'operators.invalid/is:trash/explained' });
  await expect(rows(page)).toHaveCount(5);
  const option = page.getByRole('option');

  await field(page).click();
  await expectNoViolationsInBothThemes(page);
  await page.keyboard.type('in:');
  await expect(option).toHaveText([/^Recipes/, /^Soups/]);
  await page.keyboard.press('Escape');
  await expect(option).toHaveCount(0);
  await expect(field(page)).toHaveValue('in:');
  await page.keyboard.type('so');
  await expect(option).toHaveText([/^Soups/]);
  await expectNoViolationsInBothThemes(page);
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('in:Soups ');
  await expect(rows(page)).toHaveText([/pumpkin-soup/]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field(page)).toHaveValue('in:so');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(field(page)).toHaveValue('in:Soups ');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();

  await field(page).fill('cre');
  await expect(option).toHaveText([/^created:/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(field(page)).toHaveValue('created:');
  // A choice belongs to the text that it was made for.
  await field(page).fill('');
  await page.keyboard.type('cre');
  await expect(option).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(option).toHaveCount(0);
  await field(page).fill('');
  await page.keyboard.type('cre');
  await expect(option).toHaveCount(1);

  await field(page).fill('is:unread');
  await expect(
    page.getByText('“is:unread” is searched as text. It can be favorite, trash or unfiled.', { exact: true }),
  ).toBeVisible();
  await expect(count(page)).toHaveText(/^0 of 5 “is:unread” is searched as text/);
  await field(page).fill('is:trash explained');
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
  await field(page).fill('is:trash');
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
  await page.getByRole('button', { name: 'Search for the exact text "is:trash"' }).click();
  await expect(rows(page)).toHaveText([/operators/]);
  await expect(field(page)).toHaveValue('"is:trash"');

  await call('/links/create/', { url: 'winter.invalid/-is:trash' });
  await field(page).fill('-is:trash winter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /exact text/ })).toHaveCount(0);
  await field(page).fill('-is:trash');
  await expect(rows(page)).toHaveCount(6);
  await field(page).fill('-winter');
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: /exact text/ })).toHaveCount(0);
  await call('/links/create/', { url: 'winter.invalid/-winter' });
  await page.getByRole('button', { name: 'Search for the exact text "-winter"' }).click();
  await expect(field(page)).toBeFocused();
  await expect(rows(page)).toHaveText([/-winter/]);

  const { link_id } = await call('/links/create/', { url: 'trashed.invalid' });
  await call('/links/update/', { link_id, status_id: 2 });
  await field(page).fill('operators OR is:trash');
  await expect(rows(page)).toHaveText([/operators/, /trashed/]);
  await expect(rows(page).getByRole('link', { name: 'Trash', exact: true })).toHaveCount(1);
  await expect(count(page)).toHaveText('2 of 8');
  for (const [name, action] of [
    ['trashed', 'Restore'],
    ['operators', 'Move to Trash'],
  ] as const) {
    await rows(page).filter({ hasText: name }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: action }).click();
  }
  await expect(rows(page)).toHaveText([/operators/]);
  await expect(rows(page).getByRole('link', { name: 'Trash', exact: true })).toHaveCount(1);
  await field(page).fill('is:trash');
  await expect(rows(page)).toHaveText([/operators/]);
  await expect(page.getByRole('button', { name: 'Empty trash' })).toHaveCount(0);
  await field(page).fill('operators OR is:trash');
  await expect(rows(page).getByRole('button', { name: /^Drag/ })).toHaveCount(0);
  await expect(rows(page)).toHaveAttribute('draggable', 'false');
  await rows(page).first().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Delete forever' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await field(page).fill('bread or soup');
  await page.getByRole('button', { name: 'Search for bread OR soup' }).click();
  await expect(field(page)).toHaveValue('bread OR soup');
  await expect(field(page)).toBeFocused();
  await expect(rows(page)).toHaveText([/^Soups/, /bread/, /soup/]);

  await page.getByRole('button', { name: 'Search help' }).click();
  const help = page.getByRole('dialog', { name: 'Search help' });
  await expectNoViolationsInBothThemes(page);
  await help.getByRole('button', { name: 'Search for in:Recipes' }).click();
  await expect(help).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await expect(count(page)).toHaveText('3 of 8');

  const recipe = await call('/links/create/', { url: 'recipe.invalid/pies?type=sweet' });
  await call('/links/update/', {
    link_id: recipe.link_id,
    url: 'https://recipe.invalid/pies?type=sweet',
    name: 'A recipe',
    note: 'Needs nutmeg.',
    status_id: 1,
  });
  await field(page).fill('nutmeg');
  await expect(rows(page)).toHaveText([/A recipe.*Needs nutmeg\./]);
  await expect(rows(page).locator('mark')).toHaveText(['nutmeg']);
  await field(page).fill('type=sw');
  await expect(rows(page)).toHaveText([/A recipe.*recipe\.invalid\/pies\?type=sweet/]);
  await expect(rows(page).locator('mark')).toHaveText(['type=sw']);
  await call('/links/update/', {
    link_id: recipe.link_id,
    url: 'https://recipe.invalid/',
    name: 'A recipe',
    status_id: 2,
  });
});

test('a search says that the name of a folder with blanks needs quotes', async ({ page }) => {
  const { call } = await reader(page);
  await call('/folders/create/', { name: 'Reading list' });
  await field(page).fill('in:Reading list');
  await expect(page.getByText('Write in:"Reading list" for the folder of that name.').first()).toBeVisible();
});
