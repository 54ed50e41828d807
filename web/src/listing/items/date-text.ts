import { dateOf, type Micros } from '@foldmark/library/entities/records';

interface Formats {
  readonly thisYear: Intl.DateTimeFormat;
  readonly otherYear: Intl.DateTimeFormat;
  readonly full: Intl.DateTimeFormat;
}

let formats: Formats | undefined;

/** Created once, on the first use: creating a format takes longer than rendering a row. */
function formatsOf(): Formats {
  formats ??= {
    thisYear: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
    otherYear: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }),
    full: new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }),
  };
  return formats;
}

/** For example '12 Mar 2019', in the user's locale. Without the year if it is the current one. */
export function shortDate(at: Micros, now = new Date()): string {
  const { thisYear, otherYear } = formatsOf();
  const date = dateOf(at);
  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(date);
}

/** Date and time, in words. */
export function fullDate(at: Micros): string {
  return formatsOf().full.format(dateOf(at));
}
