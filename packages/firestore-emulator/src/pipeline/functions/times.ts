import type { PipelineFunction } from '#firestore/pipeline/expression.ts';
import { evaluationError, onValues } from '#firestore/pipeline/expression.ts';
import {
  dayOfYear,
  isoWeekOf,
  isoYearOf,
  MONDAY,
  startOfDay,
  startOfIsoYear,
  startOfWeek,
  SUNDAY,
  weekOfYear,
} from '#firestore/pipeline/functions/calendar.ts';
import { offsetAt } from '#firestore/pipeline/functions/time-zones.ts';
import { numberOf, stringOf, timestampOf } from '#firestore/pipeline/operands.ts';
import type { Value } from '#firestore/model/value.ts';
import { Timestamp } from '#firestore/model/value.ts';

const MICROS_PER_SECOND = 1_000_000n;
const NANOS_PER_MICRO = 1000n;
const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;

/** The units of fixed length, in microseconds. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['microsecond', 1n],
  ['millisecond', 1000n],
  ['second', MICROS_PER_SECOND],
  ['minute', 60n * MICROS_PER_SECOND],
  ['hour', 3600n * MICROS_PER_SECOND],
  ['day', 86_400n * MICROS_PER_SECOND],
]);

/** The granularities and parts of weeks, with the first day of the week. */
const WEEKS: ReadonlyMap<string, number> = new Map([
  ['week', SUNDAY],
  ['isoweek', MONDAY],
  ...'sunday monday tuesday wednesday thursday friday saturday'
    .split(' ')
    .map((day, index) => [`week(${day})`, index] as const),
]);

function microsOf({ seconds, nanos }: Timestamp): bigint {
  return BigInt(seconds) * MICROS_PER_SECOND + BigInt(nanos) / NANOS_PER_MICRO;
}

function timestampAt(micros: bigint): Timestamp {
  const seconds = floorDivide(micros, MICROS_PER_SECOND);
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
    throw evaluationError('A timestamp lies outside the years 1 to 9999.');
  }
  return new Timestamp(Number(seconds), Number((micros - seconds * MICROS_PER_SECOND) * NANOS_PER_MICRO));
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}

function unitOf(value: Value | undefined): bigint {
  const unit = UNITS.get(stringOf(value).toLowerCase());
  if (unit === undefined) throw evaluationError(`The unit of time ${stringOf(value)} is unknown.`);
  return unit;
}

function wholeOf(value: Value | undefined): bigint {
  const number = numberOf(value);
  if (typeof number === 'bigint') return number;
  if (Number.isInteger(number)) return BigInt(number);
  throw evaluationError('A number of units of time is not an integer.');
}

function adder(sign: bigint): PipelineFunction {
  return onValues(3, 3, (time, unit, amount) =>
    timestampAt(microsOf(timestampOf(time)) + sign * unitOf(unit) * wholeOf(amount)),
  );
}

function fromUnix(unit: bigint): PipelineFunction {
  return onValues(1, 1, (value) => timestampAt(wholeOf(value) * unit));
}

function toUnix(unit: bigint): PipelineFunction {
  return onValues(1, 1, (value) => floorDivide(microsOf(timestampOf(value)), unit));
}

/** The offset of a time zone at a time, in microseconds. */
function microsOffsetAt(zone: string, micros: bigint): bigint {
  return BigInt(offsetAt(zone, Number(floorDivide(micros, MICROS_PER_SECOND)))) * MICROS_PER_SECOND;
}

/** The local time of a zone, as the date whose UTC fields show it. */
function localDate(
  time: Value | undefined,
  zone: string,
): { readonly micros: bigint; readonly date: Date; readonly offset: bigint } {
  const utc = microsOf(timestampOf(time));
  const offset = microsOffsetAt(zone, utc);
  const micros = utc + offset;
  return { micros, date: new Date(Number(floorDivide(micros, 1000n))), offset };
}

function zoneOf(value: Value | undefined): string {
  return value === undefined ? 'UTC' : stringOf(value);
}

