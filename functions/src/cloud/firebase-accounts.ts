import type { Auth, UserRecord } from 'firebase-admin/auth';

import { codeOf } from '#functions/errors/error-fields.ts';
import { Failure } from '#functions/errors/failure.ts';
import type { Account, Accounts } from '#functions/services/accounts.ts';

const NO_ACCOUNT = 'auth/user-not-found';
/** The error codes that mean an invalid token. Any other error is a server error. */
const INVALID_TOKEN: ReadonlySet<unknown> = new Set([
  'auth/argument-error',
  'auth/invalid-id-token',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  NO_ACCOUNT,
]);

/**
 * When Google signs in the owner of an unconfirmed account, the provider removes the password and ends the sessions. Ending
 * them again would also end the owner's new session.
 */
const SAME_SIGN_IN_MS = 60_000;
/** A sign-up sets the creation time and the time from which tokens are valid. Each is rounded to a second. */
const SAME_SIGN_UP_MS = 5_000;

export function firebaseAccounts(auth: Auth): Accounts {
  return {
    verify: async (token) => {
      const decoded = await auth.verifyIdToken(token).catch((cause: unknown) => {
        throw INVALID_TOKEN.has(codeOf(cause)) ? new Failure('notSignedIn', { cause }) : cause;
      });
      const name: unknown = decoded['name'];
      return {
        uid: decoded.uid,
        email: decoded.email ?? '',
        emailVerified: decoded.email_verified ?? false,
        name: typeof name === 'string' ? name : '',
        provider: decoded.firebase.sign_in_provider,
        signedInAt: new Date(decoded.auth_time * 1000),
      };
    },
    find: async (uid) => {
      const { users } = await auth.getUsers([{ uid }]);
      const user = users.find(({ disabled }) => !disabled);
      return user === undefined ? null : accountOf(user);
    },
    missing: async (uids) => {
      const { notFound } = await auth.getUsers(uids.map((uid) => ({ uid })));
      return notFound.map((identifier) => ('uid' in identifier ? identifier.uid : ''));
    },
    endEarlierSessions: async ({ uid, signedInAt }) => {
      const { tokensValidAfterTime = '' } = await auth.getUser(uid);
      if (Date.parse(tokensValidAfterTime) >= signedInAt.getTime() - SAME_SIGN_IN_MS) return;
      await auth.revokeRefreshTokens(uid);
    },
    remove: async (uid) => {
      await auth.deleteUser(uid).catch((error: unknown) => {
        if (codeOf(error) !== NO_ACCOUNT) throw error;
      });
    },
  };
}

function accountOf({ email = '', providerData, metadata, tokensValidAfterTime = '' }: UserRecord): Account {
  const sessionsEndedAt = Date.parse(tokensValidAfterTime);
  return {
    email,
    sessionsEndedAt: new Date(Number.isNaN(sessionsEndedAt) ? 0 : sessionsEndedAt),
    hasPassword: providerData.some(({ providerId }) => providerId === 'password'),
    hasEndedSessions: sessionsEndedAt > Date.parse(metadata.creationTime) + SAME_SIGN_UP_MS,
  };
}
