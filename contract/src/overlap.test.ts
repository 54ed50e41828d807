import { expect, test } from 'vitest';

import { overlapStart, REREAD_MAX } from './overlap.ts';

const SECOND = 1_000_000;
const AT = 10_000 * SECOND;
/** One document for each second before `AT`. */
const everySecond = (count: number) => Array.from({ length: count }, (_, index) => AT - index * SECOND);

test.each([
  ['no documents', [], 300],
  ['documents from before', everySecond(1000).map((at) => at - 300 * SECOND), 300],
  ['as many documents as may be read again', everySecond(REREAD_MAX), 300],
  ['more documents than that', everySecond(1000), REREAD_MAX],
  ['an import that ended a second before', Array.from({ length: 1000 }, () => AT - SECOND), 10],
])('with %s, a list of newer documents starts early enough for late commits', (_, timestamps, seconds) => {
  expect(overlapStart(timestamps, AT)).toBe(AT - seconds * SECOND);
});

test('a list of newer documents does not start before 1970', () => {
  expect(overlapStart([], SECOND)).toBe(0);
});
