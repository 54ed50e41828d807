import { MESSAGES } from '@foldmark/contract/messages';

const TRY_AGAIN = 'Check your connection and try again.';
export const OFFLINE = `You're offline. ${TRY_AGAIN}`;
const UNREACHABLE = `Couldn't reach the login server. ${TRY_AGAIN}`;
export const STALE_LINK = 'This link has expired or has already been used.';
const WRONG_PASSWORD = 'Your current password is wrong.';
const LOGIN_TOO_OLD = 'Please log out, log in and try again.';

interface FormTexts {
  /** The texts by the provider's code. Null for a code that is no error for the user, such as a closed popup. */
  readonly texts: Readonly<Record<string, string | null>>;
  readonly otherwise: string;
  /** Whether codes without a text show the provider's own text. */
  readonly showsOwnText: boolean;
}

const POPUP_CLOSED = {
  'auth/popup-closed-by-user': null,
  'auth/cancelled-popup-request': null,
  'auth/user-cancelled': null,
};

/** What each form says about an error of the identity provider. The specification has most of these texts. */
const FORMS = {
  google: {
    texts: {
      ...POPUP_CLOSED,
      'auth/account-exists-with-different-credential': MESSAGES.otherCredential,
    },
    otherwise: MESSAGES.loginFailedTryAgain,
    showsOwnText: false,
  },
  login: {
    texts: {
      // With email enumeration protection, the provider returns one code for a wrong password and an unknown address. The local
      // emulator and an unprotected project return two. The text must not reveal which addresses have accounts.
      'auth/wrong-password': MESSAGES.loginFailed,
      'auth/user-not-found': MESSAGES.loginFailed,
      'auth/invalid-credential': MESSAGES.loginFailed,
      'auth/email-already-in-use': MESSAGES.emailRegistered,
    },
    otherwise: MESSAGES.loginFailedTryAgain,
    showsOwnText: true,
  },
  registration: {
    texts: {
      'auth/weak-password': MESSAGES.passwordTooWeak,
      'auth/email-already-in-use': MESSAGES.emailUnavailable,
      'auth/invalid-email': MESSAGES.emailInvalid,
    },
    otherwise: MESSAGES.loginFailedTryAgain,
    showsOwnText: true,
  },
  forgot: {
    texts: {
      // Treated like a known address, so that the form does not reveal which addresses have accounts.
      'auth/user-not-found': null,
      'auth/invalid-email': MESSAGES.emailInvalid,
    },
    otherwise: MESSAGES.passwordResetFailed,
    showsOwnText: false,
  },
  emailLink: {
    texts: {
      'auth/expired-action-code': STALE_LINK,
      'auth/invalid-action-code': STALE_LINK,
      'auth/user-disabled': STALE_LINK,
      'auth/user-not-found': STALE_LINK,
      'auth/weak-password': MESSAGES.passwordTooWeak,
      'auth/email-already-in-use': MESSAGES.emailUnavailable,
    },
    otherwise: "This link didn't work. Please try again.",
    showsOwnText: true,
  },
  accountChange: {
    texts: {
      ...POPUP_CLOSED,
      'auth/user-mismatch': 'Please choose the Google account of your library.',
      'auth/wrong-password': WRONG_PASSWORD,
      'auth/invalid-credential': WRONG_PASSWORD,
      'auth/weak-password': MESSAGES.passwordTooWeak,
      'auth/email-already-in-use': MESSAGES.emailUnavailable,
      'auth/invalid-new-email': MESSAGES.emailInvalid,
      'auth/requires-recent-login': LOGIN_TOO_OLD,
      'auth/user-token-expired': LOGIN_TOO_OLD,
    },
    otherwise: 'Something went wrong. Please try again.',
    showsOwnText: true,
  },
} as const satisfies Record<string, FormTexts>;

export type AuthForm = keyof typeof FORMS;

/** In production the provider's errors have a code but no text. These are the other codes that users can cause. */
const OWN_TEXTS: FormTexts['texts'] = {
  'auth/invalid-email': MESSAGES.emailInvalid,
  'auth/too-many-requests': 'Too many attempts. Please wait a moment and try again.',
  'auth/user-disabled': 'This account has been disabled.',
};

/** The texts that a form shows for an error of the identity provider. */
export function authErrors(form: AuthForm, error: unknown): readonly string[] {
  const code = codeOf(error);
  const { texts, otherwise, showsOwnText }: FormTexts = FORMS[form];
  const text = texts[code];
  if (text === null) return [];
  return [text ?? networkText(code) ?? (showsOwnText ? ownText(code, error) : null) ?? otherwise];
}

/** Null if the network is not the cause. Offline, some SDK errors name another cause, such as a script. */
function networkText(code: string): string | null {
  if (!navigator.onLine) return OFFLINE;
  return code === 'auth/network-request-failed' ? UNREACHABLE : null;
}

/** The format is "Firebase: The real text (auth/code)." or, without a text, "Firebase: Error (auth/code)." */
function ownText(code: string, error: unknown): string | null {
  const text = error instanceof Error ? error.message : '';
  const own = text.replace(/^Firebase: /, '').replace(/ ?\(auth\/[\w-]+\)\.?$/, '');
  return OWN_TEXTS[code] ?? (own === '' || own === 'Error' ? null : own);
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'code')) : '';
}
