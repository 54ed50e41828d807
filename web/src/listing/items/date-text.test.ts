import { microsOf } from '@foldmark/library/entities/records';
import { expect, test } from 'vitest';

import { fullDate, shortDate } from './date-text.ts';

const NOW = new Date(2026, 10, 23);

test('a date shows its year only if it is another one', () => {
  const before = shortDate(microsOf(new Date(2019, 2, 12)), NOW);
  const lately = shortDate(microsOf(new Date(2026, 2, 12)), NOW);
  expect(before).toContain('2019');
  expect(lately).not.toContain('2026');
  for (const text of [before, lately]) expect(text).toContain('12');
  expect(fullDate(microsOf(new Date(2026, 2, 12)))).toContain('2026');
});
