import { readFile } from 'node:fs/promises';

import { makeZip } from '@foldmark/library/files/reading/testing/make-files';
import { type BrowserContext, expect, type Page } from '@playwright/test';

import { apiOf, type CallApi, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { BOOKMARKS, card, chooseFile, startImport } from './import-files.ts';
import { memberWith, SAVE_TIMEOUT } from './library-page.ts';
import { NO_NETWORK, OUTAGES } from './without-network.ts';

test.use(REDUCED_MOTION);

/** A busy machine imports about 100 links per second. */
const IMPORTED = { timeout: 60_000 };

/** The calls about imports that a browser sends. */
function importCalls(context: BrowserContext): readonly string[] {
  const calls: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/imports/')) calls.push(pathname.slice('/api/imports/'.length, -1));
  });
  return calls;
}

async function databasesOf(page: Page) {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
}

async function libraryOf(call: CallApi) {
  const [links, folders, members, favorites] = await Promise.all([
    call('/links/list/', {}),
    call('/folders/list/', {}),
    call('/folder-links/list/', {}),
    call('/favorites/list/', {}),
  ]);
  const pathOf = (id: number): string => {
    const folder = folders.find(({ folder_id }) => folder_id === id);
    return folder === undefined ? '' : `${pathOf(folder.parent_folder_id)}/${folder.name}`;
  };
  return {
    folders: folders.map(({ folder_id }) => pathOf(folder_id)).toSorted(),
    links: links
      .map(({ link_id, url, name, note, created_at }) => ({
        url,
        name,
        note,
        created: new Date(created_at).toISOString().slice(0, 10),
        in: members
          .filter((member) => member.link_id === link_id)
          .map(({ folder_id }) => pathOf(folder_id))
          .toSorted(),
        isFavorite: favorites.some(
          ({ object_id, object_type }) => object_type === 'link' && object_id === link_id,
        ),
      }))
      .toSorted((one, other) => one.url.localeCompare(other.url)),
  };
}

