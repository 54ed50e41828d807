import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { raw, signer } from '#aws/testing/raw-request.ts';
import {
  BUCKET,
  FUNCTIONS_ROLE,
  newUpload,
  png,
  TestServer,
  textOf,
  uploadKey,
} from '#aws/testing/test-server.ts';

const FAVICON = `dev/uploads/favicons/${'0a'.repeat(32)}.png`;

const DENIED = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(async () => server.end());

test("a token of the functions' account gets credentials for an hour", async () => {
  const { status, xml } = await server.assumeRole();
  expect(status).toBe(200);
  expect(textOf(xml, 'Arn')).toBe('arn:aws:sts::000000000000:assumed-role/foldmark-functions/foldmark');
  expect(Date.parse(textOf(xml, 'Expiration'))).toBeGreaterThan(server.clock.now + 3_500_000);
});

describe('the functions', () => {
  let s3: S3Client;

  beforeAll(async () => {
    s3 = await server.s3({ credentials: await server.functionsCredentials() });
  });

  test('put favicons and no other image, and none with an archive storage class', async () => {
    const put = { Bucket: BUCKET, Key: FAVICON, Body: png(), ContentType: 'image/png', IfNoneMatch: '*' };
    await expect(s3.send(new PutObjectCommand({ ...put, StorageClass: 'GLACIER' }))).rejects.toMatchObject(
      DENIED,
    );
    await s3.send(new PutObjectCommand(put));
    expect(await server.isReadable(FAVICON)).toBe(true);
    await expect(s3.send(new PutObjectCommand({ ...put, Key: uploadKey() }))).rejects.toMatchObject(DENIED);
  });

  test('delete images of all three kinds, and nothing else', async () => {
    const uploader = await server.s3();
    for (const folder of ['links', 'folders']) {
      const Key = uploadKey('png', folder);
      await uploader.send(new PutObjectCommand({ ...newUpload(), Key }));
      await s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
      expect(await server.isReadable(Key)).toBe(false);
      // A second delete also succeeds.
      await s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
    }
    for (const Key of [
      'prod/uploads/links/a.png',
      'dev/uploads/a.png',
      'dev/uploads/avatars/a.png',
      'links/a.png',
    ])
      await expect(s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }))).rejects.toMatchObject(DENIED);
  });

  test('list only images, page by page in byte order', async () => {
    const uploader = await server.s3();
    const prefix = `dev/uploads/links/${crypto.randomUUID()}`;
    const keys = ['-a', '-b', '-z', '-\uff5e', '-\u{1f600}'].map((end) => `${prefix}${end}.png`);
    for (const Key of keys.toReversed())
      await uploader.send(new PutObjectCommand({ ...newUpload(), Key, ChecksumAlgorithm: 'CRC32' }));
    const pages = paginateListObjectsV2({ client: s3, pageSize: 2 }, { Bucket: BUCKET, Prefix: prefix });
    const found: (string | undefined)[][] = [];
    for await (const { Contents = [] } of pages) found.push(Contents.map(({ Key }) => Key));
    expect(found).toEqual([keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)]);

    for (const Prefix of [
      undefined,
      '',
      'dev/',
      'dev/uploads/',
      'dev/uploads/avatars/',
      'prod/uploads/links/',
    ])
      await expect(s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }))).rejects.toMatchObject(
        DENIED,
      );
    await expect(
      uploader.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix })),
    ).rejects.toMatchObject(DENIED);
  });

  test.each([
    ['max-keys=x', 'InvalidArgument'],
    ['continuation-token=x', 'InvalidArgument'],
    ['delimiter=%2F', 'NotImplemented'],
  ])('get the error of an invalid list: %s', async (query, code) => {
    const path = `/${BUCKET}?list-type=2&prefix=${encodeURIComponent('dev/uploads/links/')}&${query}`;
    const request = new URL(path, server.endpoint);
    const signed = await signer(await server.functionsCredentials()).sign(
      {
        method: 'GET',
        protocol: 'http:',
        hostname: request.hostname,
        path: request.pathname,
        query: Object.fromEntries(request.searchParams),
        headers: { host: request.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      },
      { signingDate: new Date(server.clock.now) },
    );
    expect((await raw(server, 'GET', path, signed.headers)).body).toContain(`<Code>${code}</Code>`);
  });
});

describe('it refuses', () => {
  test.each<[what: string, changes: () => Record<string, string>, status: number, code: string]>([
    [
      'a token of another account',
      () => ({ WebIdentityToken: server.googleToken({ sub: '123' }) }),
      403,
      'AccessDenied',
    ],
    [
      'a token for another audience',
      () => ({ WebIdentityToken: server.googleToken({ aud: 'x' }) }),
      403,
      'AccessDenied',
    ],
    [
      'a role that does not trust the caller',
      () => ({ RoleArn: FUNCTIONS_ROLE.replace('functions', 'uploader') }),
      403,
      'AccessDenied',
    ],
    ['an unknown role', () => ({ RoleArn: `${FUNCTIONS_ROLE}x` }), 403, 'AccessDenied'],
    ['a token of a user', () => ({ WebIdentityToken: server.userToken() }), 400, 'InvalidIdentityToken'],
    [
      'a token that is over',
      () => ({ WebIdentityToken: server.googleToken({ exp: 1 }) }),
      400,
      'ExpiredTokenException',
    ],
    [
      'a token that claims a signature',
      () => ({ WebIdentityToken: `${server.googleToken()}c2ln` }),
      400,
      'InvalidIdentityToken',
    ],
    ['garbage', () => ({ WebIdentityToken: 'garbage' }), 400, 'InvalidIdentityToken'],
    ['no token', () => ({ WebIdentityToken: '' }), 400, 'MissingParameter'],
    ['more than an hour', () => ({ DurationSeconds: '7200' }), 400, 'ValidationError'],
    ['less than a quarter of an hour', () => ({ DurationSeconds: '10' }), 400, 'ValidationError'],
    ['an invalid session name', () => ({ RoleSessionName: '<a>' }), 400, 'ValidationError'],
    ['another action', () => ({ Action: 'AssumeRole' }), 400, 'InvalidAction'],
  ])('%s', async (_, changes, status, code) => {
    const answer = await server.assumeRole(changes());
    expect(answer.status).toBe(status);
    expect(textOf(answer.xml, 'Code')).toBe(code);
    expect(answer.xml).not.toContain('<a>');
  });
});
