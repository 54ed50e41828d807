import {
  GetCredentialsForIdentityCommand,
  GetIdCommand,
  GetOpenIdTokenCommand,
  GetOpenIdTokenForDeveloperIdentityCommand,
  type GetOpenIdTokenForDeveloperIdentityInput,
} from '@aws-sdk/client-cognito-identity';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TemporaryCredentials } from '#aws/credentials/credentials.ts';
import {
  newUpload,
  OIDC_PROVIDER,
  POOL,
  POOL_PROVIDER,
  PROVIDER,
  TestServer,
  uploadKey,
} from '#aws/testing/test-server.ts';

let server: TestServer;
let functions: TemporaryCredentials;

beforeAll(async () => {
  server = await TestServer.start();
  functions = await server.functionsCredentials();
});

afterAll(async () => server.end());

async function ask(
  changes: Partial<GetOpenIdTokenForDeveloperIdentityInput> = {},
  credentials: Parameters<TestServer['cognito']>[0] = functions,
): Promise<{ IdentityId?: string | undefined; Token?: string | undefined }> {
  const input = { IdentityPoolId: POOL, Logins: { [PROVIDER]: 'ada' }, ...changes };
  return server.cognito(credentials).send(new GetOpenIdTokenForDeveloperIdentityCommand(input));
}

async function put(credentials: TemporaryCredentials, Key: string): Promise<unknown> {
  return (await server.s3({ credentials })).send(new PutObjectCommand({ ...newUpload(), Key }));
}

function claimsOf(token = ''): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

