/// <reference lib="dom" />

import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import { apiOf, type CallApi, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { readAsChrome } from './chrome-lines.ts';
import { login, test } from './fixtures.ts';
import { NO_NETWORK } from './without-network.ts';

test.use(REDUCED_MOTION);

const NASTY = '</A><b>"x"\' & &amp; ع 👩‍👩‍👧';
const IDEAS = 'R&D / Ideas';

/** A busy machine imports about 100 links per second. */
const IMPORTED = { timeout: 60_000 };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' });

/** Folders in folders, a link in two of them, a favorite, a note, a mark "no duplicates", an address that browsers can't import, and a trash. */
async function fill(call: CallApi) {
  const reading = await call('/folders/create/', { name: 'Reading' });
  const ideas = await call('/folders/create/', { name: IDEAS, parent_folder_id: reading.folder_id });
  await call('/folders/create/', { name: 'Empty' });
  const old = await call('/folders/create/', { name: 'Old' });
  await call('/folders/update/', { folder_id: old.folder_id, status_id: 2 });
  const create = async (url: string, edits: { name?: string; note?: string; status_id?: 1 | 2 }) => {
    const { link_id } = await call('/links/create/', { url });
    return call('/links/update/', { link_id, ...edits });
  };
  const a = await create('https://a.invalid/?x=1&copy=2', { name: NASTY, note: 'one\n<DT>two' });
  const b = await create('https://b.invalid/', { name: '=1+1' });
  const c = await create('javascript:alert(1)', { name: 'Bookmarklet' });
  const d = await create('https://d.invalid/', { name: 'Trashed', status_id: 2 });
  for (const { folder_id } of [reading, ideas])
    await call('/folders/add-link/', { folder_id, link_id: a.link_id });
  await call('/favorites/toggle/', { object_id: a.link_id, object_type: 'link' });
  await call('/favorites/toggle/', { object_id: ideas.folder_id, object_type: 'folder' });
  const [left, right] = [a.link_id, b.link_id];
  const mark = { kind: 'link.distinct' as const, link_id: left, other_id: right, distinct: true };
  await call('/batch/', {
    action_id: crypto.randomUUID(),
    label: 'Mark',
    part: 0,
    parts: 1,
    changes: [mark],
  });
  const dates = new Map(
    (await call('/links/list/', {})).map(({ link_id, created_at }) => [link_id, created_at]),
  );
  const dateOf = ({ link_id }: { link_id: number }) => new Date(String(dates.get(link_id))).toISOString();
  return { a: dateOf(a), b: dateOf(b), c: dateOf(c), d: dateOf(d) };
}

async function exportAs(page: Page, format: 'HTML' | 'JSON' | 'CSV', name: string, complete: string) {
  await dialog(page).getByRole('radio', { name: format }).check({ force: true });
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`),
  );
  await expect(dialog(page).getByText(complete, { exact: true })).toBeVisible();
  return readFile(await file.path(), 'utf8');
}

test('the whole library is exported as HTML, JSON and CSV, and the backup is read in another account', async ({
  page,
}) => {
  const account = await newMember();
  const dates = await fill(await apiOf(account));
  await login(page, account, '/settings');
  await expect(page.getByText('No export from this browser yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import bookmarks' })).toHaveAttribute('href', '/import');
  await page.getByRole('button', { name: 'Export...' }).click();

  const html = await exportAs(page, 'HTML', 'foldmark', 'Export complete: 2 links, 3 folders');
  await expect(dialog(page)).toContainText("1 link left out: other programs can't read such addresses.");
  await expect(dialog(page)).toContainText('Only JSON keeps: the star of 1 folder, 1 mark "no duplicates".');
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  const a = { url: 'https://a.invalid/?x=1&copy=2', title: NASTY, seconds: secondsOf(dates.a) };
  expect(readAsChrome(html)).toEqual({
    folders: [['Empty'], ['Reading'], ['Reading', IDEAS]],
    links: [
      { ...a, folders: ['Reading', IDEAS] },
      { ...a, folders: ['Reading'] },
      { url: 'https://b.invalid/', title: '=1+1', seconds: secondsOf(dates.b), folders: [] },
    ],
  });

  const json = await exportAs(page, 'JSON', 'foldmark', 'Export complete: 3 links, 3 folders');
  await expect(dialog(page)).toContainText('The trash is in it too: 1 link, 1 folder.');
  expect(JSON.parse(json)).toEqual({
    foldmark: 1,
    folders: [
      { id: 1, parent: 0, name: 'Empty' },
      { id: 2, parent: 0, name: 'Old', trashed: true },
      { id: 3, parent: 0, name: 'Reading' },
      { id: 4, parent: 3, name: IDEAS, favorite: true },
    ],
    links: [
      {
        url: a.url,
        name: NASTY,
        note: 'one\n<DT>two',
        created_at: dates.a,
        folders: [3, 4],
        favorite: true,
      },
      { url: 'https://b.invalid/', name: '=1+1', created_at: dates.b, distinct_from: [1] },
      { url: 'https://d.invalid/', name: 'Trashed', created_at: dates.d, trashed: true },
      { url: 'javascript:alert(1)', name: 'Bookmarklet', created_at: dates.c },
    ],
  });

  const csv = await exportAs(page, 'CSV', 'foldmark', 'Export complete: 2 links, 2 folders');
  const title = `"${NASTY.replaceAll('"', '""')}"`;
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFurl,title,folder,tags,note,created,favorite',
    `${a.url},${title},"Reading\nReading / ${IDEAS}",,"one\n<DT>two",${dates.a},true`,
    `https://b.invalid/,'=1+1,,,,${dates.b},`,
    '',
  ]);

  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(
    page.getByText(/^Last export from this browser: \d+ \w+ \d{4}, \d\d:\d\d, CSV$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect.poll(async () => page.evaluate(() => localStorage.getItem('foldmark.last-export'))).toBeNull();

  await login(page, await newMember());
  await importBackup(page, json, 'Import');
  await expect(page.getByText('4 links imported.').first()).toBeVisible(IMPORTED);
  expect(await exportAll(page)).toEqual({ html, json, csv });
  await importBackup(page, json, 'Import anyway');
  await expect(page.getByText('Nothing new, 4 were already here.').first()).toBeVisible(IMPORTED);
  expect(await exportAll(page)).toEqual({ html, json, csv });
});

