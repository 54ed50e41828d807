import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { didYouMean } from './did-you-mean.ts';
import { editDistance } from './edit-distance.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import { Vocabulary } from './vocabulary.ts';

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const vocabulary = finish(Vocabulary.of(sampleLibrary()));

test.each([
  ['javscript', ['javascript']],
  ['JavaScirpt -bad', ['javascript -bad']],
  ['pumkin soop', ['pumpkin soup']],
  ['istambul travel', ['istanbul travel']],
  ['strase berln', ['strasse berlin']],
  ['kuhce is:favorite', ['kuche is:favorite']],
  ['metroo', ['metro']],
  // Each word is known, but no link has both.
  ['javascript berlin', []],
  // Two edits from a short word lead to any other.
  ['ad', []],
  ['xyzzyx', []],
  ['pumkin xyzzyx', []],
  ['"javscript"', []],
  ['javascript -javscript', []],
])('%s: did you mean %j', (text, proposals) => {
  expect(finish(didYouMean(text, vocabulary))).toEqual(proposals);
});

test('an edit inserts, deletes or replaces a letter, or swaps two', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
  fc.assert(
    fc.property(letters, letters, (left, right) => {
      const distance = editDistance(left.join(''), right.join(''), 20);
      expect(distance).toBe(slowDistance(left, right));
      expect(editDistance(left.join(''), right.join(''), 2)).toBe(Math.min(distance, 3));
    }),
    { numRuns: 500 },
  );
});

/** Tries each edit of the first letters. */
function slowDistance(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [left[0], right[0]];
  if (a === undefined || b === undefined) return left.length + right.length;
  const [restOfLeft, restOfRight] = [left.slice(1), right.slice(1)];
  return Math.min(
    slowDistance(restOfLeft, restOfRight) + (a === b ? 0 : 1),
    slowDistance(restOfLeft, right) + 1,
    slowDistance(left, restOfRight) + 1,
    a === right[1] && b === left[1] ? slowDistance(left.slice(2), right.slice(2)) + 1 : Infinity,
  );
}
