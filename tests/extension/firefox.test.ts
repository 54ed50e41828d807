import { REDIRECTS } from '@foldmark/extension/build/ids';
import { hasPrograms } from '@foldmark/tools/support/browsers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { button, type Tab } from '#tests/browsers/tab.ts';
import { type CallApi, apiOf, newMember } from '#tests/e2e/accounts.ts';

import { connectFirefox, tabOf, useSuite } from './connect.ts';
import { FirefoxExtension } from './firefox.ts';

const POLL = { timeout: 60_000 };
/** The key in WebDriver's input actions. */
const ENTER = '\uE007';

describe.skipIf(!hasPrograms(['firefox-esr']))('the extension in Firefox', () => {
  let browser: FirefoxExtension;
  let options: Tab;
  let call: CallApi;
  const names = async () => (await call('/links/list/', {})).map(({ name }) => name);
  beforeAll(async () => {
    useSuite();
    browser = await FirefoxExtension.start();
  });
  afterAll(async () => browser.stop());

  test('the extension has the id of its manifest', async () => {
    const popup = await browser.open('popup.html');
    expect(await popup.evaluate('chrome.identity.getRedirectURL()')).toBe(REDIRECTS.firefox);
  });

  test('a person connects in a window of the server', async () => {
    const account = await newMember();
    options = await connectFirefox(browser, account);
    call = await apiOf(account);
    const apps = await call('/grants/list/', {});
    expect(apps).toMatchObject([{ name: 'Foldmark extension', scopes: ['write'], state: 'active' }]);
  });

  test('the popup saves the page of a tab, and the badge shows that', async () => {
    const url = `${inject('suite').appUrl}/policy`;
    await browser.open(url);
    const find = `chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url === '${url}')?.id ?? null)`;
    const tab = Number(await options.driver.evaluate(find));
    const badge = async () => options.driver.evaluate(`chrome.action.getBadgeText({ tabId: ${tab} })`);
    expect(await badge()).toBe('');
    const popup = tabOf(await browser.open(`popup.html?tab=${tab}`));
    await popup.fill('Name', 'The policy');
    await popup.click(button('Save'));
    await popup.waitFor(button('Move to Trash'));
    await expect.poll(names, POLL).toEqual(['The policy']);

    await popup.fill('Name', 'Another name');
    await popup.type(ENTER);
    await expect.poll(names, POLL).toEqual(['Another name']);
    // The badge is that of the tab in front.
    await options.driver.evaluate(`chrome.tabs.update(${tab}, { active: true }).then(() => null)`);
    await expect.poll(badge, POLL).not.toBe('');
  });

  test('the sidebar finds the page, and opens it', async () => {
    const panel = tabOf(await browser.open('panel.html'));
    const rows = async () =>
      panel.driver.evaluate(
        "[...document.querySelectorAll('[role=treeitem]')].map((row) => row.textContent)",
      );
    await panel.fill('Search my links', 'another');
    await expect.poll(rows, POLL).toEqual([expect.stringContaining('Another name')]);
    const open =
      "chrome.tabs.query({}).then((tabs) => tabs.filter(({ url }) => url.endsWith('/policy')).length)";
    expect(await options.driver.evaluate(open)).toBe(1);
    await panel.type(ENTER);
    await expect.poll(async () => options.driver.evaluate(open), POLL).toBe(2);
  });

  test('the menus have an entry for each thing that can be saved', async () => {
    // Only an entry that exists can be updated.
    const found = await options.driver.evaluate(`Promise.all(
      ['save-page', 'save-link', 'save-selection', 'save-tabs', 'open-panel'].map((id) =>
        chrome.contextMenus.update(id, {}).then(() => true, ({ message }) => message)))`);
    expect(found).toEqual([true, true, true, true, true]);
  });
});
