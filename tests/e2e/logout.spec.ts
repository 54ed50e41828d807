import { expect, type Page } from '@playwright/test';

import { apiOf, newMember, uidOf } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { pngFile } from './image-files.ts';

/** The names of the stores. Opens none: opening a database while the app deletes it would create it again. */
/** The Firebase SDK creates it to find out whether IndexedDB works. It stays, empty, if the page closes at that time. */
const SDK_PROBE = 'validate-browser-context-for-indexeddb-analytics-module';

async function storesIn(page: Page) {
  const { databases, ...stores } = await page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted(),
  }));
  return { ...stores, databases: databases.filter((name) => name !== SDK_PROBE) };
}

/** All data that the browser stores for this origin, as keys and as one text. */
async function readStorage(page: Page) {
  const stores = await storesIn(page);
  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  const { cached, session } = await page.evaluate(async () => {
    const urls: Record<string, readonly string[]> = {};
    for (const name of await caches.keys()) {
      urls[name] = (await (await caches.open(name)).keys()).map(({ url }) => url);
    }
    return { cached: urls, session: Object.keys(sessionStorage) };
  });
  const local = origins.flatMap(({ localStorage: items }) => items.map(({ name }) => name));
  const text = JSON.stringify([cookies, origins, cached, stores]);
  return { ...stores, local: local.toSorted(), cookies, cached, session, text };
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after a logout the browser keeps two preferences and the app, but no data of the user', async ({
    page,
  }) => {
    const account = await newMember();
    const uid = await uidOf(account);
    const call = await apiOf(account);
    const parent = await call('/folders/create/', { name: 'Outer folder' });
    await call('/folders/create/', { name: 'Inner folder', parent_folder_id: parent.folder_id });
    await call('/links/create/', { url: 'https://kept-link.invalid/' });
    await login(page, account);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));

    await page.evaluate(() => {
      for (const key of ['orders', 'looks']) localStorage.setItem(`foldmark.${key}`, '');
    });
    await page.getByRole('button', { name: 'Folders', exact: true }).click();
    await page.getByRole('button', { name: 'Expand Outer folder' }).click();
    await page.getByRole('separator', { name: 'Width of the left rail' }).press('ArrowRight');
    await page.getByRole('button', { name: 'More for kept-link.invalid' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Url', { exact: true }).waitFor();
    await page.locator('input[type=file]').setInputFiles(pngFile('a.png', 8, 8));
    await page.getByRole('button', { name: 'Upload Selected File' }).click();
    await expect(page.getByText('The image was changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.goto('/settings');
    // The sections above move the radio buttons until they have loaded.
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    await page.getByRole('textbox', { name: 'Display Name' }).waitFor();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'More for kept-link.invalid' })).toBeVisible();
    // Leaving the page stores the first-paint snapshot.
    await page.reload();
    await expect(page.getByRole('button', { name: 'More for kept-link.invalid' })).toBeVisible();
    await expect.poll(async () => (await storesIn(page)).caches).toContain('foldmark-uploads');
    const before = await readStorage(page);
    expect(before.local).toEqual([
      'firebase:authUser:local:[DEFAULT]',
      'foldmark.first-screen',
      'foldmark.layout',
      'foldmark.looks',
      'foldmark.member',
      'foldmark.orders',
      'foldmark.theme',
      'foldmark.tree',
    ]);
    for (const name of ['library', 'outbox']) expect(before.databases).toContain(`foldmark-${name}-${uid}`);
    expect(before.text).toContain('kept-link');

    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
    await expect.poll(async () => (await storesIn(page)).caches).not.toContain('foldmark-uploads');
    await expect
      .poll(async () => (await storesIn(page)).databases)
      .toEqual(['firebase-heartbeat-database', 'firebaseLocalStorageDb']);
    const after = await readStorage(page);
    expect(after.local).toEqual(['foldmark.layout', 'foldmark.theme']);
    expect(after.session).toEqual([]);
    expect(after.cookies).toEqual([]);
    for (const name of after.caches) expect(name).toMatch(/^foldmark-(local|shell-\w+)$/);
    for (const text of [uid, account.email, 'kept-link', 'Outer', 'Inner', '/uploads/']) {
      expect(after.text).not.toContain(text);
    }
  });
});