test("Safari's zip in an old encoding is read without its passwords, and nothing is sent", async ({
  page,
  context,
}) => {
  const account = await newMember();
  const calls = importCalls(context);
  await login(page, account, '/import');
  // In windows-1252: Küche – „süß“.
  const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=windows-1252">
<Title>Bookmarks</Title><H1>Bookmarks</H1>
<DT><H3 FOLDED>K\xfcche \x96 \x84s\xfc\xdf\x93</H3><DL><p><DT><A HREF="https://one.invalid/">5 \x80</A></DL><p>`;
  const content = makeZip([
    ['Passwords.csv', 'Title,URL,Username,Password\nBank,https://bank.invalid/,me,hunter2\n'],
    ['Bookmarks.html', Buffer.from(html, 'latin1')],
  ]);
  await chooseFile(page, { name: 'Safari Export.zip', content });
  const preview = page.getByRole('region', { name: 'From Safari: 1 link and 1 folder' });
  const folder = preview.getByRole('tree').getByRole('treeitem', { name: /^Küche – „süß“ 1 link/ });
  await folder.click();
  await expect(preview).toContainText('5 €');
  await expect(page.getByRole('main')).not.toContainText(/bank|hunter2/i);
  expect(calls).toEqual([]);
});

test('an empty library takes a dropped file, and a sample library comes and goes with a click', async ({
  page,
}) => {
  const { call } = await memberWith(page, []);
  await expect(page.getByRole('heading', { name: 'Bring your bookmarks' })).toBeVisible();
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  const dataTransfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'bookmarks.html', { type: 'text/html' }));
    return data;
  }, BOOKMARKS);
  await page.dispatchEvent('body', 'drop', { dataTransfer });
  await expect(page.getByRole('region', { name: 'From Chrome: 5 links and 3 folders' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Look around with a sample library' }).click();
  await expect(page.getByText('22 links imported.')).toBeVisible(IMPORTED);
  // The tree opens, because folders have come.
  await expect(page.getByRole('treegrid', { name: 'Folders' }).getByRole('row')).toHaveText(
    /^Sample library0 \+22/,
  );
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('Import undone.')).toBeVisible(IMPORTED);
  await expect(page.getByRole('heading', { name: 'Bring your bookmarks' })).toBeVisible();
  expect(await call('/links/list/', {})).toEqual([]);
});

test('a file of Chrome is shown before anything is sent, imported once, and undone from the history', async ({
  page,
  context,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  const here = ['http://www.star.invalid/?fbclid=1', 'https://here.invalid'];
  for (const url of here) await call('/links/create/', { url });
  const calls = importCalls(context);
  await login(page, account, '/import');
  await chooseFile(page, { content: BOOKMARKS });
  const preview = page.getByRole('region', { name: 'From Chrome: 5 links and 3 folders' });
  await expect(preview.getByRole('definition')).toHaveText(['8', '4', '1', '1', '2']);
  await expect(preview.getByRole('term')).toHaveText([
    'Read from the file',
    'New',
    'Already in your library',
    'Doubled in the file, merged',
    'Skipped',
  ]);
  await expect(preview).toContainText('5 with a date, 1 with a note, 1 favorite.');
  await expect(preview).toContainText(
    '1 is already in your library: it gets the folders, nothing is replaced. 1 new link is a likely duplicate (1 of links in your library).',
  );
  await expect(preview.getByRole('checkbox', { name: 'Fetch icons for 5 sites' })).toBeChecked();
  const tree = preview.getByRole('tree');
  await tree.getByRole('treeitem', { name: /^Bookmarks bar 3 links/ }).press('ArrowRight');
  await tree.getByRole('treeitem', { name: /^R&D \/ Ideas 2 links/ }).click();
  await expect(tree.getByRole('treeitem', { name: '<script>alert(1)</script>' })).toBeVisible();
  await preview.getByText('2 skipped').click();
  await expect(preview.getByRole('listitem').filter({ hasText: 'Bookmarklet' })).toContainText(
    'Not a web address',
  );
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  const download = page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Save this list' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    '"Not a web address","Settings","chrome://settings"',
  );
  expect(calls).toEqual([]);

  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const result = '4 links imported, 1 was already here, 1 doubled in the file, 2 skipped.';
  await expect(card(page)).toContainText(result, IMPORTED);
  await expect(card(page)).toContainText(/Icons: \d of 4 sites/, IMPORTED);
  const duplicates = card(page).getByRole('link', { name: 'Review 1 duplicate' });
  await expect(duplicates).toHaveAttribute('href', /^\/duplicates\?links=\d+-\d+$/);
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  // The tab that shows the message also opens the tree.
  await expect(other.getByRole('main').getByRole('row')).toHaveCount(6);
  await other.close();
  expect(calls).toEqual(['start', 'part', 'run']);
  const imported = await libraryOf(call);
  const bar = '/Bookmarks bar';
  expect(imported.folders).toEqual([bar, `${bar}/Nothing in here`, `${bar}/R&D / Ideas`]);
  expect(imported.links.filter(({ url }) => !here.includes(url))).toEqual([
    {
      url: 'https://docs.invalid/guide?a=1&b=2',
      name: 'Guide & Reference',
      note: 'Read this first',
      created: '2019-03-10',
      in: [bar, `${bar}/R&D / Ideas`],
      isFavorite: false,
    },
    {
      url: 'https://idea.invalid/',
      name: '<script>alert(1)</script>',
      note: '',
      created: '2021-01-01',
      in: [`${bar}/R&D / Ideas`],
      isFavorite: false,
    },
    {
      url: 'https://star.invalid/',
      name: 'Star',
      note: '',
      created: '2021-01-01',
      in: [bar],
      isFavorite: true,
    },
    {
      url: 'https://top.invalid/',
      name: 'At the top',
      note: '',
      created: '2021-01-01',
      in: [],
      isFavorite: false,
    },
  ]);

  // The same file again.
  await chooseFile(page, { content: BOOKMARKS });
  await expect(page.getByText('Nothing new: all 5 links are already in your library.')).toBeVisible();
  await page.getByRole('button', { name: 'Import anyway' }).click();
  await expect(
    page.getByText('Nothing new, 5 were already here, 1 doubled in the file, 2 skipped.').first(),
  ).toBeVisible(IMPORTED);
  expect(await libraryOf(call)).toEqual(imported);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show history' }).click();
  const actions = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  const action = actions.filter({ hasText: 'Imported 5 links from Chrome' }).last();
  await action.getByRole('button', { name: /^Undo/ }).click();
  await expect(action).toContainText('Undone', SAVE_TIMEOUT);
  const undone = await libraryOf(call);
  expect(undone.links.map(({ url }) => url)).toEqual(here);
  expect(undone.folders).toEqual([]);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an import that begins offline goes on after a reload and in another tab, and its message undoes it', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(...NO_NETWORK);
    const { call } = await memberWith(page, []);
    const calls = importCalls(context);
    const [outage] = OUTAGES;
    await outage.start(context, page);
    await page.reload();
    await page.getByRole('link', { name: 'Firefox' }).click();
    await expect(page).toHaveTitle('Import');
    await startImport(page, 1050);
    await expect(card(page)).toContainText("You're offline. The import goes on when you're back online");
    await page.reload();
    await expect(card(page)).toContainText("You're offline.");
    expect(calls).toEqual([]);
    // The server never answers after the first part.
    let held = 0;
    await context.route('**/api/imports/part/', async (route) => {
      held += 1;
      if (held === 1) await route.fallback();
    });
    await outage.end(context);
    await expect(card(page)).toContainText('Sending part 2 of 3.', IMPORTED);
    await page.close();
    await context.unrouteAll();

    const next = await context.newPage();
    await next.goto('/');
    await expect(next.getByRole('link', { name: 'Show' })).toBeVisible(IMPORTED);
    await expect(next.getByText('1,050 links imported.')).toBeVisible(IMPORTED);
    // A hovered message stays open.
    await next.getByText('1,050 links imported.').hover();
    expect(calls.filter((one) => one === 'run')).toHaveLength(1);
    expect(new Set((await call('/links/list/', {})).map(({ url }) => url)).size).toBe(1050);
    await expect(next.getByRole('status').filter({ hasText: '1,050' })).toBeVisible();
    await next.getByRole('button', { name: 'Undo' }).click();
    await expect(next.getByText('Import undone.')).toBeVisible(IMPORTED);
    expect(await call('/links/list/', {})).toEqual([]);
    await expect(next.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await expect
      .poll(async () => databasesOf(next))
      .not.toContainEqual(expect.stringContaining('foldmark-imports-'));
  });
});

test('Stop keeps the imported links, and says so', async ({ page }) => {
  const { call } = await memberWith(page, []);
  await page.goto('/import');
  // At 400 writes a second the import takes 20 s or more, so a slow Stop comes before its end.
  await startImport(page, 8000);
  await expect(card(page)).toContainText(/[1-9]\d* of 8,000 links/, IMPORTED);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(card(page)).toContainText('are in, and stay.', SAVE_TIMEOUT);
  const text =
    (await card(page)
      .getByText(/^Stopped\./)
      .textContent()) ?? '';
  const kept = Number(/^Stopped\. (?<kept>[\d,]+) of/.exec(text)?.groups?.['kept']?.replace(',', ''));
  expect(kept).toBeLessThan(8000);
  expect(await call('/links/list/', {})).toHaveLength(kept);
});

test('an import goes to the top of the library if its folder is undone', async ({ page }) => {
  await memberWith(page, []);
  await page.goto('/import');
  await chooseFile(page, { content: BOOKMARKS });
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await page.keyboard.type('Old browser');
  await page.keyboard.press('Enter');
  const target = page.getByText(/^Import into/);
  await expect(target).toHaveText('Import into Old browser');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(target).toHaveText('Import into the top of your library');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(card(page)).toContainText('Import complete', IMPORTED);
});

test('on a phone, a wrong file is explained, and a logout removes unsent imports', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await memberWith(page, []);
  const calls = importCalls(context);
  await page.goto('/import');
  await expect(page.getByRole('button', { name: 'Chrome' })).toHaveAttribute('aria-expanded', 'true');
  const refused = page.getByRole('main').getByRole('status').filter({ hasText: 'file' });
  await chooseFile(page, {
    name: 'page.html',
    content: '<!DOCTYPE html><title>News</title><a href="/a">A</a>',
  });
  await expect(refused).toContainText('page.html');
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  await chooseFile(page, {
    name: 'Passwords.csv',
    content: 'Title,URL,Username,Password\nA,https://a.invalid,me,secret',
  });
  await expect(refused).toContainText('Passwords.csv');
  await expect(refused).toContainText(/password/i);
  await chooseFile(page, { content: BOOKMARKS });
  await expect(page.getByRole('tree')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(calls).toEqual([]);

  await context.route('**/api/imports/**', () => undefined);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(card(page)).toContainText('Sending part 1 of 1.');
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Log out now?' });
  await expect(question).toContainText(
    "An import hasn't been sent to the server yet. If you log out now, it's lost.",
  );
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect
    .poll(async () => databasesOf(page))
    .not.toContainEqual(expect.stringContaining('foldmark-imports-'));
});
