import { Timestamp } from '#firestore/model/value.ts';

const NANOS_PER_SECOND = 1_000_000_000n;
/** The range of a Timestamp, from year 1 to year 9999, in seconds since the epoch. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;
/** The limit of google.protobuf.Duration: about 10,000 years. */
const MAX_DURATION = 315_576_000_000n * NANOS_PER_SECOND;

export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }

  /** Returns null for more than 10,000 years. */
  static of(nanos: bigint): Duration | null {
    return nanos > MAX_DURATION || nanos < -MAX_DURATION ? null : new Duration(nanos);
  }
}

export function nanosOf(time: Timestamp): bigint {
  return BigInt(time.seconds) * NANOS_PER_SECOND + BigInt(time.nanos);
}

/** Returns null outside of the years 1 to 9999. */
export function timestampOf(nanos: bigint): Timestamp | null {
  const rest = ((nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const seconds = (nanos - rest) / NANOS_PER_SECOND;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return null;
  return new Timestamp(Number(seconds), Number(rest));
}
