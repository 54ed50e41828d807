import { MESSAGES } from '@foldmark/contract/messages';

/** The messages of the identity provider's errors that all forms share. */

const TRY_AGAIN = 'Check your connection and try again.';

export const OFFLINE = `You're offline. ${TRY_AGAIN}`;

/** Null if the network is not the cause. Offline, some SDK errors name another cause, such as a script. */
export function networkError(error: unknown): string | null {
  if (!navigator.onLine) return OFFLINE;
  return codeOf(error) === 'auth/network-request-failed'
    ? `Couldn't reach the login server. ${TRY_AGAIN}`
    : null;
}

/** In production the provider's errors have a code but no text. These are the codes that users can cause. */
const TEXTS = new Map([
  ['auth/invalid-email', MESSAGES.emailInvalid],
  ['auth/too-many-requests', 'Too many attempts. Please wait a moment and try again.'],
  ['auth/user-disabled', 'This account has been disabled.'],
]);

/** The error's own text, or `fallback` if it has none. */
export function ownMessage(error: unknown, fallback: string): string {
  const unreachable = networkError(error);
  if (unreachable !== null) return unreachable;
  const code = codeOf(error);
  const known = code === null ? undefined : TEXTS.get(code);
  if (known !== undefined) return known;
  const text = error instanceof Error ? error.message : '';
  // The format is "Firebase: The real text (auth/code)." or, without a text, "Firebase: Error (auth/code)."
  const own = text.replace(/^Firebase: /, '').replace(/ ?\(auth\/[\w-]+\)\.?$/, '');
  return own === '' || own === 'Error' ? fallback : own;
}

export function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
  return typeof code === 'string' ? code : null;
}
