import { REDIRECTS } from '@foldmark/extension/build/ids';
import { hasPrograms } from '@foldmark/tools/support/browsers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { apiOf, newMember } from '#tests/e2e/accounts.ts';

import { connectFirefox, useSuite } from './connect.ts';
import { FirefoxExtension } from './firefox.ts';

describe.skipIf(!hasPrograms(['firefox-esr']))('the extension in Firefox', () => {
  let browser: FirefoxExtension;
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
    await connectFirefox(browser, account);
    const apps = await (await apiOf(account))('/grants/list/', {});
    expect(apps).toMatchObject([{ name: 'Foldmark extension', scopes: ['write'], state: 'active' }]);
  });
});
