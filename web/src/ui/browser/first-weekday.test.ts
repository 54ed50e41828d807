import { expect, test } from 'vitest';

import { firstWeekday } from './first-weekday.ts';

test.each([
  ['en-US', 7],
  ['de-DE', 1],
  ['ar-EG', 6],
])('a week in %s begins on day %i', (language, day) => {
  expect(firstWeekday(language)).toBe(day);
});
