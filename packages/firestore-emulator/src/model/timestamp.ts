import { Timestamp } from '#firestore/model/value.ts';

const NANOS_PER_MICRO = 1000;
const MICROS_PER_SECOND = 1_000_000;
const NANOS_PER_MILLI = 1_000_000;

export function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

/**
 * Converts microseconds since the epoch. A double holds them exactly until the year 2255, which is enough for clocks,
 * commits and read times. Timestamps in documents reach the year 9999, so they are never converted.
 */
export function timestampOfMicros(micros: number): Timestamp {
  const seconds = Math.floor(micros / MICROS_PER_SECOND);
  return new Timestamp(seconds, (micros - seconds * MICROS_PER_SECOND) * NANOS_PER_MICRO);
}

export function microsOf(time: Timestamp): number {
  return time.seconds * MICROS_PER_SECOND + Math.floor(time.nanos / NANOS_PER_MICRO);
}

/** Server timestamps have millisecond precision, although commit times have microseconds. */
export function truncatedToMillis(time: Timestamp): Timestamp {
  return new Timestamp(time.seconds, time.nanos - (time.nanos % NANOS_PER_MILLI));
}
