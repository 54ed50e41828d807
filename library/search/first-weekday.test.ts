import { afterEach, expect, test, vi } from 'vitest';

import { firstWeekday } from './first-weekday.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['en-US', 7],
  ['de-DE', 1],
  ['ar-EG', 6],
])('a week in %s begins on day %i', (language, day) => {
  expect(firstWeekday(language)).toBe(day);
});

test('a browser whose language is no locale has a first day too', () => {
  vi.stubGlobal('navigator', { language: 'c' });
  expect([1, 6, 7]).toContain(firstWeekday());
});