async function importBackup(page: Page, json: string, button: 'Import' | 'Import anyway'): Promise<void> {
  await page.goto('/import');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from(json);
  await (await chooser).setFiles({ name: 'foldmark.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function exportAll(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Export...' }).click();
  const html = await exportAs(page, 'HTML', 'foldmark', 'Export complete: 2 links, 3 folders');
  const json = await exportAs(page, 'JSON', 'foldmark', 'Export complete: 3 links, 3 folders');
  const csv = await exportAs(page, 'CSV', 'foldmark', 'Export complete: 2 links, 2 folders');
  return { html, json, csv };
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a folder, a selection and a search are exported without a network', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(...NO_NETWORK);
    const account = await newMember();
    await fill(await apiOf(account));
    await login(page, account);
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    await page.reload();

    await page.getByRole('checkbox', { name: 'Select =1+1' }).click();
    await page
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Add to favorites' })
      .click();
    await page.getByRole('checkbox', { name: 'Select =1+1' }).click();
    await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
    await expect(dialog(page)).toContainText('The file includes 1 change not sent yet.');
    const selection = await exportAs(page, 'CSV', 'foldmark-selection', 'Export complete: 1 link, 0 folders');
    expect(selection).toMatch(/^[^\n]+\nhttps:\/\/b\.invalid\/,[^\n]+,true\r\n$/);
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox', { name: 'search my links' }).fill('a.inv');
    await page.getByRole('button', { name: 'Export results' }).click();
    await expect(dialog(page)).toContainText('The results for "a.inv": 1 link.');
    await exportAs(page, 'JSON', 'foldmark-search', 'Export complete: 1 link, 2 folders');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Folders', exact: true }).click();
    await page.getByRole('treegrid', { name: 'Folders' }).getByRole('row', { name: 'Reading' }).hover();
    await page.getByRole('button', { name: 'More for Reading' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    await expect(dialog(page)).toContainText('"Reading" with everything in it.');
    const folder = await exportAs(page, 'HTML', 'foldmark-Reading', 'Export complete: 1 link, 2 folders');
    expect(readAsChrome(folder).links.map(({ folders }) => folders)).toEqual([
      ['Reading', IDEAS],
      ['Reading'],
    ]);
  });
});

/** As Chrome reads it from ADD_DATE. */
function secondsOf(iso: string): string {
  return String(Math.floor(Date.parse(iso) / 1000));
}
