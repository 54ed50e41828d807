import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Finder, RESULTS_MAX_COUNT } from './finder.ts';
import { fuzzyQuery, lettersOf, scoreOf } from './fuzzy.ts';

const NEVER = () => false;
const ALWAYS = () => true;

function finderOf(names: readonly string[], { isReady = true, recent = [] as readonly number[] } = {}) {
  return new Finder<string>({
    links: {
      keys: names.map((_, index) => index),
      names,
      letters: names.map(lettersOf),
      isReady,
      version: 0,
    },
    extras: () => [
      { value: 'New Link', name: 'new link', letters: lettersOf('new link'), bonus: 10, recency: undefined },
      ...recent.map((key, recency) => {
        const name = names[key] ?? '';
        return { value: `recent ${name}`, name, letters: lettersOf(name), bonus: 0, recency };
      }),
    ],
    recentLinks: new Set(recent),
  });
}

function find(finder: Finder<string>, text: string) {
  finder.start(text);
  finder.run(NEVER);
  return finder.results.map(({ item }) => item);
}

test('the best matches come first, recent ones with the whole text before all', () => {
  const names = ['a blink', 'link', 'link list', 'kiln'];
  expect(find(finderOf(names), 'link')).toEqual([1, 2, 'New Link', 0]);
  expect(find(finderOf(names, { recent: [0, 3, 1] }), 'link')).toEqual([
    'recent a blink',
    'recent link',
    2,
    'New Link',
  ]);
  expect(find(finderOf(names, { recent: [3] }), 'kn').at(0)).toBe('recent kiln');
  expect(find(finderOf(names), '')).toEqual([]);
});

test('at most 50 results are kept, the best of all', () => {
  const names = Array.from({ length: 2000 }, (_, index) => (index === 1999 ? 'link' : `some link ${index}`));
  const found = find(finderOf(names), 'link');
  expect(found).toHaveLength(RESULTS_MAX_COUNT);
  expect(found[0]).toBe(1999);
});

test('the results do not depend on the order of the names, nor on how many are better', () => {
  const some = fc.array(fc.constantFrom('bake', 'bread', 'a bread', 'rye', 'abc', 'b read', 'red bar'), {
    minLength: 2,
  });
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'd', 'e', 'r', ' '), maxLength: 4 });
  fc.assert(
    fc.property(some, letters, (words, text) => {
      const names = Array.from({ length: 300 }, (_, index) => words.slice(index % words.length).join(' '));
      const query = fuzzyQuery(text);
      const best = names
        .map((name) => scoreOf(name, query))
        .filter((one) => one > 0)
        .sort((left, right) => right - left);
      const finder = finderOf(names);
      find(finder, text);
      const found = finder.results.flatMap(({ item, score }) => (typeof item === 'number' ? [score] : []));
      expect(found).toEqual(best.slice(0, found.length));
      expect(finder.results).toHaveLength(
        Math.min(RESULTS_MAX_COUNT, finder.results.length - found.length + best.length),
      );
    }),
  );
});

test('a search in slices, or while the names are being prepared, has the same results', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `link ${index}`);
  const whole = find(finderOf(names), 'lk 29');
  const sliced = finderOf(names);
  sliced.start('lk 29');
  let slices = 0;
  for (; !sliced.isDone; slices += 1) sliced.run(ALWAYS);
  expect(slices).toBeGreaterThan(2);
  expect(sliced.results.map(({ item }) => item)).toEqual(whole);

  const links = { keys: [] as number[], names, letters: names.map(lettersOf), isReady: false, version: 0 };
  const early = new Finder<string>({ links, extras: () => [], recentLinks: new Set() });
  early.start('lk 29');
  early.run(NEVER);
  expect([early.isDone, early.results.length]).toEqual([false, 0]);
  links.keys = names.map((_, index) => index);
  links.isReady = true;
  early.run(NEVER);
  expect(early.isDone).toBe(true);
  expect(early.results.map(({ item }) => item)).toEqual(whole);
});

test('typing and deleting letters has the same results as a new search', () => {
  const names = ['bake bread', 'break', 'a bed', 'bead', 'red', 'dear ada', 'broad band'];
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'd', 'e', 'k', 'r', ' '), maxLength: 5 });
  fc.assert(
    fc.property(fc.array(letters), (texts) => {
      const finder = finderOf(names);
      for (const text of texts) expect(find(finder, text)).toEqual(find(finderOf(names), text));
    }),
  );
});
