import { expect, test } from 'vitest';

import type { Value } from '#firestore/model/value.ts';
import { Timestamp } from '#firestore/model/value.ts';
import { call, resultOf } from '#firestore/testing/pipeline-functions.ts';

function at(text: string): Timestamp {
  return new Timestamp(Date.parse(text) / 1000, 0);
}

function shown(value: Value | undefined): string {
  return value instanceof Timestamp ? new Date(value.seconds * 1000).toISOString().slice(0, 19) : '';
}

// 2024-02-29 is a Thursday.
test.each([
  ['week', '2024-02-25T00:00:00'],
  ['week(sunday)', '2024-02-25T00:00:00'],
  ['week(monday)', '2024-02-26T00:00:00'],
  ['week(tuesday)', '2024-02-27T00:00:00'],
  ['week(wednesday)', '2024-02-28T00:00:00'],
  ['week(thursday)', '2024-02-29T00:00:00'],
  ['week(friday)', '2024-02-23T00:00:00'],
  ['week(saturday)', '2024-02-24T00:00:00'],
  ['WEEK(Friday)', '2024-02-23T00:00:00'],
  ['isoweek', '2024-02-26T00:00:00'],
  ['month', '2024-02-01T00:00:00'],
  ['quarter', '2024-01-01T00:00:00'],
  ['year', '2024-01-01T00:00:00'],
  ['isoyear', '2024-01-01T00:00:00'],
])('timestamp_trunc to %s', (granularity, expected) => {
  expect(shown(resultOf(call('timestamp_trunc', at('2024-02-29T12:34:56Z'), granularity)))).toBe(expected);
});

test.each([
  ['2027-01-03T12:00:00Z', '2025-12-29T00:00:00'],
  ['2027-01-04T12:00:00Z', '2027-01-04T00:00:00'],
  ['2024-12-30T12:00:00Z', '2024-12-30T00:00:00'],
])('timestamp_trunc of %s to isoyear', (time, expected) => {
  expect(shown(resultOf(call('timestamp_trunc', at(time), 'isoyear')))).toBe(expected);
});

// 2023-01-01 is a Sunday, 2021-01-01 and 2027-01-01 are Fridays.
test.each([
  ['2023-01-01T00:00:00Z', 'week', 1n],
  ['2023-12-31T00:00:00Z', 'week', 53n],
  ['2021-01-02T00:00:00Z', 'week', 0n],
  ['2021-01-03T00:00:00Z', 'week', 1n],
  ['2021-01-01T00:00:00Z', 'week(friday)', 1n],
  ['2021-01-01T00:00:00Z', 'week(saturday)', 0n],
  ['2021-01-02T00:00:00Z', 'week(saturday)', 1n],
  ['2021-01-03T00:00:00Z', 'week(monday)', 0n],
  ['2021-01-04T00:00:00Z', 'week(monday)', 1n],
  ['2020-12-31T00:00:00Z', 'week(wednesday)', 53n],
  ['2021-01-03T23:59:59Z', 'isoweek', 53n],
  ['2021-01-03T23:59:59Z', 'isoyear', 2020n],
  ['2021-01-04T00:00:00Z', 'isoweek', 1n],
  ['2024-12-30T00:00:00Z', 'isoweek', 1n],
  ['2024-12-30T00:00:00Z', 'isoyear', 2025n],
  ['2024-12-30T00:00:00Z', 'year', 2024n],
  ['2024-12-31T00:00:00Z', 'dayofyear', 366n],
  ['2024-12-31T00:00:00Z', 'dayofweek', 3n],
])('timestamp_extract from %s of %s', (time, part, expected) => {
  expect(resultOf(call('timestamp_extract', at(time), part))).toBe(expected);
});

test('an unknown granularity or part is an error', () => {
  expect(() => resultOf(call('timestamp_trunc', at('2024-02-29'), 'week(day)'))).toThrow('not supported');
  for (const part of ['week()', 'constructor']) {
    expect(() => resultOf(call('timestamp_extract', at('2024-02-29'), part))).toThrow('not supported');
  }
});

test('time zones apply to the first years too', () => {
  const time = at('0050-06-15T12:00:00Z');
  expect(resultOf(call('timestamp_extract', time, 'year', 'Europe/Berlin'))).toBe(50n);
  // Berlin was 53 minutes and 28 seconds ahead of Greenwich before its time zone.
  expect(shown(resultOf(call('timestamp_trunc', time, 'day', 'Europe/Berlin')))).toBe('0050-06-14T23:06:32');
  expect(resultOf(call('timestamp_extract', at('0001-01-01T00:00:00Z'), 'year', 'America/New_York'))).toBe(
    0n,
  );
});

test.each([
  ['GMT+06:32:43', '2025-12-31T17:27:17'],
  ['GMT-3', '2026-01-01T03:00:00'],
  ['+0530', '2025-12-31T18:30:00'],
])('the offset %s is a time zone', (zone, expected) => {
  expect(shown(resultOf(call('timestamp_trunc', at('2026-01-24T20:00:00Z'), 'month', zone)))).toBe(expected);
});

test.each(['GMT+19', 'GMT+1:60', 'Europe/Nowhere'])('the time zone %s is unknown', (zone) => {
  expect(() => resultOf(call('timestamp_extract', at('2026-01-24'), 'hour', zone))).toThrow(
    `${zone} is unknown`,
  );
});

test('timestamp_trunc keeps an hour that the end of daylight saving time repeats', () => {
  const [first, second] = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((time) =>
    shown(resultOf(call('timestamp_trunc', at(time), 'hour', 'America/New_York'))),
  );
  expect([first, second]).toEqual(['2026-11-01T05:00:00', '2026-11-01T06:00:00']);
});
