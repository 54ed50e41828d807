import { expect, test } from 'vitest';

import { differenceText, markedParts, mergedText, reasonsText } from './group-texts.ts';

const PLAIN = 'https://shop.invalid/p';

test('the text says how a link differs from the link that stays', () => {
  expect(differenceText(PLAIN, PLAIN)).toBe('Same url');
  expect(differenceText('https://Shop.invalid:443/%70', PLAIN)).toBe('Same address, written differently');
  expect(differenceText('http://www.shop.invalid/p/', PLAIN)).toBe(
    'Differs in http and https, www, trailing slash',
  );
});

test('the reasons of a group are listed once, with only the first of many values', () => {
  expect(reasonsText([PLAIN, PLAIN, PLAIN])).toBe('Same url');
  expect(reasonsText([PLAIN, 'https://Shop.invalid/p'])).toBe('Same address, written differently');
  expect(reasonsText([PLAIN, `${PLAIN}/`, 'http://shop.invalid/p/'])).toBe(
    'Differ in trailing slash, http and https',
  );
  expect(reasonsText([PLAIN, `${PLAIN}?fbclid=1`, `${PLAIN}?gclid=1&fbclid=2`])).toBe(
    'Differ in tracking parameters fbclid, gclid',
  );
  expect(reasonsText([PLAIN, ...['#a', '#b', '#c', '#d', '#e', '#f'].map((hash) => PLAIN + hash)])).toBe(
    'Differ in place in the page #a, #b, #c, #d, and 2 more',
  );
});

test.each([
  ['https://a.invalid/p', 'http://a.invalid/p', 'http[s]://a.invalid/p'],
  [
    'http://www.a.invalid/p/?utm_source=x#top',
    'https://a.invalid/p',
    'http://[www.]a.invalid/p[/][?utm_source=x][#top]',
  ],
  ['https://a.invalid/p?id=5', 'https://a.invalid/p?utm_source=x&id=5', 'https://a.invalid/p?id=5'],
  ['https://a.invalid/p?a=1&b=2', 'https://a.invalid/p?b=2&a=1', 'https://a.invalid/p?[a=1&b=2]'],
  [
    `https://a.invalid/${'x'.repeat(200)}?id=5`,
    `https://a.invalid/${'x'.repeat(200)}`,
    `https://a.invalid/${'x'.repeat(79)}…${'x'.repeat(40)}[?id=5]`,
  ],
  ['mailto:a@b.invalid', 'mailto:b@b.invalid', 'mailto:[a]@b.invalid'],
])('marks what %s has and %s has not', (url, other, marked) => {
  const parts = markedParts(url, other);
  expect(parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')).toBe(marked);
});

test('the toast counts the merged duplicates and the links that stay', () => {
  expect(mergedText(1, 1)).toBe('Merged 1 duplicate into 1 link.');
  expect(mergedText(1204, 2)).toBe('Merged 1,204 duplicates into 2 links.');
});
