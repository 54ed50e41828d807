import { describe, expect, it } from 'vitest';

import { emailActionOf } from './email-action.ts';

const read = (query: string) => emailActionOf(new URLSearchParams(query));

describe('emailActionOf', () => {
  it.each([
    ['verifyEmail', 'confirmAddress'],
    ['verifyAndChangeEmail', 'changeAddress'],
    ['recoverEmail', 'restoreAddress'],
    ['resetPassword', 'resetPassword'],
  ])('understands the mode %s', (mode, kind) => {
    expect(read(`mode=${mode}&oobCode=abc&apiKey=local&lang=en`)).toEqual({ kind, code: 'abc' });
  });

  it('recognizes that the provider has already confirmed the address', () => {
    expect(read('mode=confirmed')).toEqual({ kind: 'addressConfirmed' });
  });

  it.each(['', 'mode=verifyEmail', 'mode=resetPassword&oobCode=', 'oobCode=abc', 'mode=signIn&oobCode=abc'])(
    'rejects an incomplete or unknown link: %j',
    (query) => {
      expect(read(query)).toEqual({ kind: 'unknown' });
    },
  );
});