function truncate(
  time: Value | undefined,
  granularity: Value | undefined,
  timeZone: Value | undefined,
): Value {
  const zone = zoneOf(timeZone);
  const name = stringOf(granularity).toLowerCase();
  const { micros, date, offset } = localDate(time, zone);
  const local = truncateLocal(micros, date, name);
  // An hour that the end of daylight saving time repeats stays the same hour.
  if (name !== 'day' && UNITS.has(name)) return timestampAt(local - offset);
  // The offset at the start of a longer period can differ from the offset now.
  return timestampAt(local - microsOffsetAt(zone, local - microsOffsetAt(zone, local)));
}

function truncateLocal(micros: bigint, date: Date, granularity: string): bigint {
  const unit = UNITS.get(granularity);
  if (unit !== undefined) return floorDivide(micros, unit) * unit;
  const firstWeekday = WEEKS.get(granularity);
  if (firstWeekday !== undefined) return microsAt(startOfWeek(date, firstWeekday));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (granularity) {
    case 'month':
      return microsAt(startOfDay(year, month, 1));
    case 'quarter':
      return microsAt(startOfDay(year, month - (month % 3), 1));
    case 'year':
      return microsAt(startOfDay(year, 0, 1));
    case 'isoyear':
      return microsAt(startOfIsoYear(date));
    default:
      throw evaluationError(`The granularity ${granularity} is not supported.`);
  }
}

function microsAt(date: Date): bigint {
  return BigInt(date.getTime()) * 1000n;
}

function extract(time: Value | undefined, part: Value | undefined, timeZone: Value | undefined): Value {
  const name = stringOf(part).toLowerCase();
  const { micros, date } = localDate(time, zoneOf(timeZone));
  const value = partOf(micros, date, name);
  if (value === undefined) throw evaluationError(`The part ${name} of a time is not supported.`);
  return BigInt(value);
}

function partOf(micros: bigint, date: Date, name: string): number | bigint | undefined {
  if (name === 'isoweek') return isoWeekOf(date);
  const firstWeekday = WEEKS.get(name);
  if (firstWeekday !== undefined) return weekOfYear(date, firstWeekday);
  const ofSecond = micros - floorDivide(micros, MICROS_PER_SECOND) * MICROS_PER_SECOND;
  const month = date.getUTCMonth();
  const parts = new Map<string, number | bigint>([
    ['microsecond', ofSecond],
    ['millisecond', ofSecond / 1000n],
    ['second', date.getUTCSeconds()],
    ['minute', date.getUTCMinutes()],
    ['hour', date.getUTCHours()],
    ['day', date.getUTCDate()],
    ['dayofweek', date.getUTCDay() + 1],
    ['dayofyear', dayOfYear(date)],
    ['month', month + 1],
    ['quarter', Math.floor(month / 3) + 1],
    ['year', date.getUTCFullYear()],
    ['isoyear', isoYearOf(date)],
  ]);
  return parts.get(name);
}

export const TIMES: Readonly<Record<string, PipelineFunction>> = {
  current_timestamp: {
    least: 0,
    most: 0,
    evaluate: (_args, { environment }) => environment.now,
  },
  timestamp_add: adder(1n),
  timestamp_subtract: adder(-1n),
  timestamp_sub: adder(-1n),
  timestamp_diff: onValues(
    3,
    3,
    (end, start, unit) =>
      // Whole units: a bigint division drops the rest.
      (microsOf(timestampOf(end)) - microsOf(timestampOf(start))) / unitOf(unit),
  ),
  timestamp_trunc: onValues(2, 3, truncate),
  timestamp_extract: onValues(2, 3, extract),
  unix_seconds_to_timestamp: fromUnix(MICROS_PER_SECOND),
  unix_millis_to_timestamp: fromUnix(1000n),
  unix_micros_to_timestamp: fromUnix(1n),
  timestamp_to_unix_seconds: toUnix(MICROS_PER_SECOND),
  timestamp_to_unix_millis: toUnix(1000n),
  timestamp_to_unix_micros: toUnix(1n),
};
