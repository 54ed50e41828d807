import { describe, expect, test } from 'vitest';

import { oauthClients } from '#functions/oauth/clients.ts';
import { registerClient } from '#functions/oauth/register-client.ts';

const clients = oauthClients({
  secret: 's',
  documents: { isDocument: () => false, find: async () => null },
});
const REDIRECT = 'https://app.example/callback';

async function registered(metadata: unknown): Promise<object> {
  return registerClient(JSON.stringify(metadata), clients);
}

async function refused(text: string): Promise<unknown> {
  return registerClient(text, clients).then(
    () => 'registered',
    (error: unknown) => error,
  );
}

test('a client is registered as a public one, and other wishes are ignored', async () => {
  const answer = await registered({
    redirect_uris: [REDIRECT, 'http://127.0.0.1/callback'],
    client_name: ' An\n app ',
    grant_types: ['authorization_code', 'refresh_token', 'password'],
    token_endpoint_auth_method: 'client_secret_basic',
    logo_uri: 'https://app.example/logo.svg',
    scope: 'read write',
  });
  expect(answer).toEqual({
    client_id: expect.stringMatching(/^fmc_/),
    client_name: 'An app',
    redirect_uris: [REDIRECT, 'http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
  expect(await clients.find(Object.assign({ client_id: '' }, answer).client_id)).toMatchObject({
    name: 'An app',
    redirect_uris: [REDIRECT, 'http://127.0.0.1/callback'],
  });
});

test('a client that imitates Foldmark gets no name', async () => {
  const answer = await registered({ redirect_uris: [REDIRECT], client_name: 'F0ldmark' });
  expect(answer).not.toHaveProperty('client_name');
});

test('a client of device codes needs no address', async () => {
  const grant_types = ['urn:ietf:params:oauth:grant-type:device_code'];
  expect(await registered({ client_name: 'A terminal', grant_types })).toMatchObject({
    redirect_uris: [],
    response_types: [],
    grant_types,
  });
});

describe('a registration is refused', () => {
  test.each([
    ['without addresses', {}],
    ['with an empty list', { redirect_uris: [] }],
    ['with a text as list', { redirect_uris: REDIRECT }],
    ['with a script among its addresses', { redirect_uris: [REDIRECT, 'javascript:alert(1)'] }],
    ['with a wildcard', { redirect_uris: ['https://*.app.example/callback'] }],
    [
      'with 11 addresses',
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `${REDIRECT}/${index}`) },
    ],
  ])('%s', async (_what, body) => {
    expect(await refused(JSON.stringify(body))).toMatchObject({ code: 'invalid_redirect_uri' });
  });

  test.each([
    ['that is a list', []],
    ['that is empty', null],
    ['whose name is a list', { redirect_uris: [REDIRECT], client_name: ['An app'] }],
    ['for passwords only', { redirect_uris: [REDIRECT], grant_types: ['password'] }],
    [
      'whose id would be too long',
      { redirect_uris: ['a', 'b', 'c'].map((name) => `${REDIRECT}/${name.repeat(450)}`) },
    ],
  ])('%s', async (_what, body) => {
    expect(await refused(JSON.stringify(body))).toMatchObject({ code: 'invalid_client_metadata' });
  });

  test('that is no JSON', async () => {
    expect(await refused('redirect_uris=https://app.example/')).toMatchObject({
      code: 'invalid_client_metadata',
    });
  });
});
