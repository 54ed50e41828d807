import {
  GetCredentialsForIdentityCommand,
  GetIdCommand,
  GetOpenIdTokenCommand,
} from '@aws-sdk/client-cognito-identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Account } from '#aws/account/account.ts';
import {
  OIDC_PROVIDER as PROVIDER,
  POOL,
  PROJECT,
  TestServer,
  unsignedToken,
  uploadKey,
} from '#aws/testing/test-server.ts';

const UNAUTHENTICATED = 'Unauthenticated access is not supported for this identity pool.';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start(withOidc);
});

afterAll(async () => server.end());

/** A pool that trusts an OpenID Connect provider in addition to its owner. */
function withOidc(account: Account): Account {
  const providers = new Map([[PROVIDER, { arn: 'arn:oidc', clientIds: [PROJECT] }]]);
  return { ...account, identityPool: { ...account.identityPool, providers } };
}

async function idOf(token: string, provider = PROVIDER): Promise<string> {
  const { IdentityId = '' } = await server
    .cognito()
    .send(new GetIdCommand({ IdentityPoolId: POOL, Logins: { [provider]: token } }));
  return IdentityId;
}

async function ask(target: string, body: string): Promise<Response> {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityService.${target}`,
  };
  return fetch(server.endpoint, { method: 'POST', headers, body });
}

describe('an identity', () => {
  test('is the same at each login of a user, also after a restart, and different for each user', async () => {
    const first = await idOf(server.userToken());
    expect(first).toMatch(/^us-east-1:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
    await server.resume();
    expect(await idOf(server.userToken({ exp: Math.floor(Date.now() / 1000) + 60 }))).toBe(first);
    expect(await idOf(server.userToken({ sub: 'grace' }))).not.toBe(first);
  });

  test('gets credentials for an hour, or less if configured', async () => {
    const hour = (await server.credentialsOf('ada', uploadKey())).expiration.getTime() - server.clock.now;
    expect(Math.round(hour / 1000)).toBeCloseTo(3600, -1);
    await server.resume(60);
    const minute = (await server.credentialsOf('ada', uploadKey())).expiration.getTime() - server.clock.now;
    expect(Math.round(minute / 1000)).toBeCloseTo(60, -1);
  });

  test('gets a token of the pool for itself', async () => {
    const Logins = { [PROVIDER]: server.userToken() };
    const IdentityId = await idOf(server.userToken());
    const { Token = '' } = await server.cognito().send(new GetOpenIdTokenCommand({ IdentityId, Logins }));
    const claims = JSON.parse(Buffer.from(Token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: IdentityId, aud: POOL, amr: ['authenticated', PROVIDER] });
  });
});

function invalid(detail: string): string {
  return `Invalid login token. ${detail}`;
}

describe('a login is refused', () => {
  test.each<[what: string, token: (seconds: number) => string, message: string]>([
    [
      'of another project',
      (exp) => unsignedToken({ iss: 'https://securetoken.google.com/other', aud: 'other', sub: 'a', exp }),
      invalid("Issuer doesn't match providerName"),
    ],
    [
      'for another audience',
      (exp) => unsignedToken({ iss: `https://${PROVIDER}`, aud: 'other', sub: 'a', exp }),
      invalid('Incorrect token audience.'),
    ],
    [
      'without a user',
      (exp) => unsignedToken({ iss: `https://${PROVIDER}`, aud: 'demo-foldmark', sub: '', exp }),
      invalid('Not a valid OpenId Connect identity token.'),
    ],
    [
      'without an end',
      () => unsignedToken({ iss: `https://${PROVIDER}`, aud: 'demo-foldmark', sub: 'a' }),
      invalid('Not a valid OpenId Connect identity token.'),
    ],
    [
      'that says it is signed',
      (exp) =>
        unsignedToken(
          { iss: `https://${PROVIDER}`, aud: 'demo-foldmark', sub: 'a', exp },
          { alg: 'RS256' },
          'c2ln',
        ),
      invalid("Couldn't verify signed token."),
    ],
    [
      'with an unexpected signature',
      (exp) =>
        unsignedToken(
          { iss: `https://${PROVIDER}`, aud: 'demo-foldmark', sub: 'a', exp },
          { alg: 'none' },
          'c2ln',
        ),
      invalid("Couldn't verify signed token."),
    ],
    ['that is garbage', () => 'garbage', invalid('Not a valid OpenId Connect identity token.')],
    ['in four parts', () => 'a.b.c.d', invalid('Not a valid OpenId Connect identity token.')],
  ])('%s', async (_, token, message) => {
    const seconds = Math.floor(server.clock.now / 1000) + 60;
    await expect(idOf(token(seconds))).rejects.toMatchObject({ name: 'NotAuthorizedException', message });
  });

  test('with a token that expired more than five minutes ago', async () => {
    const now = Math.floor(server.clock.now / 1000);
    await expect(idOf(server.userToken({ exp: now - 299 }))).resolves.toBeDefined();
    await expect(idOf(server.userToken({ exp: now - 302 }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: expect.stringContaining('Invalid login token. Token expired: '),
    });
  });

  test('of an unknown provider', async () => {
    await expect(idOf(server.userToken(), 'accounts.google.com')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Token is not from a supported provider of this identity pool.',
    });
  });

  test('of another user than that of the identity', async () => {
    const IdentityId = await idOf(server.userToken());
    const Logins = { [PROVIDER]: server.userToken({ sub: 'mallory' }) };
    const stolen = server.cognito().send(new GetCredentialsForIdentityCommand({ IdentityId, Logins }));
    await expect(stolen).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: expect.stringMatching(/^Logins don't match/u),
    });
  });

  test('if it is missing, or for an unknown pool or identity', async () => {
    const client = server.cognito();
    const IdentityId = await idOf(server.userToken());
    await expect(client.send(new GetIdCommand({ IdentityPoolId: POOL }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: UNAUTHENTICATED,
    });
    await expect(client.send(new GetCredentialsForIdentityCommand({ IdentityId }))).rejects.toMatchObject({
      message: UNAUTHENTICATED,
    });
    const other = POOL.replace(/1$/u, '2');
    await expect(client.send(new GetIdCommand({ IdentityPoolId: other }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `IdentityPool '${other}' not found.`,
    });
    await expect(
      client.send(new GetCredentialsForIdentityCommand({ IdentityId: other })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException', message: `Identity '${other}' not found.` });
  });
});

test('a pool with unauthenticated access gives the unauthenticated role, if its trust policy allows it', async () => {
  const open = await TestServer.start((account) => {
    const { authenticated } = account.identityPool.roles;
    return {
      ...account,
      identityPool: {
        ...account.identityPool,
        allowsUnauthenticated: true,
        roles: { authenticated, unauthenticated: authenticated },
      },
    };
  });
  try {
    const client = open.cognito();
    const { IdentityId } = await client.send(new GetIdCommand({ IdentityPoolId: POOL }));
    const again = await client.send(new GetIdCommand({ IdentityPoolId: POOL }));
    expect(again.IdentityId).not.toBe(IdentityId);
    // The uploader's trust policy requires an authenticated identity (`amr`).
    await expect(client.send(new GetCredentialsForIdentityCommand({ IdentityId }))).rejects.toMatchObject({
      name: 'InvalidIdentityPoolConfigurationException',
    });
  } finally {
    await open.end();
  }
});

describe('on the wire', () => {
  test('an error has its code in the body and in a header, and every origin may read it', async () => {
    const answer = await ask('GetId', JSON.stringify({ IdentityPoolId: POOL }));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-amzn-errortype')).toBe('NotAuthorizedException:');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toEqual({ __type: 'NotAuthorizedException', message: UNAUTHENTICATED });
  });

  test.each([
    ['GetId', '', 'SerializationException'],
    ['GetId', '[]', 'SerializationException'],
    ['GetId', '{"IdentityPoolId": 1}', 'SerializationException'],
    ['GetId', '{}', 'ValidationException'],
    ['GetId', '{"IdentityPoolId": "../x"}', 'ValidationException'],
    ['GetId', JSON.stringify({ IdentityPoolId: POOL, Logins: { x: 1 } }), 'SerializationException'],
    ['GetId', JSON.stringify({ IdentityPoolId: POOL, Logins: { x: '' } }), 'ValidationException'],
    ['GetId', `{"IdentityPoolId": "${'x'.repeat(300_000)}"}`, 'SerializationException'],
    ['DeleteIdentities', '{}', 'UnknownOperationException'],
    ['constructor', '{}', 'UnknownOperationException'],
  ])('%s of %s is a %s', async (target, body, type) => {
    expect(await (await ask(target, body)).json()).toMatchObject({ __type: type });
  });
});
