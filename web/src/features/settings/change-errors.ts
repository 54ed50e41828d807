import { MESSAGES } from '@foldmark/contract/messages';

import { codeOf, ownMessage } from '#web/account/auth-failures.ts';

/** The errors to show if the identity provider refuses to change a password or an email address. */
export function changeErrors(error: unknown): readonly string[] {
  switch (codeOf(error)) {
    case 'auth/wrong-password':
    case 'auth/invalid-credential':
      return ['Your current password is wrong.'];
    case 'auth/weak-password':
      return [MESSAGES.passwordTooWeak];
    case 'auth/email-already-in-use':
      return [MESSAGES.emailUnavailable];
    case 'auth/invalid-new-email':
      return [MESSAGES.emailInvalid];
    case 'auth/requires-recent-login':
    case 'auth/user-token-expired':
      return ['Please log out, log in and try again.'];
    default:
      return [ownMessage(error, 'Something went wrong. Please try again.')];
  }
}
