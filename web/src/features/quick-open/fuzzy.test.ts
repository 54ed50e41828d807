import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { fold } from '@foldmark/library/search/fold';

import { fuzzyQuery, lettersOf, marksIn, scoreOf } from './fuzzy.ts';

const score = (name: string, typed: string) => scoreOf(fold(name), fuzzyQuery(typed));
const marked = (name: string, typed: string) =>
  marksIn(name, fuzzyQuery(typed)).map(({ start, end }) => name.slice(start, end));

test.each([
  ['rec', 'Recipes', 'My Recipes'],
  ['rec', 'My Recipes', 'Prerecorded'],
  ['rec', 'Prerecorded', 'Rather exact'],
  ['gh', 'Go home', 'A long path'],
  ['bake', 'Bake', 'Bake bread'],
  ['bake', 'Bake bread', 'Bake bread and rolls'],
  ['bread bake', 'Bake bread', 'Break bed after ease'],
  ['new link', 'New Link', 'A newer blink'],
])('the query %j ranks %j before %j', (typed, better, worse) => {
  expect(score(better, typed)).toBeGreaterThan(score(worse, typed));
});

test.each([
  ['rcps', 'Recipes', ['R', 'c', 'p', 's']],
  ['cafe', 'Le Café', ['Café']],
  ['strasse', 'Straße', ['Straße']],
  ['fold new', 'New Folder', ['New', 'Fold']],
  ['ke', 'Make keys', ['ke']],
  ['日本', '東京と日本', ['日本']],
])('the query %j finds %j, and marks the matching letters', (typed, name, marks) => {
  expect(score(name, typed)).toBeGreaterThan(0);
  expect(marked(name, typed)).toEqual(marks);
});

test('a name without one of the letters, or with them in another order, does not match', () => {
  expect(score('Recipes', 'rex')).toBe(0);
  expect(score('Recipes', 'pr')).toBe(0);
  expect(score('Recipes', 'rec pizza')).toBe(0);
  expect(score('Recipes', '  ')).toBe(0);
});

test('a name that the quick test of letters rules out never matches, and marks spell the query', () => {
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', 'ß', '.', 'é', '1') }),
  );
  fc.assert(
    fc.property(names, names, (name, typed) => {
      const query = fuzzyQuery(typed);
      const isPossible = (query.letters & ~lettersOf(fold(name))) === 0;
      const matches = scoreOf(fold(name), query) > 0;
      expect(matches && !isPossible).toBe(false);
      let last = 0;
      for (const { start, end } of marksIn(name, query)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(name.length);
    }),
  );
});
