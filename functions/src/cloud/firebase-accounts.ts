import type { Auth, UserRecord } from 'firebase-admin/auth';

import { Failure } from '#functions/errors/failure.ts';
import type { Account, Accounts } from '#functions/services/accounts.ts';

const NO_ACCOUNT = 'auth/user-not-found';
/** What the token itself can be blamed for; anything else that goes wrong is ours. */
const BLAME: ReadonlySet<unknown> = new Set([
  'auth/argument-error',
  'auth/invalid-id-token',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  NO_ACCOUNT,
]);

/**
 * The provider takes the password from an unconfirmed account, and ends its sessions, while Google signs its owner in. Ending
 * them once more would end that session, too.
 */
const SAME_SIGN_IN_MS = 60_000;
/** A sign-up sets both the creation time and the time from which tokens count. Each is rounded to a second. */
const SAME_SIGN_UP_MS = 5_000;

export function firebaseAccounts(auth: Auth): Accounts {
  return {
    verify: async (token) => {
      const decoded = await auth.verifyIdToken(token).catch((cause: unknown) => {
        throw BLAME.has(codeOf(cause)) ? new Failure('notSignedIn', { cause }) : cause;
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
    hasPassword: providerData.some(({ providerId }) => providerId === 'password'),
    hasEndedSessions: sessionsEndedAt > Date.parse(metadata.creationTime) + SAME_SIGN_UP_MS,
  };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
