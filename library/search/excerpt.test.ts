import { expect, test } from 'vitest';

import { excerptOf } from './excerpt.ts';
import { findMarks } from './find-marks.ts';
import { fold } from './fold.ts';

const excerpt = (link: { url: string; note?: string }, word: string) => {
  const found = excerptOf({ note: '', ...link }, (text) => findMarks(text, [fold(word)]));
  return found === null
    ? null
    : [found.text, ...found.marks.map(({ start, end }) => found.text.slice(start, end))];
};

test.each([
  ['https://www.example.com/menu', '', 'menu', ['example.com/menu', 'menu']],
  ['https://a.example/stra%C3%9Fe', '', 'Straße', ['a.example/straße', 'straße']],
  ['https://a.example/', 'Needs 2 pumpkins', 'pumpkin', ['Needs 2 pumpkins', 'pumpkin']],
  ['https://a.example/a-long-path-of-words-and-more/x?utm=1', '', 'utm', ['…rds-and-more/x?utm=1', 'utm']],
])('%s with the note "%s" is found by %s', (url, note, word, expected) => {
  expect(excerpt({ url, note }, word)).toEqual(expected);
});

test('a text without the word has no excerpt, and a long note a short one', () => {
  expect(excerpt({ url: 'https://a.example/', note: 'Other' }, 'word')).toBeNull();
  const [text = ''] =
    excerpt({ url: 'a.example', note: `${'😀'.repeat(1000)}word${'x'.repeat(1000)}` }, 'word') ?? [];
  expect(text.length).toBeLessThan(210);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain('word');
});
