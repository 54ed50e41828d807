import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { findFolded, fold } from './fold.ts';

test.each([
  ['JavaScript', 'javascript'],
  ['CAFÉ cafe\u0301', 'cafe cafe'],
  ['İSTANBUL Işık', 'istanbul isik'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Øresund Łódź Ægir œuvre Đorđe Þór', 'oresund lodz aegir oeuvre dorde thor'],
  ['ΟΔΟΣ οδός ᾳ', 'οδοσ οδοσ α'],
  ['Ёжик', 'ежик'],
  ['й', 'й'],
  ['ﾕｰｻﾞｰ ＡＢＣ', 'ユーザー abc'],
  ['がか', 'がか'],
  ['각가', '각가'],
  ['ﬁ ½ ㍿', 'fi 1⁄2 株式会社'],
  ['Ạ́', 'a'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

/** Letters that folding joins, splits or drops, and others. */
const letter = fc.oneof(
  fc.constantFrom(...Array.from('aBcßẞæİıéÉσςΣёЁйかがｶﾞﾊﾟ가각ㄱㅏﬁ½𝒜😀שּׁ-= ')),
  fc.constantFrom('\u0301', '\u0307', '\u0338', '\u3099', '\u0345', '\u1161', '\u11a8', '\u05c1', '\u200d'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));

test('the marks of a part of a text cover that part', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      const whole = before + part + after;
      const marks = findFolded(whole, [fold(part)]);
      // Folding can join the part with the letters around it. The words of a search then find it by its raw text.
      if (!fold(whole).includes(fold(part)) || part === '') return;
      expect(marks.length).toBeGreaterThan(0);
      for (const { start, end } of marks) expect(fold(whole.slice(start, end))).toContain(fold(part));
    }),
    { numRuns: 1500 },
  );
});

test('marks are sorted, merged and without gaps between neighbours', () => {
  expect(findFolded('abcabd', ['c', 'ab', 'x', ''])).toEqual([{ start: 0, end: 5 }]);
  expect(findFolded('aXa', ['a'])).toEqual([
    { start: 0, end: 1 },
    { start: 2, end: 3 },
  ]);
});
