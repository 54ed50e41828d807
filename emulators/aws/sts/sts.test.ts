import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BUCKET, png, TestServer, unsignedToken, uploadKey } from '#aws/testing/test-server.ts';

const ROLE = 'arn:aws:iam::000000000000:role/foldmark-favicons';
const ACCOUNT = 'local@demo-foldmark.iam.gserviceaccount.com';
const FAVICON = `dev/uploads/favicons/${'0a'.repeat(32)}.png`;

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(async () => server.end());

function googleToken(changes: object = {}): string {
  const exp = Math.floor(server.clock.now / 1000) + 3600;
  const claims = {
    iss: 'https://accounts.google.com',
    aud: 'sts.amazonaws.com',
    azp: ACCOUNT,
    sub: ACCOUNT,
    exp,
  };
  return unsignedToken({ ...claims, ...changes });
}

async function assume(changes: Record<string, string> = {}): Promise<{ status: number; xml: string }> {
  const response = await fetch(server.endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: ROLE,
      RoleSessionName: 'foldmark',
      WebIdentityToken: googleToken(),
      ...changes,
    }),
  });
  return { status: response.status, xml: await response.text() };
}

function textOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(xml)?.[1] ?? '';
}

test("a token of the functions' account is changed into credentials that put favicons and nothing else", async () => {
  const { status, xml } = await assume();
  expect(status).toBe(200);
  expect(textOf(xml, 'Arn')).toBe('arn:aws:sts::000000000000:assumed-role/foldmark-favicons/foldmark');
  expect(Date.parse(textOf(xml, 'Expiration'))).toBeGreaterThan(server.clock.now + 3_500_000);
  const credentials = {
    accessKeyId: textOf(xml, 'AccessKeyId'),
    secretAccessKey: textOf(xml, 'SecretAccessKey'),
    sessionToken: textOf(xml, 'SessionToken'),
  };
  const s3 = await server.s3({ credentials });
  const put = { Bucket: BUCKET, Body: png(), ContentType: 'image/png', IfNoneMatch: '*' };
  await s3.send(new PutObjectCommand({ ...put, Key: FAVICON }));
  expect((await fetch(server.urlOf(FAVICON))).status).toBe(200);
  await expect(s3.send(new PutObjectCommand({ ...put, Key: uploadKey() }))).rejects.toMatchObject({
    name: 'AccessDenied',
  });
});

describe('it refuses', () => {
  test.each<[what: string, changes: () => Record<string, string>, status: number, code: string]>([
    [
      'a token of another account',
      () => ({ WebIdentityToken: googleToken({ sub: '123' }) }),
      403,
      'AccessDenied',
    ],
    [
      'a token for another audience',
      () => ({ WebIdentityToken: googleToken({ aud: 'x' }) }),
      403,
      'AccessDenied',
    ],
    [
      'a role that trusts somebody else',
      () => ({ RoleArn: ROLE.replace('favicons', 'uploader') }),
      403,
      'AccessDenied',
    ],
    ['a role that is not there', () => ({ RoleArn: `${ROLE}x` }), 403, 'AccessDenied'],
    ['a token of a user', () => ({ WebIdentityToken: server.userToken() }), 400, 'InvalidIdentityToken'],
    [
      'a token that is over',
      () => ({ WebIdentityToken: googleToken({ exp: 1 }) }),
      400,
      'ExpiredTokenException',
    ],
    [
      'a token that claims a signature',
      () => ({ WebIdentityToken: `${googleToken()}c2ln` }),
      400,
      'InvalidIdentityToken',
    ],
    ['garbage', () => ({ WebIdentityToken: 'garbage' }), 400, 'InvalidIdentityToken'],
    ['no token', () => ({ WebIdentityToken: '' }), 400, 'MissingParameter'],
    ['more than an hour', () => ({ DurationSeconds: '7200' }), 400, 'ValidationError'],
    ['less than a quarter of one', () => ({ DurationSeconds: '10' }), 400, 'ValidationError'],
    ['a name that is none', () => ({ RoleSessionName: '<a>' }), 400, 'ValidationError'],
    ['another action', () => ({ Action: 'AssumeRole' }), 400, 'InvalidAction'],
  ])('%s', async (_, changes, status, code) => {
    const answer = await assume(changes());
    expect(answer.status).toBe(status);
    expect(textOf(answer.xml, 'Code')).toBe(code);
    expect(answer.xml).not.toContain('<a>');
  });
});
