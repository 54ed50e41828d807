import { EXTENSION } from '@foldmark/contract/own-clients';
import { expect, test } from 'vitest';

import { CHROME_KEY, chromeId, REDIRECTS } from './ids.ts';

test('a key gives the id that Chrome derives from it', () => {
  expect(chromeId(CHROME_KEY)).toBe('kopmploegcffflafkoeekifhkdbknoaa');
});

test('the redirect addresses have the forms of each browser', () => {
  expect(REDIRECTS).toEqual({
    chrome: 'https://kopmploegcffflafkoeekifhkdbknoaa.chromiumapp.org/',
    firefox: 'https://3fcdba5b2e7f44abefc870b593bd42cb34dcbb11.extensions.allizom.org/',
  });
});

test('the server knows the redirect addresses, with their path and without', () => {
  const withPath = EXTENSION.redirect_uris.filter((uri) => uri.endsWith('/'));
  expect(withPath).toEqual(Object.values(REDIRECTS));
  expect(EXTENSION.redirect_uris).toEqual(withPath.flatMap((uri) => [uri, uri.slice(0, -1)]));
});
