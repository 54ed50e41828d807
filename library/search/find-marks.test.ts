import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { findMarks } from './find-marks.ts';
import { fold } from './fold.ts';

/** Generates letters that folding joins, splits or drops, and ordinary ones. */
const letter = fc.oneof(
  fc.constantFrom(...Array.from('aBcßẞæİıéÉσςΣёЁйかがｶﾞﾊﾟ가각ㄱㅏﬁ½𝒜😀שּׁ-= ')),
  fc.constantFrom(
    '\u0301',
    '\u0307',
    '\u0338',
    '\u3099',
    '\u0345',
    '\u1161',
    '\u11a8',
    '\u05c1',
    '\u200d',
    '\u{1f3fd}',
    '👩',
    '\u00ad',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));

test('the marks of a part of a text cover that part', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      const whole = before + part + after;
      const marks = findMarks(whole, [fold(part)]);
      // Folding can join the part with the letters around it. The search then finds the part by its raw text.
      if (!fold(whole).includes(fold(part)) || fold(part) === '') return;
      expect(marks.length).toBeGreaterThan(0);
      for (const { start, end } of marks) expect(fold(whole.slice(start, end))).toContain(fold(part));
    }),
    { numRuns: 1500 },
  );
});

test('marks are sorted, merged and without gaps between neighbours', () => {
  expect(findMarks('abcabd', ['c', 'ab', 'x', ''])).toEqual([{ start: 0, end: 5 }]);
  expect(findMarks('a banana', ['ana'])).toEqual([{ start: 3, end: 8 }]);
  expect(findMarks('aXa', ['a'])).toEqual([
    { start: 0, end: 1 },
    { start: 2, end: 3 },
  ]);
});

test.each([
  ['xn--mnchen-3ya.example.de', 'münchen', ['xn--mnchen-3ya']],
  ['www.XN--MNCHEN-3ya.de', 'www.m', ['www.XN--MNCHEN-3ya']],
  ['xn--mnchen-3ya.de', 'n.de', ['xn--mnchen-3ya.de']],
  ['xn--mnchen-3ya.de', 'xn--m', ['xn--m']],
  ['a.xn--99zzzzzzzz.de', 'de', ['de']],
])('in %s the word %s marks %j', (host, word, marked) => {
  expect(findMarks(host, [fold(word)]).map(({ start, end }) => host.slice(start, end))).toEqual(marked);
});

test.each([
  ['👩‍👩‍👧‍👦 Family', '👩', ['👩‍👩‍👧‍👦']],
  ['Good 👍🏽', '👍', ['👍🏽']],
])('in %s the word %s marks whole emojis', (name, word, marked) => {
  expect(findMarks(name, [fold(word)]).map(({ start, end }) => name.slice(start, end))).toEqual(marked);
});
