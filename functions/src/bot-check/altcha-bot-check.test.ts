import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, test } from 'vitest';

import { altchaBotCheck } from '#functions/bot-check/altcha-bot-check.ts';

const NOW = Date.now();
const botCheck = altchaBotCheck({ secret: 's', work: 2, now: () => new Date(NOW) });

async function solved(check = botCheck) {
  const challenge = await check.challenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution };
}

function packed(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

describe('the bot check', () => {
  test('accepts a solved challenge and returns the same id for every encoding', async () => {
    const payload = await solved();
    const spent = await botCheck.verify(packed(payload));
    expect(spent).toMatchObject({ id: payload.challenge.parameters.nonce });
    expect(spent?.expiresAt.getTime()).toBeGreaterThan(NOW);
    expect(await botCheck.verify(packed({ ...payload, more: 'than needed' }))).toEqual(spent);
  });

  test('creates a different challenge on each call', async () => {
    const [a, b] = await Promise.all([botCheck.challenge(), botCheck.challenge()]);
    expect(a.parameters.nonce).not.toBe(b.parameters.nonce);
  });

  test.each(['', 'x', packed(null), packed({}), packed({ challenge: {}, solution: {} }), packed('text')])(
    'rejects %j',
    async (text) => {
      expect(await botCheck.verify(text)).toBeNull();
    },
  );

  test('rejects a wrong solution', async () => {
    const { challenge } = await solved();
    const solution = { counter: 3, derivedKey: 'ab'.repeat(32) };
    expect(await botCheck.verify(packed({ challenge, solution }))).toBeNull();
  });

  test('rejects an altered challenge', async () => {
    const { challenge, solution } = await solved();
    const later = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 1000 };
    expect(
      await botCheck.verify(packed({ challenge: { ...challenge, parameters: later }, solution })),
    ).toBeNull();
    const other = { ...challenge.parameters, nonce: challenge.parameters.nonce.toUpperCase() };
    expect(
      await botCheck.verify(packed({ challenge: { ...challenge, parameters: other }, solution })),
    ).toBeNull();
  });

  test('rejects a challenge of another signer and an expired one', async () => {
    const stranger = altchaBotCheck({ secret: 'other', work: 2, now: () => new Date(NOW) });
    expect(await botCheck.verify(packed(await solved(stranger)))).toBeNull();
    const past = altchaBotCheck({ secret: 's', work: 2, now: () => new Date(NOW - 60 * 60 * 1000) });
    expect(await botCheck.verify(packed(await solved(past)))).toBeNull();
  });
});
