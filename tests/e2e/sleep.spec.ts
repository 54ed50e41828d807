import { expect, type CDPSession, type Page } from '@playwright/test';

import { apiOf, newMember, settingOf, uidOf } from './accounts.ts';
import { login, test } from './fixtures.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('row');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

/**
 * Pauses all scripts of the page and its network. Chromium doesn't freeze front tabs, and in tests every tab is one, so the
 * debugger pauses it.
 */
async function fallAsleep(cdp: CDPSession): Promise<void> {
  await cdp.send('Debugger.enable');
  const stopped = new Promise<unknown>((resolve) => cdp.once('Debugger.paused', resolve));
  await cdp.send('Debugger.pause');
  await setOffline(cdp, true);
  await stopped;
}

async function wake(cdp: CDPSession): Promise<void> {
  await setOffline(cdp, false);
  await cdp.send('Debugger.disable');
}

async function setOffline(cdp: CDPSession, offline: boolean): Promise<void> {
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { offline, ...speed });
}

test('a tab that slept for an hour shows changes from elsewhere without a reload or a full read', async ({
  page,
  expectedErrors,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  const create = async (url: string) => (await call('/links/create/', { url })).link_id;
  const update = async (link_id: number, name: string, status_id: 1 | 2) =>
    call('/links/update/', { link_id, url: `of-${link_id}.invalid`, name, status_id });
  const renamed = await create('renamed.invalid');
  const trashed = await create('trashed.invalid');
  const deleted = await create('deleted.invalid');
  await create('untouched.invalid');
  await page.clock.install();
  await login(page, account);
  await expect(rows(page)).toHaveCount(4);
  const cdp = await page.context().newCDPSession(page);
  await fallAsleep(cdp);

  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() || request.url().endsWith(':runQuery')) loaded.push(request.url());
  });
  expectedErrors.push(/net::ERR_/, /@firebase\/firestore/);
  await create('added.invalid');
  await update(renamed, 'A new name', 1);
  await update(trashed, 'Thrown away', 2);
  await update(deleted, 'Not needed', 2);
  await call('/links/delete/', { link_id: deleted });
  await wake(cdp);
  await page.clock.fastForward('01:00:00');

  await expect(row(page, 'added.invalid')).toBeVisible({ timeout: 40_000 });
  await expect(row(page, 'A new name')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(row(page, 'Thrown away')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  expect(loaded).toEqual([]);
});

test('a tab that slept for 60 days does not show links whose tombstones were purged, also after a reload', async ({
  page,
  expectedErrors,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  const { link_id } = await call('/links/create/', { url: 'deleted.invalid' });
  await call('/links/create/', { url: 'kept.invalid' });
  await page.clock.install();
  await login(page, account);
  await expect(rows(page)).toHaveCount(2);
  const cdp = await page.context().newCDPSession(page);
  await fallAsleep(cdp);

  expectedErrors.push(/net::ERR_/, /@firebase\/firestore/);
  await call('/links/update/', { link_id, url: 'deleted.invalid', name: 'x', status_id: 2 });
  await call('/links/delete/', { link_id });
  const host = settingOf('FOLDMARK_FIRESTORE_HOST');
  const path = `users/${await uidOf(account)}/links/${link_id}`;
  const purged = await fetch(
    `http://${host}/v1/projects/demo-foldmark/databases/(default)/documents/${path}`,
    { method: 'DELETE', headers: { authorization: 'Bearer owner' } },
  );
  expect(purged.status).toBe(200);
  await wake(cdp);
  // After a jump of 25 to 49 days, Playwright's clock runs no timer in the next document: its delay overflows 32 bits.
  await page.clock.fastForward(60 * 24 * 60 * 60_000);

  await expect(rows(page)).toHaveCount(1, { timeout: 40_000 });
  await page.reload();
  await expect(row(page, 'kept.invalid')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});
