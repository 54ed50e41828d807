import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, type Page } from '@playwright/test';

import { expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { test } from './fixtures.ts';
import { memberWith, SAVE_TIMEOUT } from './library-page.ts';

test.use(REDUCED_MOTION);

/** A PNG of 16 by 16 pixels. */
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAEUlEQVR4nGMIDWVYtYqBaBIAdscP8d62Zg0AAAAASUVORK5CYII=',
  'base64',
);

async function openHistory(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show history' }).click();
  return page.getByRole('list', { name: 'History' });
}

test('an action on several links is undone and redone from the history, also on another device', async ({
  page,
  context,
  expectedErrors,
}) => {
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid', 'three.invalid']);
  const trashed = async () =>
    (await call('/links/list/', {})).filter(({ status_id }) => status_id === 2).length;
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Move to Trash' }).click();
  await expect.poll(trashed, SAVE_TIMEOUT).toBe(3);

  const history = await openHistory(page);
  const action = history.getByRole('listitem').filter({ hasText: 'Moved 3 links to the trash' });
  await expect(action).toContainText('3 changed');
  await expectNoViolationsInBothThemes(page);
  // Another device has changed one of them since.
  const [first] = await call('/links/list/', {});
  if (first === undefined) throw new Error('There are no links.');
  await call('/links/update/', { ...first, name: 'Restored elsewhere', status_id: 1 });
  await action.getByRole('button', { name: 'Undo Moved 3 links to the trash' }).click();
  await expect(action.getByText('Undone', { exact: true })).toBeVisible(SAVE_TIMEOUT);
  expect(await trashed()).toBe(0);

  await action.getByRole('button', { name: 'Redo Moved 3 links to the trash' }).click();
  await expect(action.getByRole('button', { name: /^Undo/ })).toBeVisible(SAVE_TIMEOUT);

  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Could not reach Cloud Firestore/);
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Undo and Redo need the network here.")).toBeVisible();
  await expect(action.getByRole('button', { name: /^Undo/ })).toBeDisabled();
});

const PAGE = '<link rel="icon" href="/icon.png"><meta name="description" content="About it">';

test('the history of an import counts its links, and fetches their icons, pictures and descriptions', async ({
  page,
}) => {
  const { call } = await memberWith(page, []);
  const server = createServer(({ url = '' }, response) => {
    if (url === '/icon.png') response.end(ICON);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const import_id = crypto.randomUUID();
  const counts = { parts: 1, links: 2, folders: 0, memberships: 0 };
  await call('/imports/start/', { import_id, label: 'Import of bookmarks.html', ...counts });
  const links = ['one', 'two'].map((name) => ({ url: `${origin}/${name}`, name, folders: [] }));
  await call('/imports/part/', { import_id, part: 0, folders: [], links });
  await call('/imports/run/', { import_id });

  const action = (await openHistory(page))
    .getByRole('listitem')
    .filter({ hasText: 'Import of bookmarks.html' });
  await expect(action).toContainText('2 links added', SAVE_TIMEOUT);
  await action.getByRole('button', { name: 'Fetch icons for 2 new links' }).click();
  await expect(action.getByText('Icons: 1 of 1 site')).toBeVisible(SAVE_TIMEOUT);
  const keys = (await call('/links/list/', {})).map(({ favicon_key }) => favicon_key);
  expect(keys[0]).not.toBe('');
  expect(keys[1]).toBe(keys[0]);
  await action.getByRole('button', { name: 'Fetch pictures for 2 new links' }).click();
  await expect(action.getByText('Pictures: 2 of 2 pages')).toBeVisible(SAVE_TIMEOUT);
  expect(await call('/links/list/', {})).toMatchObject([
    { description: 'About it' },
    { description: 'About it' },
  ]);
  server.closeAllConnections();
  server.close();
});

test('an empty history says what it will contain', async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  await openHistory(page);
  await expect(page.getByText('Nothing yet.')).toBeVisible();
});
