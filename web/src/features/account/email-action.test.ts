import { describe, expect, it } from 'vitest';

import { emailActionOf } from './email-action.ts';

const read = (query: string) => emailActionOf(new URLSearchParams(query));

describe('emailActionOf', () => {
  it.each([
    ['verifyEmail', 'confirmAddress'],
    ['verifyAndChangeEmail', 'changeAddress'],
    ['recoverEmail', 'takeBackAddress'],
    ['resetPassword', 'resetPassword'],
  ])('understands the mode %s', (mode, kind) => {
    expect(read(`mode=${mode}&oobCode=abc&apiKey=local&lang=en`)).toEqual({ kind, code: 'abc' });
  });

  it('knows that the provider has confirmed the address already', () => {
    expect(read('mode=confirmed')).toEqual({ kind: 'addressConfirmed' });
  });

  it.each(['', 'mode=verifyEmail', 'mode=resetPassword&oobCode=', 'oobCode=abc', 'mode=signIn&oobCode=abc'])(
    'does nothing for an incomplete or foreign link: %j',
    (query) => {
      expect(read(query)).toEqual({ kind: 'unknown' });
    },
  );
});
