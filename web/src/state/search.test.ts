import { expect, test } from 'vitest';

import { isSameSearch } from './search.ts';

test.each([
  ['/search?q=soup', 'soup ', null, true],
  ['/search?q=soup', 'stew', null, false],
  ['/search?q=soup&in=7', 'soup', '7', true],
  ['/search?q=soup&in=7', 'soup', '8', false],
  ['/search?q=soup&in=7', 'soup', null, false],
  ['/search?q=soup', 'soup', 'trash', false],
])('%s with the text %j in %j on the page is current: %j', (path, text, place, isCurrent) => {
  expect(isSameSearch(path, { text, in: place })).toBe(isCurrent);
});
