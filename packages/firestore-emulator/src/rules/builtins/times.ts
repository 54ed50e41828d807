import { GeoPoint } from '#firestore/model/value.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import { accepting, of1, of2, of3, of4Ints } from '#firestore/rules/builtins/builtin.ts';
import type { Builtin, Methods } from '#firestore/rules/builtins/builtin.ts';
import { Failure, typeError } from '#firestore/rules/values/slot.ts';
import { Duration, nanosOf, timestampOf } from '#firestore/rules/values/duration.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue } from '#firestore/rules/values/rule-value.ts';

const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;
const EARTH_RADIUS_METRES = 6_371_010;

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['w', 7n * DAY],
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
  ['ms', SECOND / 1_000n],
  ['ns', 1n],
]);

const OUT_OF_RANGE = 'The time is out of range.';

function duration(nanos: bigint): Duration | Failure {
  return Duration.of(nanos) ?? new Failure(OUT_OF_RANGE);
}

function timestamp(nanos: bigint): Timestamp | Failure {
  return timestampOf(nanos) ?? new Failure(OUT_OF_RANGE);
}

/** https://firebase.google.com/docs/reference/rules/rules.Timestamp (everything is in UTC) */
export const TIMESTAMP_METHODS: Methods = new Map([
  ['date', of1('timestamp', 'timestamp', (time) => timestamp(nanosOf(time) - sinceMidnight(time)))],
  ['time', of1('timestamp', 'duration', (time) => duration(sinceMidnight(time)))],
  ['year', part((date) => date.getUTCFullYear())],
  ['month', part((date) => date.getUTCMonth() + 1)],
  ['day', part((date) => date.getUTCDate())],
  // Monday is 1 and Sunday is 7.
  ['dayOfWeek', part((date) => ((date.getUTCDay() + 6) % 7) + 1)],
  ['dayOfYear', part(dayOfYear)],
  ['hours', part((date) => date.getUTCHours())],
  ['minutes', part((date) => date.getUTCMinutes())],
  ['seconds', part((date) => date.getUTCSeconds())],
  ['nanos', of1('timestamp', 'int', (time) => BigInt(time.nanos))],
  [
    'toMillis',
    of1('timestamp', 'int', (time) => BigInt(time.seconds * 1_000 + Math.floor(time.nanos / 1_000_000))),
  ],
]);

function part(read: (date: Date) => number): Builtin {
  return of1('timestamp', 'int', (time) => BigInt(read(new Date(time.seconds * 1_000))));
}

function dayOfYear(date: Date): number {
  const start = new Date(date);
  start.setUTCMonth(0, 1);
  return Math.round((date.getTime() - start.getTime()) / 86_400_000) + 1;
}

function sinceMidnight(time: Timestamp): bigint {
  return ((nanosOf(time) % DAY) + DAY) % DAY;
}

/** https://firebase.google.com/docs/reference/rules/rules.Duration */
export const DURATION_METHODS: Methods = new Map([
  ['seconds', of1('duration', 'int', ({ nanos }) => nanos / SECOND)],
  ['nanos', of1('duration', 'int', ({ nanos }) => nanos % SECOND)],
]);

/** https://firebase.google.com/docs/reference/rules/rules.LatLng */
export const LATLNG_METHODS: Methods = new Map([
  ['latitude', of1('latlng', 'float', (point) => point.latitude)],
  ['longitude', of1('latlng', 'float', (point) => point.longitude)],
  ['distance', of2(['latlng', 'latlng'], 'float', distance)],
]);

/** The great-circle distance in metres. */
function distance(from: GeoPoint, to: GeoPoint): number {
  const radians = Math.PI / 180;
  const latitudes = Math.sin(((to.latitude - from.latitude) * radians) / 2) ** 2;
  const longitudes = Math.sin(((to.longitude - from.longitude) * radians) / 2) ** 2;
  const chord = latitudes + Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * longitudes;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** https://firebase.google.com/docs/reference/rules/rules.duration_ */
export const DURATION_FUNCTIONS: Methods = new Map([
  ['abs', of1('duration', 'duration', ({ nanos }) => new Duration(nanos < 0n ? -nanos : nanos))],
  [
    'time',
    of4Ints('duration', (hours, minutes, seconds, nanos) =>
      duration(hours * HOUR + minutes * MINUTE + seconds * SECOND + nanos),
    ),
  ],
  [
    'value',
    of2(['int', 'string'], 'duration', (magnitude, unit) => {
      const nanos = UNITS.get(unit);
      return nanos === undefined
        ? new Failure(`Unknown unit of time '${unit}'.`)
        : duration(magnitude * nanos);
    }),
  ],
]);

/** https://firebase.google.com/docs/reference/rules/rules.timestamp_ */
export const TIMESTAMP_FUNCTIONS: Methods = new Map([
  ['date', of3(['int', 'int', 'int'], 'timestamp', dateOf)],
  ['value', accepting(of1('any', 'timestamp', toTimestamp), ['int', 'string'])],
]);

/** Like the official emulator, days and hours beyond their range continue in the next month or day. */
const DATE_AND_TIME =
  /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** The official emulator also takes a text, which the documentation does not mention. */
function toTimestamp(value: RuleValue): Timestamp | Failure {
  if (typeof value === 'bigint') return timestamp(value * 1_000_000n);
  if (typeof value !== 'string') return typeError([typeOf(value)], 'int, string');
  const found = DATE_AND_TIME.exec(value);
  if (found === null) return new Failure('The string is not a valid timestamp.');
  const [, year, month, day, hours, minutes, seconds, fraction = '', sign, zoneHours, zoneMinutes] = found;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds));
  const zone = BigInt(zoneHours ?? 0) * HOUR + BigInt(zoneMinutes ?? 0) * MINUTE;
  const local = BigInt(date.getTime()) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
  return timestamp(sign === '-' ? local + zone : local - zone);
}

function dateOf(year: bigint, month: bigint, day: bigint): Timestamp | Failure {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const exact = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
  return exact ? timestamp(BigInt(date.getTime()) * 1_000_000n) : new Failure('There is no such date.');
}

/** https://firebase.google.com/docs/reference/rules/rules.latlng_ */
export const LATLNG_FUNCTIONS: Methods = new Map([
  [
    'value',
    of2(['number', 'number'], 'latlng', (latitude, longitude) => {
      const point = new GeoPoint(Number(latitude), Number(longitude));
      const exists = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180;
      return exists ? point : new Failure('Latitude or longitude out of range.');
    }),
  ],
]);
