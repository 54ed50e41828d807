import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { microsOf } from '@foldmark/library/entities/records';

import { dateHeadings } from './date-headings.ts';

/** A Friday. */
const NOW = new Date(2026, 10, 27, 15);

const MONDAY = 1;
const SUNDAY = 7;

function headingsOf(
  days: readonly string[],
  now = NOW,
  isReversed = false,
  above = 0,
  firstWeekday = MONDAY,
) {
  const dates = days.map((day) => microsOf(new Date(`${day}T12:00`)));
  return [
    ...dateHeadings({
      count: dates.length,
      dateAt: (row) => dates[row] ?? 0,
      isReversed,
      now,
      firstWeekday,
      above,
    }),
  ];
}

const DAYS = [
  '2027-01-05',
  '2026-11-27',
  '2026-11-26',
  '2026-11-25',
  '2026-11-24',
  '2026-11-02',
  '2026-10-31',
  '2026-01-01',
  '2025-12-31',
  '2025-01-01',
  '2019-06-01',
];

test('dates are divided into days, this week, months of this year and years', () => {
  expect(headingsOf(DAYS)).toEqual([
    [0, 'Today'],
    [2, 'Yesterday'],
    [3, 'This week'],
    [5, 'November'],
    [6, 'October'],
    [7, 'January'],
    [8, '2025'],
    [10, '2019'],
  ]);
});

test('a period begins at midnight', () => {
  const midnight = microsOf(new Date(2026, 10, 27));
  const dates = [midnight, midnight - 1];
  const headings = dateHeadings({
    count: 2,
    dateAt: (row) => dates[row] ?? 0,
    isReversed: false,
    now: NOW,
    firstWeekday: MONDAY,
    above: 0,
  });
  expect([...headings]).toEqual([
    [0, 'Today'],
    [1, 'Yesterday'],
  ]);
});

test('a reversed list has the same headings from the oldest on, below the rows above it', () => {
  expect(headingsOf(DAYS.toReversed(), NOW, true, 3)).toEqual([
    [3, '2019'],
    [4, '2025'],
    [6, 'January'],
    [7, 'October'],
    [8, 'November'],
    [9, 'This week'],
    [11, 'Yesterday'],
    [12, 'Today'],
  ]);
});

test.each([
  [
    'on the first day of a week',
    new Date(2026, 10, 23, 9),
    ['2026-11-22', '2026-11-21'],
    ['Yesterday', 'November'],
  ],
  [
    'a week over the end of a month',
    new Date(2026, 11, 3, 9),
    ['2026-11-30', '2026-11-28'],
    ['This week', 'November'],
  ],
  [
    'on New Year',
    new Date(2027, 0, 1, 9),
    ['2026-12-31', '2026-12-30', '2026-12-01'],
    ['Yesterday', 'This week', '2026'],
  ],
])('no heading repeats a longer period: %s', (_, now, days, texts) => {
  expect(headingsOf(days, now).map(([, text]) => text)).toEqual(texts);
});

test('a week begins on the first weekday of the language', () => {
  const days = ['2026-11-22', '2026-11-21'];
  const textsOf = (firstWeekday: number) =>
    headingsOf(days, NOW, false, 0, firstWeekday).map(([, text]) => text);
  expect(textsOf(SUNDAY)).toEqual(['This week', 'November']);
  expect(textsOf(MONDAY)).toEqual(['November']);
});

test('each heading is above the first row of its period, and each row is below one', () => {
  const minutes = fc.array(fc.integer({ min: -1000, max: 3_000_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(minutes, fc.boolean(), (ages, isReversed) => {
      const newest = ages.toSorted((left, right) => left - right);
      const dates = (isReversed ? newest.toReversed() : newest).map(
        (age) => microsOf(NOW) - age * 60_000_000,
      );
      const headings = dateHeadings({
        count: dates.length,
        dateAt: (row) => dates[row] ?? 0,
        isReversed,
        now: NOW,
        firstWeekday: MONDAY,
        above: 0,
      });
      expect([...headings.keys()]).toEqual([...headings.keys()].toSorted((left, right) => left - right));
      expect(headings.has(0)).toBe(true);
      expect(new Set(headings.values()).size).toBe(headings.size);
      // A row alone has the heading that it has in the list.
      let heading = '';
      for (const [row, date] of dates.entries()) {
        heading = headings.get(row) ?? heading;
        const alone = dateHeadings({
          count: 1,
          dateAt: () => date,
          isReversed,
          now: NOW,
          firstWeekday: MONDAY,
          above: 0,
        });
        expect(alone.get(0)).toBe(heading);
      }
    }),
  );
});
