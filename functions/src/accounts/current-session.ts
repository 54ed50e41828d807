import { FRESH_SESSION_MS } from '@foldmark/contract/limits';

import { Failure } from '#functions/errors/failure.ts';
import type { Account, Caller } from '#functions/services/accounts.ts';

/** The identity provider ends the sessions when a person changes the password, but the session that did so goes on. */
const SAME_SIGN_IN_MS = 60_000;

/** An ID token is valid for an hour after its session has ended. It must not get an access token, which is valid for longer. */
export function requireCurrentSession({ signedInAt, provider }: Caller, account: Account | null): void {
  if (account === null) throw new Failure('notSignedIn');
  // A Google login has taken over the account since.
  const isTakenOver = provider === 'password' && !account.hasPassword;
  const endedAt = account.sessionsEndedAt.getTime() - SAME_SIGN_IN_MS;
  if (isTakenOver || signedInAt.getTime() < endedAt) throw new Failure('notSignedIn');
}

/** Whether the person has logged in, or confirmed the password, a short time ago. */
export function isFresh({ signedInAt }: Caller, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() <= FRESH_SESSION_MS;
}
