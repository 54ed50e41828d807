declare global {
  namespace Intl {
    interface Locale {
      /** Missing in Firefox. */
      readonly getWeekInfo?: () => { readonly firstDay: number };
    }
  }
}

const MONDAY = 1;

/** The first day of a week in a language, from 1, Monday, to 7, Sunday. Monday if the browser does not tell. */
export function firstWeekday(language = navigator.language): number {
  return new Intl.Locale(language).getWeekInfo?.().firstDay ?? MONDAY;
}
