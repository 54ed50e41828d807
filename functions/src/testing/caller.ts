import type { Caller } from '#functions/services/accounts.ts';

/** A user who has just signed in with Google. */
export function callerOf(uid: string, email = ''): Caller {
  return { uid, email, emailVerified: true, name: '', provider: 'google.com', signedInAt: new Date() };
}
