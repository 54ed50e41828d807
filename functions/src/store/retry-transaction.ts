import { setTimeout as pauseFor } from 'node:timers/promises';

import { codeOf, messageOf } from '#functions/errors/error-fields.ts';

const ABORTED = 10;
/** gRPC's CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, INTERNAL, UNAVAILABLE and UNAUTHENTICATED. The SDK retries these too. */
const TRANSIENT: ReadonlySet<unknown> = new Set([1, 2, 4, 13, 14, 16]);
/** The message of the only INVALID_ARGUMENT error that a new transaction can fix. */
const EXPIRED = /transaction has expired/u;

/** The delays before the second to the fifth attempt. The other transaction usually commits within milliseconds. */
const CONTENTION_PAUSES_MS = [20, 60, 180, 540];
const OUTAGE_PAUSES_MS = [500, 1000, 2000, 4000];
/** Each wait is multiplied by a random factor from 0.5 to 1.5, so that two transactions do not collide again. */
const JITTER = 0.5;

export interface Timing {
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Returns a number from 0 up to 1, exclusive. */
  readonly random: () => number;
}

const REAL: Timing = { pause: pauseFor, random: Math.random };

/**
 * Runs a transaction until an attempt commits, at most five times. Replaces the SDK's own retries, which wait a second before the
 * second attempt and longer before each later one. After RESOURCE_EXHAUSTED the SDK would wait up to a minute, which is longer
 * than a call may take.
 */
export async function retryTransaction<T>(attempt: () => Promise<T>, { pause, random } = REAL): Promise<T> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wait = pausesAfter(error)[failed];
      if (wait === undefined) throw error;
      await pause(wait * (1 - JITTER + 2 * JITTER * random()));
    }
  }
}

function pausesAfter(error: unknown): readonly number[] {
  const code = codeOf(error);
  if (code === ABORTED) return CONTENTION_PAUSES_MS;
  const isPassing = TRANSIENT.has(code) || (code !== undefined && EXPIRED.test(messageOf(error)));
  return isPassing ? OUTAGE_PAUSES_MS : [];
}
