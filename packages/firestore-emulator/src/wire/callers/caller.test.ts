import { expect, test } from 'vitest';

import { callerOf } from '#firestore/wire/callers/caller.ts';

const NOW = 1_700_000_000_000;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(claims: unknown, signature = ''): string {
  return `${part({ alg: 'none' })}.${part(claims)}.${signature}`;
}

test('without a token the caller is signed out, and `Bearer owner` is the administrator', () => {
  expect(callerOf(undefined, NOW)).toEqual({ kind: 'user', auth: null });
  expect(callerOf('', NOW)).toEqual({ kind: 'user', auth: null });
  expect(callerOf('Bearer owner', NOW)).toEqual({ kind: 'admin' });
});

test('other spellings of `owner`, and access tokens of Google, are the administrator too', () => {
  for (const credentials of ['Owner', 'ya29.a0AfH6SMC', 'ya29.c.b0Aaek']) {
    expect(callerOf(`Bearer ${credentials}`, NOW)).toEqual({ kind: 'admin' });
  }
});

test('a token gives the uid and all claims, signed or not', () => {
  const claims = { sub: 'ann', role: 'editor', name: 'Änne', exp: NOW / 1000 + 1 };
  for (const signature of ['', 'c2lnbmVk']) {
    expect(callerOf(`bearer  ${token(claims, signature)}`, NOW)).toEqual({
      kind: 'user',
      auth: { uid: 'ann', token: claims },
    });
  }
  expect(callerOf(`Bearer ${token({ user_id: 'bob' })}`, NOW)).toMatchObject({ auth: { uid: 'bob' } });
});

test('an expired token is rejected, but the mock tokens of the SDKs never expire', () => {
  const expired = { sub: 'ann', iat: NOW / 1000 - 3600, exp: NOW / 1000 };
  expect(() => callerOf(`Bearer ${token(expired)}`, NOW)).toThrow(
    expect.objectContaining({ status: 'UNAUTHENTICATED', message: 'The ID token has expired.' }),
  );
  const mock = { sub: 'ann', iat: 0, exp: 3600 };
  expect(callerOf(`Bearer ${token(mock)}`, NOW)).toMatchObject({ auth: { uid: 'ann' } });
});

test.each([
  'Basic YTpi',
  'Bearer',
  'Bearer not-a-jwt',
  'Bearer ya29',
  'Bearer a.b.c',
  `Bearer ${token(['a list'])}`,
  `Bearer ${token(null)}`,
  `Bearer ${token({})}`,
  `Bearer ${token({ sub: 7 })}`,
  `Bearer ${token({ sub: '' })}`,
])('%s is rejected', (header) => {
  expect(() => callerOf(header, NOW)).toThrow(expect.objectContaining({ status: 'UNAUTHENTICATED' }));
});
