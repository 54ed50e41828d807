import { MESSAGES } from '@foldmark/contract/messages';

import { codeOf, networkError, ownMessage } from '#web/account/auth-failures.ts';

/** Errors of the identity provider, as the specification's catalogue words them for each way in. */

const CLOSED_POPUP = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
]);

export function googleErrors(error: unknown): readonly string[] {
  const code = codeOf(error);
  if (code !== null && CLOSED_POPUP.has(code)) return [];
  if (code === 'auth/account-exists-with-different-credential') return [MESSAGES.otherCredential];
  return [networkError(error) ?? MESSAGES.loginFailedTryAgain];
}

export function loginErrors(error: unknown): readonly string[] {
  switch (codeOf(error)) {
    case 'auth/wrong-password':
      return [MESSAGES.loginFailed];
    case 'auth/invalid-credential':
      // The provider does not say whether address or password is wrong, and neither do we.
      return [MESSAGES.loginFailedTryAgain];
    case 'auth/email-already-in-use':
      return [MESSAGES.emailRegistered];
    default:
      return [ownMessage(error, MESSAGES.loginFailedTryAgain)];
  }
}

export function registrationErrors(error: unknown): readonly string[] {
  switch (codeOf(error)) {
    case 'auth/weak-password':
      return [MESSAGES.passwordTooWeak];
    case 'auth/email-already-in-use':
      return [MESSAGES.emailUnavailable];
    case 'auth/invalid-email':
      return [MESSAGES.emailInvalid];
    default:
      return [ownMessage(error, MESSAGES.loginFailedTryAgain)];
  }
}

/** Nobody learns from this form who has an account: an unknown address looks like a known one. */
export function forgotErrors(error: unknown): readonly string[] {
  switch (codeOf(error)) {
    case 'auth/user-not-found':
      return [];
    case 'auth/invalid-email':
      return [MESSAGES.emailInvalid];
    default:
      return [networkError(error) ?? MESSAGES.passwordResetFailed];
  }
}

export const STALE_LINK = 'This link has expired or has already been used.';

const STALE_CODES = new Set([
  'auth/expired-action-code',
  'auth/invalid-action-code',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** The link of an email is of no use any more; only a new one helps. */
export function isStaleLink(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && STALE_CODES.has(code);
}

export function emailActionErrors(error: unknown): readonly string[] {
  if (isStaleLink(error)) return [STALE_LINK];
  switch (codeOf(error)) {
    case 'auth/weak-password':
      return [MESSAGES.passwordTooWeak];
    case 'auth/email-already-in-use':
      return [MESSAGES.emailUnavailable];
    default:
      return [ownMessage(error, "This link didn't work. Please try again.")];
  }
}
