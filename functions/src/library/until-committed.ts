import { setTimeout as pauseFor } from 'node:timers/promises';

const ABORTED = 10;
/** gRPC's CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, INTERNAL, UNAVAILABLE and UNAUTHENTICATED, which the SDK tries again too. */
const PASSING: ReadonlySet<unknown> = new Set([1, 2, 4, 13, 14, 16]);
/** How the SDK words the one INVALID_ARGUMENT that a new transaction helps against. */
const EXPIRED = /transaction has expired/u;

/** Before the second to the fifth attempt. Who holds the documents is done within milliseconds. */
const CONTENTION_PAUSES_MS = [20, 60, 180, 540];
const OUTAGE_PAUSES_MS = [500, 1000, 2000, 4000];
/** Between half and one and a half of a pause, so that two that met do not meet again. */
const JITTER = 0.5;

export interface Timing {
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** At least 0 and less than 1. */
  readonly random: () => number;
}

const REAL: Timing = { pause: pauseFor, random: Math.random };

/**
 * Runs an attempt at a transaction until one succeeds, five times at most. The SDK would wait a second before the second
 * attempt and more before each other one, and up to a minute after RESOURCE_EXHAUSTED, which is longer than a call may take:
 * that is not tried again at all.
 */
export async function untilCommitted<T>(attempt: () => Promise<T>, { pause, random } = REAL): Promise<T> {
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
  if (!(error instanceof Error) || !('code' in error)) return [];
  if (error.code === ABORTED) return CONTENTION_PAUSES_MS;
  return PASSING.has(error.code) || EXPIRED.test(error.message) ? OUTAGE_PAUSES_MS : [];
}
