import { MESSAGES } from '@foldmark/contract/messages';
import { describe, expect, test } from 'vitest';

import { loginRegister } from '#functions/operations/login-register.ts';
import type { Account, Caller } from '#functions/services/accounts.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const ACCOUNT: Account = {
  email: 'a@example.com',
  hasPassword: true,
  hasEndedSessions: false,
  sessionsEndedAt: new Date(0),
};
const CHALLENGE = { id: 'the-challenge', expiresAt: new Date(0) };
const PASSWORD = { provider: 'password', emailVerified: false };
const PUBLIC = { user_id: 'u1', display_name: '', avatar: '' };

interface Login {
  readonly caller?: Partial<Caller>;
  readonly account?: Account | null;
  readonly bot_check?: string;
  readonly uid?: string;
  readonly zone?: string;
}

async function login(memory: MemoryLibrary, { caller = {}, account = ACCOUNT, ...input }: Login = {}) {
  const { uid = 'u1', zone = 'CET', bot_check } = input;
  return callOperation(
    loginRegister,
    memory.library,
    { uid, time_zone_abbreviation: zone, ...(bot_check === undefined ? {} : { bot_check }) },
    {
      caller,
      accounts: { find: async () => account },
      botCheck: {
        challenge: async () => Promise.reject(new Error('No challenge is asked for.')),
        verify: async (solution) => (solution === 'solved' ? CHALLENGE : null),
      },
    },
  );
}

describe('the first login', () => {
  const registered = async (login_: Login) => {
    const memory = new MemoryLibrary().withoutProfile();
    return { answer: await login(memory, login_), profile: memory.profile };
  };

  test('with Google needs no challenge, and stores the name, the address and the time zone', async () => {
    const { answer, profile } = await registered({ caller: { name: 'Ada' } });
    expect(answer).toEqual({ ...PUBLIC, display_name: 'Ada' });
    expect(profile).toMatchObject({
      email: 'a@example.com',
      time_zone_abbreviation: 'CET',
      ownership: 'confirmed',
    });
  });

  test('with a password needs a solved challenge, and stores that the address is not confirmed', async () => {
    const { profile } = await registered({ caller: PASSWORD, bot_check: 'solved' });
    expect(profile).toMatchObject({ ownership: 'unconfirmed' });
  });

  test.each<[string, Login, object]>([
    ['no challenge', { caller: PASSWORD }, { code: 'notVerifiedHuman' }],
    ['a wrong solution', { caller: PASSWORD, bot_check: 'guessed' }, { code: 'notVerifiedHuman' }],
    ['no address', { caller: { email: '' } }, { errors: [MESSAGES.emailRequired] }],
    ['a deleted account', { account: null }, { code: 'notSignedIn' }],
    ['the uid of another user', { uid: 'u2' }, { code: 'otherUser' }],
  ])('with %s creates no profile', async (_, how, failure) => {
    const memory = new MemoryLibrary().withoutProfile();
    await expect(login(memory, how)).rejects.toMatchObject(failure);
    expect(memory.profile).toBeNull();
  });

  test('with a challenge that was used before creates no profile', async () => {
    const memory = new MemoryLibrary().withoutProfile();
    await login(memory, { caller: PASSWORD, bot_check: 'solved' });
    memory.withoutProfile();
    const again = login(memory, { caller: PASSWORD, bot_check: 'solved' });
    await expect(again).rejects.toMatchObject({ code: 'notVerifiedHuman' });
  });
});

describe('a later login', () => {
  test.each<[string, Login, object]>([
    ['updates the time zone', { zone: 'PST' }, { time_zone_abbreviation: 'PST' }],
    ['keeps the time zone if it has none', { zone: '' }, { time_zone_abbreviation: 'CET' }],
    [
      'keeps the address if the token has none',
      { caller: { email: '', emailVerified: false } },
      { email: 'a@example.com' },
    ],
    [
      'takes the address of the token, and forgets the confirmation of the earlier one',
      {
        caller: { email: 'b@example.com', emailVerified: false },
        account: { ...ACCOUNT, email: 'b@example.com' },
      },
      { email: 'b@example.com', ownership: 'unconfirmed' },
    ],
  ])('%s', async (_, how, profile) => {
    const memory = new MemoryLibrary().changeProfile({ time_zone_abbreviation: 'CET' });
    expect(await login(memory, how)).toEqual(PUBLIC);
    expect(memory.profile).toMatchObject(profile);
  });

  test('with an address that the account no longer has is refused', async () => {
    const memory = new MemoryLibrary();
    const stale = login(memory, { caller: { email: 'old@example.com', emailVerified: false } });
    await expect(stale).rejects.toMatchObject({ code: 'notSignedIn' });
    expect(memory.profile).toMatchObject({ email: 'a@example.com' });
  });
});
