import { REDIRECTS } from '@foldmark/extension/build/ids';
import { hasPrograms } from '@foldmark/tools/support/browsers';
import { expect, test } from 'vitest';

import { ChromiumExtension } from './chromium.ts';
import { FirefoxExtension } from './firefox.ts';

test('Chromium loads the extension with the id of its key', async () => {
  const browser = await ChromiumExtension.start();
  try {
    const worker = await browser.worker();
    expect(await worker.evaluate('chrome.identity.getRedirectURL()')).toBe(REDIRECTS.chrome);
    const popup = await browser.open('popup.html');
    expect(await popup.title()).toBe('Save to Foldmark');
  } finally {
    await browser.stop();
  }
});

test.skipIf(!hasPrograms(['firefox-esr']))(
  'Firefox installs the zip with the id of its manifest',
  async () => {
    const browser = await FirefoxExtension.start();
    try {
      const popup = await browser.open('popup.html');
      expect(await popup.evaluate('document.title')).toBe('Save to Foldmark');
      expect(await popup.evaluate('chrome.identity.getRedirectURL()')).toBe(REDIRECTS.firefox);
    } finally {
      await browser.stop();
    }
  },
);
