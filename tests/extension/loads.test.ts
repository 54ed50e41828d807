import { REDIRECTS } from '@foldmark/extension/build/ids';
import { expect, test } from 'vitest';

import { ChromiumExtension } from './chromium.ts';

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
