import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { changeErrors } from './change-errors.ts';

const authError = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code });

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
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
  expect(changeErrors(authError(code))).toEqual([message]);
});

test('offline, the form shows that', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(changeErrors(authError('auth/internal-error'))).toEqual([
    "You're offline. Check your connection and try again.",
  ]);
});
