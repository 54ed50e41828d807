import type * as z from 'zod/mini';

import type { FailureCode } from './failures.ts';
import type { Scope } from './scopes.ts';

export interface Endpoint {
  readonly summary: string;
  /** The requirement for the caller: nothing, a valid ID token, or a token and a profile. */
  readonly needs: 'nothing' | 'token' | 'profile';
  /**
   * What an access token needs for this call. 'never': no token can make it. 'open': the call ignores tokens,
   * because it needs no caller.
   */
  readonly scope: Scope | 'never' | 'open';
  readonly input: z.core.$ZodType;
  readonly answer: z.core.$ZodType;
  /** The failures of this call, besides those of its `needs` and the `SHARED_FAILURES`. */
  readonly failures: readonly FailureCode[];
  /** Set if a caller with a subscription needs no answer. Then `Prefer: return=minimal` gets 204 without a body. */
  readonly minimal?: true;
  /**
   * Set if the call accepts an `Idempotency-Key`. A repeat of a 'creation' creates nothing and returns the current object. A
   * repeat of a 'change' changes nothing, even if the object was changed since.
   */
  readonly keyed?: 'creation' | 'change';
  /** Set if a repeat fails or does harm. Then a client must not repeat the call by itself after a lost connection. */
  readonly once?: true;
  /** The failure of a repeat, and of a change that another device has already made. A client can treat it as success. */
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
  'tokenInUrl',
  'unexpected',
] as const satisfies readonly FailureCode[];

/** The additional failures of each value of `needs`. */
export const FAILURES_OF_NEED = {
  nothing: [],
  token: ['notSignedIn', 'tooManyCalls'],
  profile: ['notSignedIn', 'tooManyCalls', 'noProfile'],
} as const satisfies Record<Endpoint['needs'], readonly FailureCode[]>;

/** The failures of a call with an access token, besides those of the call. */
export const TOKEN_FAILURES = [
  'badToken',
  'tokenExpired',
  'tokenRevoked',
  'tokenScope',
  'notByToken',
] as const satisfies readonly FailureCode[];
