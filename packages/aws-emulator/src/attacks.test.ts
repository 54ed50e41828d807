import { createHash } from 'node:crypto';

import {
  CopyObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Credentials, type TemporaryCredentials } from '#aws/credentials/credentials.ts';
import { raw, signedPut } from '#aws/testing/raw-request.ts';
import { BUCKET, newUpload, png, TestServer, uploadKey } from '#aws/testing/test-server.ts';

const CUSTOMER_KEY = Buffer.alloc(32, 5);
const SSE_C = {
  SSECustomerAlgorithm: 'AES256',
  SSECustomerKey: CUSTOMER_KEY.toString('base64'),
  SSECustomerKeyMD5: createHash('md5').update(CUSTOMER_KEY).digest('base64'),
};

let server: TestServer;
let s3: S3Client;
let credentials: TemporaryCredentials;

beforeAll(async () => {
  server = await TestServer.start();
  credentials = await server.testerCredentials();
  s3 = await server.s3({ credentials });
});

afterAll(async () => server.end());

async function put(changes: Partial<PutObjectCommandInput> = {}, client = s3): Promise<unknown> {
  return client.send(new PutObjectCommand({ ...newUpload(), ...changes }));
}

describe('an upload is refused', () => {
  test('without credentials', async () => {
    const answer = await raw(
      server,
      'PUT',
      `/${BUCKET}/${uploadKey()}`,
      { 'if-none-match': '*', 'content-length': 1000 },
      png(),
    );
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('<Code>AccessDenied</Code>');
  });

  test('with invented credentials', async () => {
    const made = { accessKeyId: 'ASIAABCDEFGHIJKLMNOP', secretAccessKey: 'secret', sessionToken: 'dG9rZW4=' };
    const client = await server.s3({ credentials: made });
    await expect(put({}, client)).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
      $metadata: { httpStatusCode: 403 },
    });
  });

  test('with credentials of another server', async () => {
    const foreign = new Credentials(Buffer.alloc(32, 1));
    const expires = Date.now() + 3_600_000;
    const issued = foreign.issue({
      role: 'arn:aws:iam::000000000000:role/foldmark-uploader',
      name: 'x',
      tags: {},
      expires,
    });
    await expect(put({}, await server.s3({ credentials: issued }))).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    });
  });

  test('with an invented or missing token, or the token of other credentials', async () => {
    const other = await server.testerCredentials();
    for (const sessionToken of [
      'dG9rZW4=',
      other.sessionToken,
      credentials.sessionToken.replace(/^../u, 'AA'),
    ]) {
      const client = await server.s3({ credentials: { ...credentials, sessionToken } });
      await expect(put({}, client)).rejects.toMatchObject({
        name: 'InvalidToken',
        $metadata: { httpStatusCode: 400 },
      });
    }
    const { accessKeyId, secretAccessKey } = credentials;
    const client = await server.s3({ credentials: { accessKeyId, secretAccessKey } });
    await expect(put({}, client)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
  });

  test('with expired credentials', async () => {
    const client = await server.s3({ credentials });
    server.clock.now += 3_600_001;
    client.config.systemClockOffset = server.clock.now - Date.now();
    try {
      await expect(put({}, client)).rejects.toMatchObject({
        name: 'ExpiredToken',
        $metadata: { httpStatusCode: 400 },
      });
    } finally {
      server.clock.now -= 3_600_001;
    }
  });

  test('with a wrong secret', async () => {
    const client = await server.s3({ credentials: { ...credentials, secretAccessKey: 'guessed' } });
    await expect(put({}, client)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
  });

  test.each([
    'x.png',
    'prod/uploads/links/a.png',
    'dev/uploads/a.png',
    'dev/uploads/favicons/a.png',
    'dev/uploads/avatars/a.png',
    'dev/uploads/linksy/a.png',
    'dev/uploads/links/a.svg',
    'dev/uploads/links/a.html',
    'dev/uploads/links/a.png.exe',
    'DEV/uploads/links/a.png',
    uploadKey(),
    uploadKey('png', 'folders'),
  ])('at the key %s without a grant', async (Key) => {
    const client = await server.s3({ credentials: await server.credentialsOf('mallory', uploadKey()) });
    await expect(put({ Key }, client)).rejects.toMatchObject({
      name: 'AccessDenied',
      $metadata: { httpStatusCode: 403 },
    });
  });

  test.each<[what: string, changes: Partial<PutObjectCommandInput>]>([
    ['into an archive', { StorageClass: 'GLACIER' }],
    ['into another storage class', { StorageClass: 'STANDARD_IA' }],
    ['under a key of KMS', { ServerSideEncryption: 'aws:kms' }],
    ['under a named key of KMS', { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: 'arn:aws:kms:::key/1' }],
    ['under two keys of KMS', { ServerSideEncryption: 'aws:kms:dsse' }],
    ['under a key of its own', SSE_C],
  ])('%s, where the guard could not read it', async (_, changes) => {
    const Key = uploadKey();
    await expect(put({ Key, ...changes })).rejects.toMatchObject({
      name: 'AccessDenied',
      $metadata: { httpStatusCode: 403 },
    });
    expect(await server.isReadable(Key)).toBe(false);
  });

  test('as a copy of a public image', async () => {
    const Key = uploadKey();
    await put({ Key });
    const copy = { Bucket: BUCKET, Key: uploadKey(), CopySource: `${BUCKET}/${Key}` };
    await expect(s3.send(new CopyObjectCommand(copy))).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(s3.send(new CopyObjectCommand({ ...copy, IfNoneMatch: '*' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
  });

  test('never with the default storage class and encryption', async () => {
    await expect(put({ StorageClass: 'STANDARD', ServerSideEncryption: 'AES256' })).resolves.toBeDefined();
  });

  test('over an existing object, with and without the condition', async () => {
    const Key = uploadKey();
    await put({ Key });
    await expect(put({ Key, Body: png(2000) })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    await expect(put({ Key, Body: png(2000), IfNoneMatch: undefined })).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    expect((await fetch(server.urlOf(Key))).headers.get('content-length')).toBe('1000');
  });

  test('for the second of two parallel puts of a key', async () => {
    const Key = uploadKey();
    const sizes = [1000, 2000, 3000, 4000];
    const outcomes = await Promise.allSettled(sizes.map(async (size) => put({ Key, Body: png(size) })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stored = sizes[outcomes.findIndex(({ status }) => status === 'fulfilled')];
    expect((await fetch(server.urlOf(Key))).headers.get('content-length')).toBe(String(stored));
  });

  test('with a changed signed header', async () => {
    const path = `/${BUCKET}/${uploadKey()}`;
    const headers = await signedPut(server, credentials, path, png());
    const answer = await raw(server, 'PUT', path, { ...headers, 'content-type': 'text/html' }, png());
    expect(answer.body).toContain('<Code>SignatureDoesNotMatch</Code>');
  });

  test('with an unsigned header that S3 interprets', async () => {
    const path = `/${BUCKET}/${uploadKey()}`;
    const headers = await signedPut(server, credentials, path, png());
    const answer = await raw(server, 'PUT', path, { ...headers, 'x-amz-meta-more': '1' }, png());
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('<HeadersNotSigned>x-amz-meta-more</HeadersNotSigned>');
  });

  test('as a replay with another body, at another key, or later', async () => {
    const key = uploadKey();
    const path = `/${BUCKET}/${key}`;
    const headers = await signedPut(server, credentials, path, png());
    const other = await raw(server, 'PUT', path, headers, Buffer.from(png().fill('MZ', 0, 2)));
    expect(other.status).toBe(400);
    expect(other.body).toContain('<Code>XAmzContentSHA256Mismatch</Code>');
    expect(await server.isReadable(key)).toBe(false);

    const elsewhere = await raw(server, 'PUT', `/${BUCKET}/${uploadKey()}`, headers, png());
    expect(elsewhere.body).toContain('<Code>SignatureDoesNotMatch</Code>');

    server.clock.now += 16 * 60_000;
    const late = await raw(server, 'PUT', path, headers, png());
    server.clock.now -= 16 * 60_000;
    expect(late.status).toBe(403);
    expect(late.body).toContain('<Code>RequestTimeTooSkewed</Code>');
  });

  test('with a wrong checksum', async () => {
    await expect(put({ ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(put({ ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(put({ ContentMD5: 'short' })).rejects.toMatchObject({ name: 'InvalidDigest' });
  });

  test('signed for another region or another service', async () => {
    const client = await server.s3({ credentials, region: 'eu-west-1' });
    await expect(put({}, client)).rejects.toMatchObject({ name: 'AuthorizationHeaderMalformed' });
    const path = `/${BUCKET}/${uploadKey()}`;
    const headers = await signedPut(server, credentials, path, png());
    const authorization = headers['authorization']?.replace('/s3/', '/sts/') ?? '';
    const answer = await raw(server, 'PUT', path, { ...headers, authorization }, png());
    expect(answer.body).toContain('<Code>AuthorizationHeaderMalformed</Code>');
  });

  test('into a missing bucket', async () => {
    await expect(put({ Bucket: 'foldmark-other' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});
