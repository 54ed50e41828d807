import type { BotChallenge } from '@foldmark/contract/answers';
import type { Path } from '@foldmark/contract/endpoints';
import { expect, test } from 'vitest';

import { firebaseAppCheck } from '#functions/cloud/firebase-app-check.ts';
import { handle } from '#functions/http/handle.ts';
import { operations } from '#functions/operations/operations.ts';
import { noServices } from '#functions/testing/no-services.ts';

const CHALLENGE: BotChallenge = {
  parameters: {
    algorithm: '',
    nonce: '',
    salt: '',
    cost: 0,
    keyLength: 0,
    keyPrefix: '',
    keySignature: '',
    expiresAt: 0,
  },
  signature: '',
};

/** The verifier accepts one token. A call that reaches authentication fails the test with a 500. */
const services = noServices({
  newId: () => 'request-1',
  botCheck: { challenge: async () => CHALLENGE, verify: async () => null },
  appCheck: firebaseAppCheck({
    verifyToken: async (token) => {
      if (token === 'broken') throw new Error('no keys');
      if (token !== 'ours') throw Object.assign(new Error('bad'), { code: 'app-check/invalid-argument' });
      return { appId: 'app', token: { iss: '', sub: '', aud: [], exp: 0, iat: 0, app_id: 'app' } };
    },
  }),
});

async function call(path: Path, headers: Readonly<Record<string, string>> = {}) {
  const request = {
    method: 'POST',
    path,
    url: path,
    header: (name: string) => headers[name],
    body: undefined,
  };
  const { status, body } = await handle(request, operations, services);
  const answer: unknown = JSON.parse(body ?? 'null');
  return { status, body: answer };
}

test.each(['', 'another'])('rejects a call with the token %j before authentication', async (token) => {
  const headers = { 'x-firebase-appcheck': token, 'auth-token': 'x' };
  const rejection = {
    status: 401,
    body: {
      code: 'unknownApp',
      primary_error: "Your browser couldn't be verified. Please reload the page and try again.",
    },
  };
  expect(await call('/links/list/', headers)).toEqual(rejection);
  expect(await call('/users/bot-challenge/', headers)).toEqual(rejection);
});

test('App Check accepts calls of the app, and health checks without a token', async () => {
  expect(await call('/users/bot-challenge/', { 'x-firebase-appcheck': 'ours' })).toMatchObject({
    status: 200,
  });
  expect(await call('/health/')).toMatchObject({ status: 200 });
});

test('a call is answered with 500 if the verifier fails', async () => {
  expect(await call('/users/bot-challenge/', { 'x-firebase-appcheck': 'broken' })).toMatchObject({
    status: 500,
  });
});
