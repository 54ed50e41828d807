import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { type Account, apiOf, type CallApi, newMember } from '#tests/e2e/accounts.ts';
import { expectNoViolationsInBothThemes } from '#tests/e2e/axe.ts';

import { ChromiumExtension } from './chromium.ts';
import { connectChromium, useSuite } from './connect.ts';

const POLL = { timeout: 30_000, interval: 100 };

/** The popup is a page in a tab here, so its address names the tab that it is about. It is used by keys only. */
let browser: ChromiumExtension;
let account: Account;
let call: CallApi;
let tab: unknown;
let popup: Page;

beforeAll(async () => {
  useSuite();
  [browser, account] = await Promise.all([ChromiumExtension.start(), newMember()]);
  call = await apiOf(account);
  tab = await tabAt('/policy');
});
afterAll(async () => browser.stop());

/** The id of a new tab with a page of the app. */
async function tabAt(path: string): Promise<unknown> {
  const page = await browser.context.newPage();
  const url = `${inject('suite').appUrl}${path}`;
  await page.goto(url);
  const worker = await browser.worker();
  return worker.evaluate(`chrome.tabs.query({ url: '${url}' }).then(([tab]) => tab.id)`);
}

async function openPopup(): Promise<void> {
  popup = await browser.open(`popup.html?tab=${String(tab)}`);
}

async function expectTitle(title: string): Promise<void> {
  await popup.getByRole('heading', { name: title, exact: true }).waitFor();
}

/** The line that says what was done. */
async function expectDone(text: string): Promise<void> {
  await popup.getByRole('status').filter({ hasText: text }).waitFor();
}

async function undo(): Promise<void> {
  await popup.getByRole('button', { name: 'Undo' }).press('Enter');
}

test('without a connection, the popup says what it does, and its button opens the options', async () => {
  await openPopup();
  await expectTitle('Save to Foldmark');
  await expectNoViolationsInBothThemes(popup);
  // The button has the focus. The popup closes, and the options are in front, which the installation may have opened before.
  await popup.keyboard.press('Enter').catch(() => undefined);
  await expect.poll(() => popup.isClosed(), POLL).toBe(true);
  const options = browser.urlOf('options.html');
  await expect.poll(() => browser.context.pages().map((page) => page.url()), POLL).toContain(options);
});

test('a page is saved with its name, a note, a new folder and a star, as one action', async () => {
  await connectChromium(browser, account);
  await openPopup();
  const name = popup.getByLabel('Name');
  await expect.poll(async () => name.evaluate((field) => field === document.activeElement), POLL).toBe(true);
  expect(await name.inputValue()).toContain('Policy');
  await expectNoViolationsInBothThemes(popup);

  // The name is selected, so typing replaces it.
  await popup.keyboard.type('The policy');
  await popup.keyboard.press('Tab');
  await popup.keyboard.type('To read');
  await popup.keyboard.press('Tab');
  await popup.keyboard.type('Legal');
  await popup.keyboard.press('Enter');
  await popup.getByRole('button', { name: 'Remove Legal' }).waitFor();
  await popup.getByRole('button', { name: 'Favorite' }).press('Space');
  await name.press('Enter');
  await expectDone('Saved in Legal.');
  await expectTitle('Saved');
  await expectNoViolationsInBothThemes(popup);

  await expect.poll(savedLinks, POLL).toEqual([{ name: 'The policy', note: 'To read', folders: ['Legal'] }]);
  expect(await call('/favorites/list/', {})).toHaveLength(1);
});

test('each edit of a saved page can be undone', async () => {
  const name = popup.getByLabel('Name');
  await name.fill('Policy of Foldmark');
  await name.press('Enter');
  await expectDone('Name saved.');
  await undo();
  await expectDone('Undone.');
  await expect.poll(async () => name.inputValue(), POLL).toBe('The policy');

  await popup.getByRole('button', { name: 'Remove Legal' }).press('Enter');
  await expectDone('Link removed from Legal.');
  await popup.getByRole('combobox').press('ArrowDown');
  await popup.getByRole('combobox').press('Enter');
  await expectDone('Link added to Legal.');

  await popup.getByRole('button', { name: 'Move to Trash' }).press('Enter');
  await expectDone('Link moved to the trash.');
  await expectTitle('In the trash');
  await expectNoViolationsInBothThemes(popup);
  // The line has the focus, and its button is next.
  await popup.keyboard.press('Tab');
  await popup.keyboard.press('Enter');
  await expectTitle('Saved');
  await expect.poll(savedLinks, POLL).toEqual([{ name: 'The policy', note: 'To read', folders: ['Legal'] }]);
});

