import { expect, test } from 'vitest';

import { extensionOffer } from './extension-offer.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME_URL = 'https://chromewebstore.google.com/detail/foldmark/a';
const STORES = { 'foldmark.example': { chrome: CHROME_URL, firefox: '' } };

test('a browser for which the deployment has the address of a store gets the extension there', () => {
  const fromStore = { from: 'store', url: CHROME_URL, store: 'the Chrome Web Store' };
  expect(extensionOffer(CHROME, 'foldmark.example', STORES)).toEqual(fromStore);
  expect(extensionOffer(`${CHROME} Edg/156.0.0.0`, 'foldmark.example', STORES)).toEqual(fromStore);
  expect(extensionOffer(FIREFOX, 'foldmark.example', STORES)).toBeNull();
  expect(extensionOffer(CHROME, 'other.example', STORES)).toBeNull();
});

test('a Foldmark on this computer has the extension in its folder', () => {
  for (const userAgent of [CHROME, FIREFOX])
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(extensionOffer(userAgent, host)).toEqual({ from: 'folder' });
});

test.each([
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
  ],
  ['Chrome on Android', `${CHROME.replace('X11; Linux x86_64', 'Linux; Android 16')} Mobile`],
  ['Firefox on Android', FIREFOX.replace('X11; Linux x86_64', 'Android 16; Mobile')],
  [
    'Chrome on an iPad',
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/156.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  ['an old Firefox', FIREFOX.replaceAll('140.0', '128.0')],
  ['an old Chrome', CHROME.replace('156', '120')],
])('%s is offered none', (_browser, userAgent) => {
  expect(extensionOffer(userAgent, 'localhost')).toBeNull();
});
