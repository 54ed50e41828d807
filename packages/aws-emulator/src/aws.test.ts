import { get } from 'node:http';
import { Readable } from 'node:stream';

import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { raw } from '#aws/testing/raw-request.ts';
import { BUCKET, BUCKET_HOST, FOREIGN_PAGE, png, TestServer, uploadKey } from '#aws/testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(async () => server.end());

const CACHE = 'public, max-age=31536000, immutable';

describe('a signed-in user', () => {
  test('puts an image, and everyone can read it with its type, cache time and ETag', async () => {
    const Key = uploadKey();
    const s3 = await server.s3();
    const put = {
      Bucket: BUCKET,
      Key,
      Body: png(),
      ContentType: 'image/png',
      CacheControl: CACHE,
      IfNoneMatch: '*',
    };
    const { ETag } = await s3.send(new PutObjectCommand(put));

    const answer = await fetch(server.urlOf(Key));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': CACHE,
      'content-length': '1000',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: ETag,
      'last-modified': expect.stringMatching(/GMT$/u),
    });
    // The role may only put, so its credentials don't allow more reads.
    const { ContentLength } = await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key }));
    expect(ContentLength).toBe(1000);
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key, Range: 'bytes=1-3' }));
    expect(await Body?.transformToString()).toBe('PNG');
  });

  test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256', 'CRC64NVME'] as const)(
    'puts one whose %s is checked, in one piece and in chunks',
    async (ChecksumAlgorithm) => {
      const s3 = await server.s3();
      const bytes = png(200_000);
      for (const Body of [bytes, Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)])]) {
        const Key = uploadKey();
        const put = {
          Bucket: BUCKET,
          Key,
          Body,
          ContentLength: bytes.length,
          ContentType: 'image/png',
          IfNoneMatch: '*',
        };
        await s3.send(new PutObjectCommand({ ...put, ChecksumAlgorithm }));
        const answer = await fetch(server.urlOf(Key));
        expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      }
    },
  );
});

describe('a reader', () => {
  let url: string;
  let etag: string;

  beforeAll(async () => {
    const Key = uploadKey();
    const s3 = await server.s3();
    const put = { Bucket: BUCKET, Key, Body: png(), ContentType: 'image/png', IfNoneMatch: '*' };
    etag = (await s3.send(new PutObjectCommand(put))).ETag ?? '';
    url = server.urlOf(Key);
  });

  test.each<[range: string, status: number, contentRange: string | null, length: number]>([
    ['bytes=0-9', 206, 'bytes 0-9/1000', 10],
    ['bytes=990-', 206, 'bytes 990-999/1000', 10],
    ['bytes=-5', 206, 'bytes 995-999/1000', 5],
    ['bytes=0-99999', 206, 'bytes 0-999/1000', 1000],
    ['bytes=9-1', 200, null, 1000],
    ['bytes=0-1,3-4', 200, null, 1000],
    ['lines=1', 200, null, 1000],
  ])('that asks for %s is answered %d', async (range, status, contentRange, length) => {
    const answer = await fetch(url, { headers: { range } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect((await answer.arrayBuffer()).byteLength).toBe(length);
  });

  test.each(['bytes=1000-', 'bytes=-0'])('that asks for %s gets the size of the object', async (range) => {
    const answer = await fetch(url, { headers: { range } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */1000');
    expect(await answer.text()).toContain('<Code>InvalidRange</Code>');
  });

  test('that has the current object gets 304', async () => {
    const same = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    const future = new Date(Date.now() + 60_000).toUTCString();
    expect((await fetch(url, { headers: { 'if-modified-since': future } })).status).toBe(304);
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await fetch(url, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    expect(
      (await fetch(url, { headers: { 'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' } })).status,
    ).toBe(412);
  });

  test('gets a range with If-Range only of the same version', async () => {
    const part = { range: 'bytes=0-9' };
    expect((await fetch(url, { headers: { ...part, 'if-range': etag } })).status).toBe(206);
    expect((await fetch(url, { headers: { ...part, 'if-range': '"other"' } })).status).toBe(200);
  });

  test('reaches the bucket at its own host too', async () => {
    const { pathname } = new URL(url);
    for (const host of [`${BUCKET}.localhost:${server.port}`, `${BUCKET}.s3.localhost`, BUCKET_HOST]) {
      const status = await new Promise((resolve) => {
        get(
          {
            host: '127.0.0.1',
            port: server.port,
            path: pathname.slice(BUCKET.length + 1),
            headers: { host },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
      });
      expect(status).toBe(200);
    }
  });

  test('gets AccessDenied for a missing object, as in S3 without the permission to list', async () => {
    const answer = await fetch(server.urlOf(uploadKey()));
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-type')).toBe('application/xml');
    const id = answer.headers.get('x-amz-request-id') ?? '';
    expect(await answer.text()).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>${id}</RequestId><HostId>foldmark-aws</HostId></Error>`,
    );
  });
});

describe('a page', () => {
  const ask = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-amz-date,authorization',
  };

  test('of this machine may put, and can read the ETag', async () => {
    const origin = 'http://127.0.0.1:5080';
    const before = await fetch(server.urlOf(uploadKey()), { method: 'OPTIONS', headers: { origin, ...ask } });
    expect(before.status).toBe(200);
    expect(Object.fromEntries(before.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, PUT',
      'access-control-allow-headers': 'x-amz-date, authorization',
      'access-control-max-age': '3600',
    });
    const answer = await fetch(server.urlOf(uploadKey()), { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
  });

  test.each([
    ['from elsewhere', { origin: FOREIGN_PAGE, ...ask }],
    [
      'with another method',
      { origin: 'http://localhost:5080', ...ask, 'access-control-request-method': 'DELETE' },
    ],
  ])('%s may not', async (_, headers) => {
    const answer = await fetch(server.urlOf(uploadKey()), { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(await answer.text()).toContain('<Code>AccessForbidden</Code>');
  });

  test('of any origin may call Cognito, which requires a token', async () => {
    const headers = {
      origin: FOREIGN_PAGE,
      ...ask,
      'access-control-request-headers': 'x-amz-target',
    };
    const answer = await fetch(`${server.endpoint}/`, { method: 'OPTIONS', headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toBe('x-amz-target');
  });
});

test('refuses pages of other sites and names of other machines', async () => {
  const forms = [{ origin: 'https://evil.example' }, { host: 'evil.example' }];
  for (const headers of forms)
    for (const path of ['/', `/${BUCKET}/${uploadKey()}`])
      for (const method of ['GET', 'POST', 'OPTIONS'])
        expect(await raw(server, method, path, { ...headers, 'x-amz-target': 'x' })).toMatchObject({
          status: 403,
          body: expect.stringMatching(/^.*evil\.example.+--allow-\w+ .+\n$/u),
        });
});

test('objects and credentials survive a restart', async () => {
  const Key = uploadKey();
  const credentials = await server.testerCredentials();
  const put = { Bucket: BUCKET, Key, Body: png(), ContentType: 'image/png', IfNoneMatch: '*' };
  await (await server.s3({ credentials })).send(new PutObjectCommand(put));
  await server.resume();

  expect((await fetch(server.urlOf(Key))).status).toBe(200);
  const s3 = await server.s3({ credentials });
  await s3.send(new PutObjectCommand({ ...put, Key: uploadKey() }));
});
