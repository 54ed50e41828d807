import type * as z from 'zod/mini';

import type { FailureCode } from './failures.ts';

export interface Endpoint {
  readonly summary: string;
  /** What the caller needs: nothing, a valid ID token, or a token and a profile. */
  readonly needs: 'nothing' | 'token' | 'profile';
  readonly input: z.core.$ZodType;
  readonly answer: z.core.$ZodType;
  /** The failures of this call in addition to those of its `needs` and to `SHARED_FAILURES`. */
  readonly failures: readonly FailureCode[];
  /** A caller with a subscription needs no answer: `Prefer: return=minimal` gets 204 without a body. */
  readonly minimal?: true;
  /**
   * The call takes an `Idempotency-Key`. A repeat with the same key creates nothing and gets the object as it is now ('creation'),
   * or changes nothing even if the object was changed since ('change').
   */
  readonly keyed?: 'creation' | 'change';
  /** A repeat fails or does harm, so a client must not repeat the call by itself after a lost connection. */
  readonly once?: true;
  /** The failure of a repeat, and of a change that another device has made before. A client can treat it as a success. */
  readonly doneAlready?: FailureCode;
}

/** The failures of every call. */
export const SHARED_FAILURES = [
  'malformed',
  'notAnObject',
  'forbiddenKey',
  'tooDeep',
  'wrongMethod',
  'tooLarge',
  'wrongType',
  'badRequestKey',
  'unknownApp',
  'unexpected',
] as const satisfies readonly FailureCode[];

/** The failures that follow from what a call needs. */
export const FAILURES_OF_NEED = {
  nothing: [],
  token: ['notSignedIn', 'tooManyCalls'],
  profile: ['notSignedIn', 'tooManyCalls', 'noProfile'],
} as const satisfies Record<Endpoint['needs'], readonly FailureCode[]>;