test('a popup that opens later shows where the page is saved, and saves a note that was left empty', async () => {
  await openPopup();
  await popup.getByText(/^Saved in Legal, /).waitFor();
  await popup.getByLabel('Note').fill('');
  await popup.getByLabel('Name').focus();
  await expectDone('Note removed.');
  await expect.poll(savedLinks, POLL).toMatchObject([{ note: '' }]);

  await popup.keyboard.press('Escape').catch(() => undefined);
  await expect.poll(() => popup.isClosed(), POLL).toBe(true);
});

test('a popup that is closed while a name is edited saves the name', async () => {
  await openPopup();
  await expectTitle('Saved');
  await popup.getByLabel('Name').fill('Policy of Foldmark');
  await popup.close();
  await expect.poll(savedLinks, POLL).toMatchObject([{ name: 'Policy of Foldmark' }]);

  // Enter and Escape in the same moment.
  await openPopup();
  await expectTitle('Saved');
  await popup.getByLabel('Name').fill('Privacy');
  await popup
    .locator('form')
    .evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    })
    .catch(() => undefined);
  await expect.poll(() => popup.isClosed(), POLL).toBe(true);
  await expect.poll(savedLinks, POLL).toMatchObject([{ name: 'Privacy' }]);
});

test('a text that the fields show in another form is saved only if it is edited', async () => {
  const [link] = await call('/links/list/', {});
  const note = 'One\r\ntwo';
  await openPopup();
  await popup.evaluate(
    `chrome.runtime.sendMessage(${JSON.stringify({ kind: 'perform', label: 'Edited a link', changes: [{ kind: 'link.set', link_id: link?.link_id, name: 'Two\nlines', note }] })})`,
  );
  await expect.poll(savedLinks, POLL).toMatchObject([{ name: 'Two\nlines', note }]);
  await popup.close();

  await openPopup();
  const name = popup.getByLabel('Name');
  await expect.poll(async () => name.inputValue(), POLL).toBe('Twolines');
  await name.press('Enter');
  await popup.getByRole('button', { name: 'Favorite' }).press('Enter');
  await expectDone('Link removed from favorites.');
  await expect.poll(async () => call('/favorites/list/', {}), POLL).toEqual([]);
  expect(await savedLinks()).toMatchObject([{ name: 'Two\nlines', note }]);
});

test('an edit that another device was faster with is not called done', async () => {
  const [link] = await call('/links/list/', {});
  if (link === undefined) throw new Error('There is no link.');
  const { link_id, url } = link;
  await openPopup();
  const name = popup.getByLabel('Name');
  await expect.poll(async () => name.inputValue(), POLL).toBe('Twolines');
  await call('/links/update/', { link_id, url, name: 'From the phone', status_id: 1 });
  await name.fill('From here');
  await name.press('Enter');
  await popup.getByText("1 change couldn't be saved.").waitFor();
  await expect.poll(async () => popup.getByText('Name saved.').count(), POLL).toBe(0);
  await popup.getByRole('button', { name: 'Show' }).press('Enter');
  await popup.getByText('It was changed elsewhere meanwhile.').waitFor();
  await popup.getByRole('button', { name: /^Discard/ }).press('Enter');
  await expect.poll(async () => name.inputValue(), POLL).toBe('From the phone');
  expect(await savedLinks()).toMatchObject([{ name: 'From the phone' }]);
});

test('with the option, a page is saved when the popup opens, and its undo shows the form', async () => {
  const options = await browser.open('options.html');
  await options.getByLabel('Save at once when I click the icon').press('Space');
  await options.close();
  const before = await savedLinks();
  tab = await tabAt('/login');
  await openPopup();
  await expectDone('Saved.');
  await expect.poll(savedLinks, POLL).toHaveLength(before.length + 1);
  await undo();
  await expectTitle('Save to Foldmark');
  await expect.poll(savedLinks, POLL).toEqual(before);
});

/** The links that are not in the trash, as the server knows them. */
async function savedLinks() {
  const [links, folders, members] = await Promise.all([
    call('/links/list/', {}),
    call('/folders/list/', {}),
    call('/folder-links/list/', {}),
  ]);
  return links
    .filter(({ status_id }) => status_id === 1)
    .map(({ link_id, name, note }) => ({
      name,
      note,
      folders: members
        .filter((member) => member.link_id === link_id)
        .map(({ folder_id }) => folders.find((folder) => folder.folder_id === folder_id)?.name),
    }));
}
