import { Readable } from 'node:stream';

import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BUCKET, png, TestServer, uploadKey } from '#aws/testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(async () => server.end());

const CACHE = 'public, max-age=31536000, immutable';

describe('a signed-in user', () => {
  test('puts an image, which everybody reads with its type, its cache time and its tag', async () => {
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
    // Reading with credentials is no more than reading without: the role may only put.
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
