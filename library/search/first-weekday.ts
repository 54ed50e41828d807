declare global {
  namespace Intl {
    interface Locale {
      /** Missing in Firefox. */
      readonly getWeekInfo?: () => { readonly firstDay: number };
    }
  }
}

const MONDAY = 1;

/**
 * The first day of a week in a language, by default that of dates, from 1, Monday, to 7, Sunday. Monday if the browser does not tell.
 * Not by `navigator.language`, which is no valid locale on some systems, such as `c`.
 */
export function firstWeekday(language = new Intl.DateTimeFormat().resolvedOptions().locale): number {
  return new Intl.Locale(language).getWeekInfo?.().firstDay ?? MONDAY;
}
