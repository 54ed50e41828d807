import { microsOf, type Micros } from '#library/entities/records.ts';

/** A time range from `from` up to `to`, exclusive. */
export interface Period {
  readonly from: Micros;
  readonly to: Micros;
}

export interface Today {
  /** The time, in milliseconds since 1970. */
  readonly now: number;
  /** The first day of a week: from 1, Monday, to 7, Sunday. By default Monday. */
  readonly firstWeekday?: number;
}

const MONDAY = 1;
const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const COMPARISON = /^(>=|<=|>|<)(.+)$/;
const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;

/** An age, such as 30d. */
const AGE = /^([<>]?)=?\s*(\d{1,4})\s*([dwmy])$/;
/** What users may type for a date, apart from digits. */
export const DATE_WORDS = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'this month',
  'last month',
  'this year',
  'last year',
] as const;
type DateWord = (typeof DATE_WORDS)[number];

/**
 * Reads the value of `created:`, `before:` or `after:`. A date is a year, a month or a day in the time zone of the browser, or a
 * word such as `last month`. An age such as `<30d` is counted in days from today. Null if the value is not understood.
 */
export function periodOf(field: 'created' | 'before' | 'after', value: string, today: Today): Period | null {
  const age = ageOf(field, value, today);
  if (age !== null) return age;
  if (field === 'before') return compared('<', value, today);
  if (field === 'after') return compared('>=', value, today);
  const [, sign, date] = COMPARISON.exec(value) ?? [];
  if (sign !== undefined && date !== undefined) return compared(sign, date, today);
  const range = value.indexOf('..');
  return range === -1 ? dateOf(value, today) : between(value.slice(0, range), value.slice(range + 2), today);
}

const BEGUN = /^(?:\d{0,3}|\d{4}-0?|\d{4}-\d{1,2}-0?|\d{4}(?:-\d{1,2}){0,2}\.)$/;

/** Whether the value is no date yet, but can become one when the user types on. */
export function isDateBegun(value: string): boolean {
  const [, , last = ''] = /^([<>]?=?)(?:.*\.\.)?(.*)$/.exec(value) ?? [];
  if (BEGUN.test(last)) return true;
  return DATE_WORDS.some((word) => word !== last && word.startsWith(last));
}

/** `created:30d` and `<30d` are younger, `>30d` is older. A whole day belongs to the younger ones. */
function ageOf(field: 'created' | 'before' | 'after', value: string, today: Today): Period | null {
  const [, sign, count, unit] = AGE.exec(value) ?? [];
  if (count === undefined || (sign !== '' && field !== 'created')) return null;
  const date = new Date(today.now);
  const [years, months, days] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const ago = Number(count);
  const from = {
    d: () => startOf(years, months, days - ago),
    w: () => startOf(years, months, days - 7 * ago),
    m: () => startOf(years, months - ago, days),
    y: () => startOf(years - ago, months, days),
  };
  const at = Object.entries(from).find(([name]) => name === unit)?.[1]();
  if (at === undefined) return null;
  return field === 'before' || sign === '>' ? { from: FIRST, to: at } : { from: at, to: LAST };
}

function compared(sign: string, value: string, today: Today): Period | null {
  const date = dateOf(value, today);
  if (date === null) return null;
  if (sign === '<') return { from: FIRST, to: date.from };
  if (sign === '<=') return { from: FIRST, to: date.to };
  return { from: sign === '>' ? date.to : date.from, to: LAST };
}

/** Both dates are included. Either may be missing. */
function between(first: string, last: string, today: Today): Period | null {
  const from = first === '' ? FIRST : dateOf(first, today)?.from;
  const to = last === '' ? LAST : dateOf(last, today)?.to;
  if (from === undefined || to === undefined || from >= to || first + last === '') return null;
  return { from, to };
}

function dateOf(value: string, today: Today): Period | null {
  const word = DATE_WORDS.find((each) => each === value.trim().replaceAll(/[\s_-]+/g, ' '));
  if (word !== undefined) return periodOfWord(word, today);
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (year === undefined) return null;
  if (month === undefined) return { from: startOf(Number(year), 1, 1), to: startOf(Number(year) + 1, 1, 1) };
  const [y, m, d] = [Number(year), Number(month), Number(day ?? 1)];
  if (m < 1 || m > 12 || d < 1 || d > lastDayOf(y, m)) return null;
  const to = day === undefined ? startOf(y, m + 1, 1) : startOf(y, m, d + 1);
  return { from: startOf(y, m, d), to };
}

function periodOfWord(word: DateWord, { now, firstWeekday = MONDAY }: Today): Period {
  const date = new Date(now);
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const weekStart = day - ((date.getDay() + 7 - firstWeekday) % 7);
  const back = word.startsWith('last') ? 1 : 0;
  switch (word) {
    case 'today':
      return { from: startOf(year, month, day), to: startOf(year, month, day + 1) };
    case 'yesterday':
      return { from: startOf(year, month, day - 1), to: startOf(year, month, day) };
    case 'this week':
    case 'last week':
      return {
        from: startOf(year, month, weekStart - 7 * back),
        to: startOf(year, month, weekStart + 7 - 7 * back),
      };
    case 'this month':
    case 'last month':
      return { from: startOf(year, month - back, 1), to: startOf(year, month - back + 1, 1) };
    case 'this year':
    case 'last year':
      return { from: startOf(year - back, 1, 1), to: startOf(year - back + 1, 1, 1) };
  }
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
