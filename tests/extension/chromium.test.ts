import { randomUUID } from 'node:crypto';

import { REDIRECTS } from '@foldmark/extension/build/ids';
import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { apiOf, newMember, type Account, type CallApi } from '#tests/e2e/accounts.ts';
import { expectNoViolationsInBothThemes } from '#tests/e2e/axe.ts';

import { ChromiumExtension } from './chromium.ts';
import { connectChromium, useSuite } from './connect.ts';
import { type Recorded, RecordingProxy, SITES } from './recording-proxy.ts';

const POLL = { timeout: 60_000 };
const VISITS = 20;

let proxy: RecordingProxy;
let browser: ChromiumExtension;
let account: Account;
let call: CallApi;
let page: Page;

// All tests share one browser and run in order.
beforeAll(async () => {
  useSuite();
  proxy = await RecordingProxy.start();
  [browser, account] = await Promise.all([ChromiumExtension.start(proxy.address), newMember()]);
  call = await apiOf(account);
});
afterEach(() => {
  proxy.isOffline = false;
});
afterAll(async () => {
  await browser.stop();
  await proxy.stop();
});

test('the extension has the id of its key, and connects', async () => {
  const worker = await browser.worker();
  expect(await worker.evaluate('chrome.identity.getRedirectURL()')).toBe(REDIRECTS.chrome);
  await (await connectChromium(browser, account)).close();
});

test('Enter in the popup saves the page of the tab, and the badge shows that', async () => {
  page = await browser.context.newPage();
  await page.goto(siteOf('recipe'));
  expect(await badge()).toBe('');
  const popup = await browser.openPopup(page);
  const name = popup.getByLabel('Name');
  await name.waitFor();
  expect(await name.inputValue()).toBe('recipe');
  await expectNoViolationsInBothThemes(popup);
  await name.press('Enter');
  await expect.poll(badge, POLL).not.toBe('');
  await expect.poll(savedNames, POLL).toEqual(['recipe']);
  await popup.close();
});

test('on a saved page the popup edits the link, and undoes that', async () => {
  const popup = await browser.openPopup(page);
  const note = popup.getByLabel('Note');
  await note.fill('With less salt');
  await note.press('Control+Enter');
  await popup.getByRole('button', { name: 'Favorite' }).press('Enter');
  await expectNoViolationsInBothThemes(popup);
  await expect.poll(async () => (await links()).map((link) => link.note), POLL).toEqual(['With less salt']);
  await popup.getByRole('button', { name: 'Move to Trash' }).press('Enter');
  await expect.poll(savedNames, POLL).toEqual([]);
  await expect.poll(badge, POLL).toBe('');
  await popup.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(savedNames, POLL).toEqual(['recipe']);
  await expect.poll(badge, POLL).not.toBe('');
  await popup.close();
});

test('a change without a network arrives once, although the worker ends and the extension is updated', async () => {
  const saved = await badge();
  proxy.isOffline = true;
  const popup = await browser.openPopup(page);
  await popup.getByLabel('Name').fill('Renamed without a network');
  await popup.getByLabel('Name').press('Enter');
  await expect.poll(badge, POLL).not.toBe(saved);
  await browser.stopWorker(popup);
  await browser.update('1.0.1');
  const options = await browser.open('options.html');
  expect(await options.evaluate('chrome.runtime.getManifest().version')).toBe('1.0.1');
  await options.getByText('Waiting changes are sent in this order').waitFor();
  await expectNoViolationsInBothThemes(options);

  proxy.isOffline = false;
  await options.getByRole('button', { name: 'Send now' }).press('Enter');
  await options.getByText('Foldmark has everything').waitFor();
  await options.close();
  expect(await savedNames()).toEqual(['Renamed without a network']);
  await expect.poll(badge, POLL).toBe(saved);
});

test('another profile of the person knows the page too', async () => {
  const other = await ChromiumExtension.start(proxy.address);
  try {
    await (await connectChromium(other, account)).close();
    const visited = await other.context.newPage();
    await visited.goto(siteOf('recipe'));
    await expect
      .poll(async () => {
        const popup = await other.openPopup(visited);
        const isSaved = await popup.getByRole('button', { name: 'Move to Trash' }).isVisible();
        await popup.close();
        return isSaved;
      }, POLL)
      .toBe(true);
  } finally {
    await other.stop();
  }
});

test('no request of a browsing session has the address of a page that was not saved', async () => {
  const secret = randomUUID();
  const first = proxy.requests.length;
  for (let index = 0; index < VISITS; index += 1) {
    await page.goto(`http://page-${index}-${secret}.${SITES}/${secret}?of=${secret}#${secret}`);
    await expect.poll(badge, POLL).toBe('');
    if (index % 10 === 0) await (await browser.openPopup(page)).close();
  }
  const worker = await browser.worker();
  await worker.evaluate(`chrome.omnibox.onInputChanged.dispatch('${secret}', () => undefined)`);
  await page.goto(siteOf('recipe'));
  await expect.poll(badge, POLL).not.toBe('');
  const popup = await browser.openPopup(page);
  await popup.getByRole('button', { name: 'Favorite' }).press('Enter');
  const isSent = () => proxy.requests.slice(first).some(({ text }) => text.includes('/api/batch/'));
  await expect.poll(isSent, POLL).toBe(true);

  const requests = proxy.requests.slice(first);
  expect(requests.filter(isVisit)).toHaveLength(VISITS + 1);
  expect(requests.filter((request) => !isVisit(request) && request.text.includes(secret))).toEqual([]);
});

test('after a revocation a change waits until the person connects again', async () => {
  for (const { grant_id, state } of await call('/grants/list/', {}))
    if (state === 'active') await call('/grants/revoke/', { grant_id });
  const options = await browser.open('options.html');
  // The access token works for up to a minute more. This makes it as old as one that the extension refreshes.
  await options.evaluate(`chrome.storage.local.get('connection').then(({ connection }) =>
    chrome.storage.local.set({ connection: { ...connection, accessUntil: 0 } }))`);
  const popup = await browser.openPopup(page);
  await popup.getByLabel('Name').fill('After the revocation');
  await popup.getByLabel('Name').press('Enter');
  await options.getByText('Foldmark has ended the connection of this browser').waitFor();
  await popup.close();
  await options.close();

  const again = await connectChromium(browser, account);
  await again.getByText('Foldmark has everything').waitFor();
  expect(await savedNames()).toEqual(['After the revocation']);
});

test('with the option to save at once, a click on the icon is enough', async () => {
  const options = await browser.open('options.html');
  await options.getByLabel('Save at once when I click the icon').press('Space');
  await options.close();
  await page.goto(siteOf('at-once'));
  const popup = await browser.openPopup(page);
  await popup.getByRole('button', { name: 'Undo' }).waitFor();
  await expect.poll(savedNames, POLL).toContain('at-once');
  await popup.close();
});

function isVisit({ host }: Recorded): boolean {
  return host.endsWith(`.${SITES}`);
}

function siteOf(name: string): string {
  return `http://${name}.${SITES}/`;
}

async function links() {
  return (await call('/links/list/', {})).filter(({ status_id }) => status_id === STATUS_ACTIVE);
}

async function savedNames(): Promise<readonly string[]> {
  return (await links()).map(({ name }) => name);
}

/** The badge of the tab in front. */
async function badge(): Promise<string> {
  await page.bringToFront();
  return (await browser.worker()).evaluate<string>(`(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return chrome.action.getBadgeText({ tabId: tab.id });
  })()`);
}
