import { MESSAGES } from '@foldmark/contract/messages';

import { codeOf, networkError, ownMessage } from '#web/account/auth-failures.ts';

/** Maps errors of the identity provider to the texts of the specification, for each form. */

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
    // The provider has one code for both, if email enumeration protection is on. The local emulator and an unprotected
    // project have two. The text must not tell which addresses have accounts.
    case 'auth/wrong-password':
    case 'auth/user-not-found':
    case 'auth/invalid-credential':
      return [MESSAGES.loginFailed];
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

/** Treats an unknown address like a known one, so that the form does not reveal which addresses have accounts. */
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

/** The link of the email has expired or was used. The user needs a new one. */
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
