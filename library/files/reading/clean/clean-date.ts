const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** The time between 1601, the epoch of Windows and Chrome, and 1970. */
const SINCE_1601_MS = 11_644_473_600 * SECOND_MS;
/** Before this date there was no web, so an earlier date is wrong. */
const EARLIEST = Date.UTC(1990, 0, 1);

const NUMBER = /^[+-]?\d{1,25}(?:\.\d{0,25})?$/;
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\s?(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
/** Dates in OPML, such as `Mon, 01 Feb 2021 10:00:00 +0100`. */
const RFC_822 =
  /^(?:[a-z]{3},\s?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))?(?: (Z|UTC?|GMT|[+-]\d{4}))?$/i;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Longer texts are no dates. */
const LENGTH_MAX = 50;

/**
 * Returns the ISO date of a number or text in any unit that exporters write. Null if the date is unknown: words, zero, before
 * 1990, or more than a day in the future.
 */
export function cleanDate(raw: unknown, now: number): string | null {
  const time = typeof raw === 'number' ? fromNumber(raw) : typeof raw === 'string' ? fromText(raw) : NaN;
  // Not written as `time < EARLIEST`, because that is false for NaN.
  return time >= EARLIEST && time <= now + DAY_MS ? new Date(Math.floor(time)).toISOString() : null;
}

function fromText(raw: string): number {
  if (raw.length > LENGTH_MAX) return NaN;
  const text = raw.trim();
  if (NUMBER.test(text)) return fromNumber(Number(text));
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, fraction, zone] = iso;
    const ms = fraction === undefined ? 0 : Number(`0.${fraction}`) * SECOND_MS;
    return fromParts(year, Number(month), day, [hour, minute, second], zone) + ms;
  }
  const [, day, month = '', year, hour, minute, second, zone] = RFC_822.exec(text) ?? [];
  return fromParts(year, MONTHS.indexOf(month.toLowerCase()) + 1, day, [hour, minute, second], zone);
}

/** The size tells the unit: seconds, milliseconds, microseconds, microseconds since 1601, or nanoseconds. */
function fromNumber(value: number): number {
  const size = Math.abs(value);
  if (size < 1e11) return value * SECOND_MS;
  if (size < 1e14) return value;
  if (size < 1e16) return value / 1000;
  if (size < 1e17) return value / 1000 - SINCE_1601_MS;
  return size >= 1e18 && size < 1e19 ? value / 1e6 : NaN;
}

function fromParts(
  year: string | undefined,
  month: number,
  day: string | undefined,
  clock: readonly (string | undefined)[],
  zone: string | undefined,
): number {
  const [hours, minutes, seconds] = clock.map((part) => Number(part ?? 0));
  if (hours === undefined || minutes === undefined || seconds === undefined) return NaN;
  if (hours > 23 || minutes > 59 || seconds > 60) return NaN;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  // Rejects 31 February, which Date.UTC would turn into a day in March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== Number(day)) return NaN;
  return date.getTime() + ((hours * 60 + minutes) * 60 + seconds) * SECOND_MS - offsetOf(zone);
}

function offsetOf(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '') ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 * SECOND_MS;
  return sign === '-' ? -offset : offset;
}
