import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Account, apiOf, type CallApi, newMember } from '#tests/e2e/accounts.ts';

import { ChromiumExtension } from './chromium.ts';
import { connectChromium, useSuite } from './connect.ts';
import { RecordingProxy, SITES } from './recording-proxy.ts';

const POLL = { timeout: 60_000 };
const PAGES = Array.from({ length: 6 }, (_, index) => `http://page-${index}.${SITES}/`);

let proxy: RecordingProxy;
let browser: ChromiumExtension;
let account: Account;
let call: CallApi;
/** A page that wakes no worker when it evaluates. */
let options: Page;

beforeAll(async () => {
  useSuite();
  proxy = await RecordingProxy.start();
  [browser, account] = await Promise.all([ChromiumExtension.start(proxy.address), newMember()]);
  call = await apiOf(account);
});
afterAll(async () => {
  await browser.stop();
  await proxy.stop();
});

test('links saved without a network arrive once and in order, although the worker ends before each answer', async () => {
  options = await connectChromium(browser, account);
  proxy.isOffline = true;
  for (const url of PAGES) await saveLink(url);
  await browser.stopWorker(options);
  expect(await waitingCount()).toBe(PAGES.length);

  // The server makes each change, and the worker ends before it gets the answer.
  let ends = 0;
  proxy.beforeAnswer = async (request) => {
    // The browser asks by OPTIONS first.
    if (!/^POST .*\/api\/batch\/$/.test(request) || ends === 3) return;
    ends += 1;
    await browser.stopWorker(options);
  };
  proxy.isOffline = false;
  const sendNow = options.getByRole('button', { name: 'Send now' });
  const isEverythingSent = async (): Promise<boolean> => {
    if (await sendNow.isVisible()) await sendNow.press('Enter', { timeout: 1000 }).catch(() => undefined);
    return options.getByText('Foldmark has everything').isVisible();
  };
  await expect.poll(isEverythingSent, POLL).toBe(true);
  expect(ends).toBe(3);
  // They leave the queue when the copy has them.
  await expect.poll(waitingCount, POLL).toBe(0);
  const links = await call('/links/list/', {});
  expect(links.toSorted((one, other) => one.link_id - other.link_id).map(({ url }) => url)).toEqual(PAGES);
});

/** Chooses "Save link to Foldmark" in the menu of a link. Resolves when the save is on the disk. */
async function saveLink(url: string): Promise<void> {
  const before = await waitingCount();
  const info = JSON.stringify({ menuItemId: 'save-link', linkUrl: url });
  await (await browser.worker()).evaluate(`chrome.contextMenus.onClicked.dispatch(${info}, undefined)`);
  await expect.poll(waitingCount, POLL).toBe(before + 1);
}

/** How many gestures are in the queue on the disk. */
async function waitingCount(): Promise<number> {
  return options.evaluate<number>(`new Promise((resolve) => {
    indexedDB.open('foldmark').onsuccess = ({ target: { result: database } }) => {
      const keys = database.transaction('records').objectStore('records').getAllKeys();
      keys.onsuccess = () => {
        resolve(keys.result.filter((key) => key.startsWith('gesture ')).length);
        database.close();
      };
    };
  })`);
}
