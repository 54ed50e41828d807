import { evaluationError } from '#firestore/pipeline/expression.ts';
import { startOfDay } from '#firestore/pipeline/functions/calendar.ts';

/** A custom offset, such as `GMT+06:32:43`: https://firebase.google.com/docs/firestore/pipelines/functions/timestamp-functions */
const CUSTOM_OFFSET =
  /^(?:GMT|UTC)?(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>[0-5]\d)(?::?(?<seconds>[0-5]\d))?)?$/u;
const MAX_OFFSET = 18 * 3600;

/** The offset of a time zone at a time, in seconds. */
export function offsetAt(zone: string, seconds: number): number {
  if (zone === 'UTC') return 0;
  const custom = CUSTOM_OFFSET.exec(zone)?.groups;
  return custom === undefined ? namedOffset(zone, seconds) : customOffset(zone, custom);
}

function customOffset(zone: string, parts: Readonly<Record<string, string | undefined>>): number {
  const { sign, hours, minutes = 0, seconds = 0 } = parts;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (size > MAX_OFFSET) throw unknownZone(zone);
  return sign === '-' ? -size : size;
}

function namedOffset(zone: string, seconds: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, value]),
  );
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = numberOf('year');
  // The year before 1 AD is 1 BC.
  const isBefore = parts.get('era')?.startsWith('B') === true;
  const local = startOfDay(isBefore ? 1 - year : year, numberOf('month') - 1, numberOf('day'));
  local.setUTCHours(numberOf('hour'), numberOf('minute'), numberOf('second'));
  return local.getTime() / 1000 - seconds;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw unknownZone(timeZone);
  }
}

function unknownZone(zone: string): Error {
  return evaluationError(`The time zone ${zone} is unknown.`);
}
