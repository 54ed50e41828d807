import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  emailActionErrors,
  forgotErrors,
  googleErrors,
  loginErrors,
  registrationErrors,
} from './auth-errors.ts';

/** As the SDK makes them without its texts, which are left out of the build. */
const failing = (code: string, text = 'Error') =>
  Object.assign(new Error(`Firebase: ${text} (${code}).`), { code });

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('without a network', () => {
  const OFFLINE = ["You're offline. Check your connection and try again."];

  it.each([googleErrors, loginErrors, registrationErrors, forgotErrors, emailActionErrors])(
    '%o says so',
    (errorsOf) => {
      vi.stubGlobal('navigator', { onLine: false });
      expect(errorsOf(failing('auth/network-request-failed'))).toEqual(OFFLINE);
      expect(errorsOf(failing('auth/internal-error'))).toEqual(OFFLINE);
    },
  );

  it('a popup that the person closed is still silent', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(googleErrors(failing('auth/popup-closed-by-user'))).toEqual([]);
  });

  it.each([googleErrors, loginErrors, registrationErrors, forgotErrors, emailActionErrors])(
    '%o says where only the login server is out of reach',
    (errorsOf) => {
      expect(errorsOf(failing('auth/network-request-failed'))).toEqual([
        "Couldn't reach the login server. Check your connection and try again.",
      ]);
    },
  );
});

describe('the words for a failed login', () => {
  it.each([
    ['auth/wrong-password', ['Login failed.']],
    ['auth/invalid-credential', ['Login failed. Please try again.']],
    ['auth/email-already-in-use', ['Email address already registered.']],
    ['auth/too-many-requests', ['Too many attempts. Please wait a moment and try again.']],
    ['auth/never-heard-of', ['Login failed. Please try again.']],
  ])('%s', (code, errors) => {
    expect(loginErrors(failing(code))).toEqual(errors);
  });

  it('are the own message of any other error', () => {
    expect(loginErrors(failing('auth/odd', 'The moon is full.'))).toEqual(['The moon is full.']);
    expect(loginErrors(new Error('Out of paper.'))).toEqual(['Out of paper.']);
    expect(loginErrors('nothing')).toEqual(['Login failed. Please try again.']);
  });
});

describe('the words for a failed login with Google', () => {
  it.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])(
    'are none when the person closed the popup: %s',
    (code) => {
      expect(googleErrors(failing(code))).toEqual([]);
    },
  );

  it('point to the password where the address has one', () => {
    expect(googleErrors(failing('auth/account-exists-with-different-credential'))).toEqual([
      'Email is already registered. Please login with your email and password.',
    ]);
  });

  it('are the same for everything else', () => {
    expect(googleErrors(failing('auth/popup-blocked', 'Blocked.'))).toEqual([
      'Login failed. Please try again.',
    ]);
  });
});

describe('the words for a failed registration', () => {
  it.each([
    ['auth/weak-password', 'Password too weak.'],
    ['auth/email-already-in-use', 'Email unavailable.'],
    ['auth/invalid-email', 'Invalid email.'],
  ])('%s', (code, error) => {
    expect(registrationErrors(failing(code))).toEqual([error]);
  });

  it('are the own message of any other error', () => {
    expect(registrationErrors(failing('auth/odd', 'The moon is full.'))).toEqual(['The moon is full.']);
  });
});

describe('the words of the forgot form', () => {
  it('treat an unknown address as sent', () => {
    expect(forgotErrors(failing('auth/user-not-found'))).toEqual([]);
  });

  it('tell of an address that is none, and of a failure', () => {
    expect(forgotErrors(failing('auth/invalid-email'))).toEqual(['Invalid email.']);
    expect(forgotErrors(failing('auth/internal-error'))).toEqual(['Password reset failed.']);
  });
});

describe('the words for the link of an email', () => {
  it.each(['auth/expired-action-code', 'auth/invalid-action-code'])('tell of a stale one: %s', (code) => {
    expect(emailActionErrors(failing(code))).toEqual(['This link has expired or has already been used.']);
  });

  it('tell of a new address that another account has taken meanwhile', () => {
    expect(emailActionErrors(failing('auth/email-already-in-use'))).toEqual(['Email unavailable.']);
  });

  it('tell of a weak password', () => {
    expect(emailActionErrors(failing('auth/weak-password'))).toEqual(['Password too weak.']);
  });
});
