import { dateOf, microsOf, type Micros } from '@foldmark/library/entities/records';

/** The headings of a list, by the row that each is above. */
export type Headings = ReadonlyMap<number, string>;

export const NO_HEADINGS: Headings = new Map();

interface DatedRows {
  readonly count: number;
  /** The date of a row. Rows are sorted by date, the newest first unless `isReversed`. */
  readonly dateAt: (row: number) => Micros;
  readonly isReversed: boolean;
  readonly now: Date;
  /** From 1, Monday, to 7, Sunday. */
  readonly firstWeekday: number;
  /** The number of rows above these. */
  readonly above: number;
}

/** Divides rows into days, weeks, months and years. Reads few dates, because a list can have 100,000 rows. */
export function dateHeadings({ count, dateAt, isReversed, above, ...today }: DatedRows): Headings {
  const newestFirst = isReversed ? (place: number) => dateAt(count - 1 - place) : dateAt;
  const headings: (readonly [row: number, text: string])[] = [];
  const periods = periodsBefore(today);
  for (let start = 0; start < count;) {
    const { from, text } = periods.next().value ?? yearOf(newestFirst(start));
    const end = placeOfFirst(newestFirst, from, start, count);
    if (end > start) headings.push([above + (isReversed ? count - end : start), text]);
    start = end;
  }
  return new Map(isReversed ? headings.toReversed() : headings);
}

interface Period {
  readonly from: Micros;
  readonly text: string;
}

/** Today, and the days, the week and the months of this year before it, each up to the next one. */
function* periodsBefore({
  now,
  firstWeekday,
}: Pick<DatedRows, 'now' | 'firstWeekday'>): Generator<Period, undefined> {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const days = [
    { from: startOf(year, month, day), text: 'Today' },
    { from: startOf(year, month, day - 1), text: 'Yesterday' },
    { from: startOf(year, month, day - ((now.getDay() + 7 - firstWeekday) % 7)), text: 'This week' },
  ];
  const months = Array.from({ length: month + 1 }, (_, back) => {
    const first = new Date(year, month - back, 1);
    return { from: microsOf(first), text: monthName(first) };
  });
  let last = Infinity;
  for (const period of [...days, ...months]) {
    // At the start of a week or a month, the next longer period is over.
    if (period.from >= last) continue;
    last = period.from;
    yield period;
  }
}

function yearOf(date: Micros): Period {
  const year = dateOf(date).getFullYear();
  // The Date constructor would read the year 50 as 1950.
  const first = new Date(2000, 0, 1);
  first.setFullYear(year);
  return { from: Math.min(microsOf(first), date), text: String(year) };
}

/** The first place at or after `from` whose date is before the period. */
function placeOfFirst(dateAt: (place: number) => Micros, from: Micros, start: number, end: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (dateAt(middle) >= from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startOf(year: number, month: number, day: number): Micros {
  return microsOf(new Date(year, month, day));
}

let monthFormat: Intl.DateTimeFormat | undefined;

function monthName(date: Date): string {
  monthFormat ??= new Intl.DateTimeFormat(undefined, { month: 'long' });
  return monthFormat.format(date);
}
