/*
 * Each function takes and returns dates whose UTC fields show a local time. A weekday is a number from 0 for Sunday to 6.
 */

const DAY = 86_400_000;
export const SUNDAY = 0;
export const MONDAY = 1;
const THURSDAY_AFTER_MONDAY = 3;

export function startOfDay(year: number, month: number, day: number): Date {
  const date = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month, day);
  return date;
}

/** The days since the start of the week. */
function daysIntoWeek(date: Date, firstWeekday: number): number {
  return (date.getUTCDay() - firstWeekday + 7) % 7;
}

export function startOfWeek(date: Date, firstWeekday: number): Date {
  const day = date.getUTCDate() - daysIntoWeek(date, firstWeekday);
  return startOfDay(date.getUTCFullYear(), date.getUTCMonth(), day);
}

/** The day of the year, from 1. */
export function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - startOfDay(date.getUTCFullYear(), 0, 1).getTime()) / DAY) + 1;
}

/** The week of the year. Week 1 starts with the first `firstWeekday` of the year, and week 0 has the days before. */
export function weekOfYear(date: Date, firstWeekday: number): number {
  return Math.floor((dayOfYear(date) + 6 - daysIntoWeek(date, firstWeekday)) / 7);
}

/** The year of ISO 8601: that of the week's Thursday. */
export function isoYearOf(date: Date): number {
  const thursday = startOfWeek(date, MONDAY);
  thursday.setUTCDate(thursday.getUTCDate() + THURSDAY_AFTER_MONDAY);
  return thursday.getUTCFullYear();
}

/** The Monday of the week that has January 4. */
export function startOfIsoYear(date: Date): Date {
  return startOfWeek(startOfDay(isoYearOf(date), 0, 4), MONDAY);
}

export function isoWeekOf(date: Date): number {
  return Math.floor((date.getTime() - startOfIsoYear(date).getTime()) / (7 * DAY)) + 1;
}
