import { expect, test } from 'vitest';

import { localIdentityToken } from '#functions/cloud/identity-token.ts';

test('the local token has the fields of a Google token, is valid for an hour and has no signature', () => {
  const parts = localIdentityToken('sts.amazonaws.com', 'local@x', new Date('2026-01-02T03:04:05Z')).split(
    '.',
  );
  expect(parts).toHaveLength(3);
  const [header, payload] = parts.map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(header ?? '')).toEqual({ alg: 'none', typ: 'JWT' });
  expect(JSON.parse(payload ?? '')).toEqual({
    iss: 'https://accounts.google.com',
    aud: 'sts.amazonaws.com',
    azp: 'local@x',
    sub: 'local@x',
    iat: 1_767_323_045,
    exp: 1_767_326_645,
  });
  expect(parts[2]).toBe('');
});
