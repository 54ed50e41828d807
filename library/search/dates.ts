import { microsOf, type Micros } from '#library/entities/records.ts';

/** A time range from `from` up to `to`, exclusive. */
export interface Period {
  readonly from: Micros;
  readonly to: Micros;
}

const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const COMPARISON = /^(>=|<=|>|<)(.+)$/;
const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;

/**
 * Reads the value of `created:`, `before:` or `after:`. A date is a year, a month or a day in the time zone of the browser.
 * Null if the value is not understood.
 */
export function periodOf(field: 'created' | 'before' | 'after', value: string): Period | null {
  if (field === 'before') return compared('<', value);
  if (field === 'after') return compared('>=', value);
  const [, sign, date] = COMPARISON.exec(value) ?? [];
  if (sign !== undefined && date !== undefined) return compared(sign, date);
  const range = value.indexOf('..');
  return range === -1 ? dateOf(value) : between(value.slice(0, range), value.slice(range + 2));
}

function compared(sign: string, value: string): Period | null {
  const date = dateOf(value);
  if (date === null) return null;
  if (sign === '<') return { from: FIRST, to: date.from };
  if (sign === '<=') return { from: FIRST, to: date.to };
  return { from: sign === '>' ? date.to : date.from, to: LAST };
}

/** Both dates are included. Either may be missing. */
function between(first: string, last: string): Period | null {
  const from = first === '' ? FIRST : dateOf(first)?.from;
  const to = last === '' ? LAST : dateOf(last)?.to;
  if (from === undefined || to === undefined || from >= to || first + last === '') return null;
  return { from, to };
}

function dateOf(value: string): Period | null {
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (year === undefined) return null;
  if (month === undefined) return { from: startOf(Number(year), 1, 1), to: startOf(Number(year) + 1, 1, 1) };
  const [y, m, d] = [Number(year), Number(month), Number(day ?? 1)];
  if (m < 1 || m > 12 || d < 1 || d > lastDayOf(y, m)) return null;
  const to = day === undefined ? startOf(y, m + 1, 1) : startOf(y, m, d + 1);
  return { from: startOf(y, m, d), to };
}

function lastDayOf(year: number, month: number): number {
  return localDate(year, month + 1, 0).getDate();
}

function startOf(year: number, month: number, day: number): Micros {
  return microsOf(localDate(year, month, day));
}

/** Months and days above their range continue in the next year or month. The Date constructor would read the year 50 as 1950. */
function localDate(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  return date;
}