describe('a grant', () => {
  test('allows a put of its key, and of no other key', async () => {
    const Key = uploadKey();
    const credentials = await server.credentialsOf('ada', Key);
    await expect(put(credentials, uploadKey())).rejects.toMatchObject({ name: 'AccessDenied' });
    await put(credentials, Key);
    expect(await server.isReadable(Key)).toBe(true);
    await expect(put(credentials, Key)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });

  test('contains the identity, which is the same each time, and the session tags', async () => {
    const { IdentityId, Token } = await server.grant('ada', { upload: 'links/a.png' });
    expect(claimsOf(Token)).toMatchObject({
      sub: IdentityId,
      aud: POOL,
      amr: ['authenticated', PROVIDER, `${PROVIDER}:${POOL}:ada`],
      'https://aws.amazon.com/tags': { principal_tags: { upload: ['links/a.png'] } },
    });
    expect((await ask()).IdentityId).toBe(IdentityId);
    expect((await ask({ Logins: { [PROVIDER]: 'grace' } })).IdentityId).not.toBe(IdentityId);
  });

  test.each([
    ['without a key', {}],
    ['with a key outside of its prefixes', { upload: 'favicons/a.png' }],
    ['with the key in another tag', { Upload2: 'links/a.png' }],
  ])('%s allows no put', async (_, tags: Record<string, string>) => {
    const credentials = await server.credentialsFor(await server.grant('ada', tags));
    for (const Key of [uploadKey(), 'dev/uploads/', 'dev/uploads/favicons/a.png', 'dev/uploads/links/a.png'])
      await expect(put(credentials, Key)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  test('that is changed, expired or of another identity is refused', async () => {
    const grant = await server.grant('mallory', { upload: 'links/a.png' });
    const [head = '', payload = '', signature = ''] = grant.Token.split('.');
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('links/a.png', 'links/b.png'),
    ).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    for (const Token of [`${head}.${forged}.${signature}`, `${unsigned}.${forged}.`, 'a.b.c', 'garbage'])
      await expect(server.credentialsFor({ ...grant, Token })).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: "Invalid login token. Couldn't verify signed token.",
      });

    const { IdentityId: ada = '' } = await ask();
    await expect(server.credentialsFor({ ...grant, IdentityId: ada })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: expect.stringMatching(/^Logins don't match/u),
    });

    server.clock.now += 15 * 60_000 + 1000;
    const late = server.credentialsFor(grant);
    await expect(late).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: expect.stringContaining('Token expired'),
    });
    server.clock.now -= 15 * 60_000 + 1000;
  });

  test('renewed by its owner has no tags', async () => {
    const Key = uploadKey();
    const { IdentityId, Token: first } = await server.grant('ada', {
      upload: Key.replace('dev/uploads/', ''),
    });
    const Logins = { [POOL_PROVIDER]: first };
    const { Token = '' } = await server.cognito().send(new GetOpenIdTokenCommand({ IdentityId, Logins }));
    const credentials = await server.credentialsFor({ IdentityId, Token });
    await expect(put(credentials, Key)).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});

describe('a token is issued only', () => {
  test('for a signed request of the functions', async () => {
    await expect(
      ask({}, { accessKeyId: 'ASIAABCDEFGHIJKLMNOP', secretAccessKey: 'x' }),
    ).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
    await expect(ask({}, { ...functions, secretAccessKey: 'guessed' })).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    await expect(ask({}, await server.credentialsOf('ada', uploadKey()))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('cognito-identity:GetOpenIdTokenForDeveloperIdentity'),
    });
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityService.GetOpenIdTokenForDeveloperIdentity',
    };
    const unsigned = await fetch(server.endpoint, { method: 'POST', headers, body: '{}' });
    expect(await unsigned.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  });

  test('with credentials that have not expired', async () => {
    server.clock.now += 3_600_001;
    await expect(ask()).rejects.toMatchObject({ name: 'ExpiredTokenException' });
    server.clock.now -= 3_600_001;
  });

  test.each<[what: string, changes: Partial<GetOpenIdTokenForDeveloperIdentityInput>, name: string]>([
    ['of this pool', { IdentityPoolId: POOL.replace(/1$/u, '2') }, 'ResourceNotFoundException'],
    ['for a user', { Logins: {} }, 'InvalidParameterException'],
    ['by the provider of the pool', { Logins: { other: 'ada' } }, 'InvalidParameterException'],
    ['for one user', { Logins: { [PROVIDER]: 'ada', other: 'x' } }, 'InvalidParameterException'],
    ['for the identity of the user', { IdentityId: POOL }, 'InvalidParameterException'],
    ['for a day at most', { TokenDuration: 86_401 }, 'ValidationException'],
    ['with tags that STS accepts', { PrincipalTags: { upload: 'links/*.png' } }, 'ValidationException'],
    ['with non-empty tags', { PrincipalTags: { upload: '' } }, 'ValidationException'],
    ['with short tags', { PrincipalTags: { upload: 'x'.repeat(257) } }, 'ValidationException'],
    ['with few tags', { PrincipalTags: { a: 'x'.repeat(250), b: 'x'.repeat(250) } }, 'ValidationException'],
  ])('%s', async (_, changes, name) => {
    await expect(ask(changes)).rejects.toMatchObject({ name });
  });
});

describe('the pool refuses a login', () => {
  test.each([OIDC_PROVIDER, PROVIDER, POOL_PROVIDER])('of %s for a new identity', async (provider) => {
    const { Token = '' } = await ask();
    for (const token of [server.userToken(), Token, 'ada']) {
      const command = new GetIdCommand({ IdentityPoolId: POOL, Logins: { [provider]: token } });
      await expect(server.cognito().send(command)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    }
  });

  test('with only the name of a user', async () => {
    const { IdentityId } = await ask();
    const command = new GetCredentialsForIdentityCommand({ IdentityId, Logins: { [PROVIDER]: 'ada' } });
    await expect(server.cognito().send(command)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });
});

test('a role whose trust policy does not allow tags refuses a session with tags', async () => {
  const strict = await TestServer.start((account) => ({
    ...account,
    roles: new Map(
      [...account.roles].map(([arn, role]) => [
        arn,
        {
          ...role,
          trust: {
            statements: role.trust.statements.map((statement) => ({
              ...statement,
              actions: { inverted: false, patterns: ['sts:AssumeRoleWithWebIdentity'] },
            })),
          },
        },
      ]),
    ),
  }));
  try {
    await expect(strict.credentialsOf('ada', uploadKey())).rejects.toMatchObject({
      name: 'InvalidIdentityPoolConfigurationException',
    });
    await expect(strict.credentialsFor(await strict.grant('ada', {}))).resolves.toBeDefined();
  } finally {
    await strict.end();
  }
});
