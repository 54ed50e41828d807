import { expect, test } from 'vitest';

import { pageDescription, pageTitle } from './page-text.ts';

test.each([
  ['  two \n\t words ', 'two words'],
  ['invoice \u202egpj.exe', 'invoice gpj.exe'],
  ['a \u2066 b \u2069 c\u202a\u202b\u202c\u202d\u2067\u2068', 'a b c'],
  ['bell\u0007 nul\0 escape\u001b[31m delete\u007f next\u0085', 'bell nul escape[31m delete next'],
  ['\u202e \0', ''],
])('the title %j is cleaned to %j', (text, title) => {
  expect(pageTitle(text)).toBe(title);
});

test.each([
  'שלום עולם (abc)\u200f!',
  '\u061cمرحبا 123',
  '\u200eabc',
  'می\u200cخواهم',
  '👩\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e007f}',
])('the title %j stays unchanged', (text) => {
  expect(pageTitle(text)).toBe(text);
});

test('a title is cut at 300 characters without splitting a surrogate pair', () => {
  const title = pageTitle(`${'x'.repeat(299)}😀 and more`);
  expect(title.length).toBeLessThanOrEqual(300);
  expect(title.isWellFormed()).toBe(true);
});

test.each([
  ['a description in one line', ' One \n two\u202e \0', 'One two'],
  ['300 characters', 'x'.repeat(300), 'x'.repeat(300)],
  ['more words than fit', `${'word '.repeat(59)}longer words`, `${'word '.repeat(59).trim()}…`],
  ['a word that ends at the limit', `${'x'.repeat(299)} more`, `${'x'.repeat(299)}…`],
  ['a text without blanks', '字'.repeat(400), `${'字'.repeat(299)}…`],
  ['a pair of surrogates at the limit', `${'x'.repeat(298)}😀😀`, `${'x'.repeat(298)}…`],
  ['half a pair', 'a\ud800', 'a\ufffd'],
])(
  '%s is cleaned, at most 300 characters long, and stays unchanged when cleaned again',
  (_, text, cleaned) => {
    expect(pageDescription(text)).toBe(cleaned);
    expect(cleaned.length).toBeLessThanOrEqual(300);
    expect(pageDescription(cleaned)).toBe(cleaned);
  },
);
