import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type AuthForm, authErrors } from './auth-errors.ts';

const FORMS: readonly AuthForm[] = [
  'google',
  'login',
  'registration',
  'forgot',
  'emailLink',
  'accountChange',
];

/** An SDK error without its message, because the build leaves the SDK's messages out. */
const authError = (code: string, text = 'Error') =>
  Object.assign(new Error(`Firebase: ${text} (${code}).`), { code });

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('without a network', () => {
  const OFFLINE = ["You're offline. Check your connection and try again."];

  it.each(FORMS)('the form %s says that the user is offline', (form) => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(authErrors(form, authError('auth/network-request-failed'))).toEqual(OFFLINE);
    expect(authErrors(form, authError('auth/internal-error'))).toEqual(OFFLINE);
  });

  it('a popup that the user closed is still silent', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(authErrors('google', authError('auth/popup-closed-by-user'))).toEqual([]);
  });

  it.each(FORMS)('the form %s says that only the login server is unreachable', (form) => {
    expect(authErrors(form, authError('auth/network-request-failed'))).toEqual([
      "Couldn't reach the login server. Check your connection and try again.",
    ]);
  });
});

describe('the errors of a failed login', () => {
  it.each([
    ['auth/wrong-password', ['Login failed.']],
    ['auth/user-not-found', ['Login failed.']],
    ['auth/invalid-credential', ['Login failed.']],
    ['auth/email-already-in-use', ['Email address already registered.']],
    ['auth/too-many-requests', ['Too many attempts. Please wait a moment and try again.']],
    ['auth/unknown-code', ['Login failed. Please try again.']],
  ])('are those of the code %s', (code, errors) => {
    expect(authErrors('login', authError(code))).toEqual(errors);
  });

  it("are the error's own message in any other case", () => {
    expect(authErrors('login', authError('auth/odd', 'Custom message.'))).toEqual(['Custom message.']);
    expect(authErrors('login', new Error('Another message.'))).toEqual(['Another message.']);
    expect(authErrors('login', 'nothing')).toEqual(['Login failed. Please try again.']);
  });
});

describe('the errors of a failed login with Google', () => {
  it.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])(
    'are empty if the user closed the popup: %s',
    (code) => {
      expect(authErrors('google', authError(code))).toEqual([]);
    },
  );

  it('point to the password if the account has one', () => {
    expect(authErrors('google', authError('auth/account-exists-with-different-credential'))).toEqual([
      'Email is already registered. Please login with your email and password.',
    ]);
  });

  it('are the same for any other error', () => {
    expect(authErrors('google', authError('auth/popup-blocked', 'Blocked.'))).toEqual([
      'Login failed. Please try again.',
    ]);
  });
});

describe('the errors of a failed registration', () => {
  it.each([
    ['auth/weak-password', 'Password too weak.'],
    ['auth/email-already-in-use', 'Email unavailable.'],
    ['auth/invalid-email', 'Invalid email.'],
  ])('are those of the code %s', (code, error) => {
    expect(authErrors('registration', authError(code))).toEqual([error]);
  });

  it("are the error's own message in any other case", () => {
    expect(authErrors('registration', authError('auth/odd', 'Custom message.'))).toEqual(['Custom message.']);
  });
});

describe('the errors of the forgot form', () => {
  it('are empty for an unknown address', () => {
    expect(authErrors('forgot', authError('auth/user-not-found'))).toEqual([]);
  });

  it('report an invalid address, and a failure', () => {
    expect(authErrors('forgot', authError('auth/invalid-email'))).toEqual(['Invalid email.']);
    expect(authErrors('forgot', authError('auth/internal-error'))).toEqual(['Password reset failed.']);
  });
});

describe('the errors of an email link', () => {
  it.each(['auth/expired-action-code', 'auth/invalid-action-code'])('report a stale link: %s', (code) => {
    expect(authErrors('emailLink', authError(code))).toEqual([
      'This link has expired or has already been used.',
    ]);
  });

  it('report a new address that another account already uses', () => {
    expect(authErrors('emailLink', authError('auth/email-already-in-use'))).toEqual(['Email unavailable.']);
  });

  it('report a weak password', () => {
    expect(authErrors('emailLink', authError('auth/weak-password'))).toEqual(['Password too weak.']);
  });
});

describe('the errors of a change of the password or the email', () => {
  it.each([
    ['auth/wrong-password', 'Your current password is wrong.'],
    ['auth/invalid-credential', 'Your current password is wrong.'],
    ['auth/weak-password', 'Password too weak.'],
    ['auth/email-already-in-use', 'Email unavailable.'],
    ['auth/invalid-email', 'Invalid email.'],
    ['auth/invalid-new-email', 'Invalid email.'],
    ['auth/requires-recent-login', 'Please log out, log in and try again.'],
    ['auth/user-token-expired', 'Please log out, log in and try again.'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a moment and try again.'],
    ['auth/network-request-failed', "Couldn't reach the login server. Check your connection and try again."],
    ['auth/unknown-code', 'Something went wrong. Please try again.'],
  ])('a change that fails with %s shows the reason', (code, message) => {
    expect(authErrors('accountChange', authError(code))).toEqual([message]);
  });
});
