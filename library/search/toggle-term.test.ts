import { expect, test } from 'vitest';

import { hasTerm, toggledTerm } from './toggle-term.ts';

test.each([
  ['soup', 'is:favorite', 'soup is:favorite'],
  ['', 'has:note', 'has:note'],
  ['soup OR salad', 'is:unfiled', '(soup OR salad) is:unfiled'],
  ['"pumpkin so', 'has:note', '"pumpkin so" has:note'],
  ['soup -is:favorite', 'is:favorite', 'soup -is:favorite is:favorite'],
  ['soup', 'created:"this year"', 'soup created:"this year"'],
])('the search %s with %s is %s, and without it again as before', (text, term, toggled) => {
  expect(hasTerm(text, term)).toBe(false);
  expect(toggledTerm(text, term)).toBe(toggled);
  expect(hasTerm(toggled, term)).toBe(true);
  expect(hasTerm(toggledTerm(toggled, term), term)).toBe(false);
});

test.each([
  ['soup is:fav  pie', 'is:favorite', 'soup pie'],
  ['IS:Starred', 'is:favorite', ''],
  ['soup created:this-year', 'created:"this year"', 'soup'],
])('a field counts in any of its spellings: %s without %s is %j', (text, term, without) => {
  expect(toggledTerm(text, term)).toBe(without);
});
