import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';

import { tokenChecks, unknownToken } from '#functions/testing/token-services.ts';

test('a token names its app, and its day of use is stored once a day', async () => {
  const { checks, clock, state, give } = tokenChecks();
  const token = give();
  const grantee = { uid: 'u1', grant_id: 'the-grant', name: 'An app', scopes: ['read'] };
  expect(await checks.check(token)).toEqual({ grantee, reads: 1, writes: 2 });
  clock.now += 120_000;
  expect(await checks.check(token)).toEqual({ grantee, reads: 1, writes: 0 });
  clock.now += 24 * 60 * 60_000;
  expect(await checks.check(token)).toEqual({ grantee, reads: 1, writes: 2 });
  expect(state.used).toEqual(['the-grant 2026-01-01', 'the-grant 2026-01-02']);
});

test('a check costs one read a minute', async () => {
  const { checks, clock, state, give } = tokenChecks();
  const token = give();
  await checks.check(token);
  clock.now += 59_000;
  expect(await checks.check(token)).toMatchObject({ reads: 0 });
  expect(state.looked).toBe(1);
  clock.now += 1000;
  expect(await checks.check(token)).toMatchObject({ reads: 1 });
});

test('a text that is no token needs no look-up', async () => {
  const { checks, state } = tokenChecks();
  await expect(checks.check('fmk_pat_wrong')).rejects.toMatchObject({ code: 'badToken' });
  expect(state.looked).toBe(0);
});

test('an unknown, a revoked and an expired token are told apart', async () => {
  const { checks, clock, give, revoke } = tokenChecks();
  await expect(checks.check(unknownToken(9))).rejects.toMatchObject({ code: 'badToken' });
  const revoked = give();
  revoke(revoked);
  await expect(checks.check(revoked)).rejects.toMatchObject({ code: 'tokenRevoked' });
  const short = give({ expires_at: Timestamp.fromMillis(clock.now + 10_000) });
  await checks.check(short);
  // Also a check that is remembered knows when the token expires.
  clock.now += 10_000;
  await expect(checks.check(short)).rejects.toMatchObject({ code: 'tokenExpired' });
  clock.now += 60_000;
  await expect(checks.check(short)).rejects.toMatchObject({ code: 'tokenExpired' });
});

test('a token that was revoked elsewhere works for a minute at most', async () => {
  const { checks, clock, give, revoke } = tokenChecks();
  const token = give();
  await checks.check(token);
  revoke(token);
  await expect(checks.check(token)).resolves.toMatchObject({ reads: 0 });
  clock.now += 60_000;
  await expect(checks.check(token)).rejects.toMatchObject({ code: 'tokenRevoked' });
});

test('a token that was revoked on this instance stops at once, and another app does not', async () => {
  const { checks, give, revoke } = tokenChecks();
  const [token, other] = [give(), give({ grant_id: 'another' })];
  await checks.check(token);
  await checks.check(other);
  revoke(token);
  revoke(other);
  checks.forget('u1', 'the-grant');
  await expect(checks.check(token)).rejects.toMatchObject({ code: 'tokenRevoked' });
  await expect(checks.check(other)).resolves.toMatchObject({ reads: 0 });
});

test.each([
  ['the account is deleted', null],
  ['the password has changed since', new Date('2026-01-01T00:00:01Z')],
])('a token ends with all apps of the person if %s', async (_, sessionsEndedAt) => {
  const { checks, state, give } = tokenChecks();
  const token = give();
  state.account = sessionsEndedAt && {
    email: '',
    hasPassword: true,
    hasEndedSessions: true,
    sessionsEndedAt,
  };
  await expect(checks.check(token)).rejects.toMatchObject({ code: 'tokenRevoked' });
  expect(state.revoked).toEqual(['codes of u1', 'the-grant']);
});

test('an instance looks up 600 unknown tokens a minute, and valid ones all the same', async () => {
  const { checks, clock, state, give } = tokenChecks();
  const token = give();
  await checks.check(token);
  clock.now += 60_000;
  for (let guess = 1000; guess < 1600; guess += 1)
    await expect(checks.check(unknownToken(guess))).rejects.toMatchObject({ code: 'badToken' });
  expect(state.looked).toBe(601);
  await expect(checks.check(unknownToken(1600))).rejects.toMatchObject({ code: 'tooManyCalls' });
  expect(state.looked).toBe(601);
  await expect(checks.check(token)).resolves.toMatchObject({ reads: 1 });
  clock.now += 60_000;
  await expect(checks.check(unknownToken(1600))).rejects.toMatchObject({ code: 'badToken' });
});
