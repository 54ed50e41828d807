import { expect, test } from 'vitest';

import { botChallenge, health } from '#functions/operations/open-operations.ts';
import { noServices } from '#functions/testing/no-services.ts';

test('the health call answers the version', async () => {
  expect(await health({}, noServices({}))).toEqual({ ok: true, version: '1.2.3' });
});

test('the bot check answers a challenge', async () => {
  const challenge = { parameters: { algorithm: 'a' }, signature: 's' };
  const botCheck = { challenge: async () => Object.assign({}, challenge), verify: async () => null };
  expect(await botChallenge({}, noServices({ botCheck: Object.assign(botCheck) }))).toEqual(challenge);
});
