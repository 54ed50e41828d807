import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { expect, test } from 'vitest';

import { serve } from '#functions/testing/serve.ts';
import { awsClient } from '#functions/uploads/aws-client.ts';
import { hashedUid } from '#functions/uploads/hashed-uid.ts';
import { s3Images } from '#functions/uploads/s3-images.ts';

const ICON = { bytes: Buffer.from('an icon'), type: 'image/png', extension: 'png' };
const HASH = createHash('sha256').update(ICON.bytes).digest('hex');
const FOLDER = `dev/uploads/favicons/${hashedUid('ada')}`;
const KEY = `${FOLDER}/${HASH}.png`;

interface ReceivedRequest {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A bucket that answers each request with the next status or page. tests/api covers the signatures. */
async function bucket(answers: (number | string)[]) {
  const requests: ReceivedRequest[] = [];
  const origin = await serve((request, response) => {
    const { method, url, headers } = request;
    void new Response(request).text().then((body) => {
      requests.push({ line: `${method} ${url}`, headers, body });
      const answer = answers.shift() ?? 500;
      if (typeof answer === 'string') response.end(answer);
      else response.writeHead(answer).end();
    });
  });
  let round = 1;
  const aws = awsClient({
    region: 'us-east-1',
    credentials: {
      get: async () => ({
        accessKeyId: `ASIA${round}`,
        secretAccessKey: 'secret',
        sessionToken: 'session',
        expiration: new Date(Date.now() + 3_600_000),
      }),
      discard: () => {
        round += 1;
      },
    },
    timeoutMs: 5000,
  });
  return { requests, images: s3Images({ origin: `${origin}/images`, prefix: 'dev/uploads/', aws }) };
}

test('a picture is stored as a WebP in a folder of its own', async () => {
  const { requests, images } = await bucket([200]);
  const key = `dev/uploads/pictures/${hashedUid('ada')}/${HASH}.webp`;
  expect(await images.storePicture('ada', ICON.bytes, false)).toBe(key);
  expect(images.owns(key)).toBe(true);
  expect(requests).toMatchObject([
    { line: `PUT /images/${key}`, headers: { 'content-type': 'image/webp', 'if-none-match': '*' } },
  ]);
});

test('an icon is stored below the hashed uid and the hash of its bytes, unless it exists', async () => {
  const { requests, images } = await bucket([200]);
  expect(await images.storeIcon('ada', ICON, false)).toBe(KEY);
  expect(requests).toMatchObject([
    {
      line: `PUT /images/${KEY}`,
      body: 'an icon',
      headers: {
        'content-type': 'image/png',
        'cache-control': 'private, max-age=86400, immutable',
        'if-none-match': '*',
        'x-amz-content-sha256': HASH,
        'x-amz-security-token': 'session',
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=ASIA1\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=\S*if-none-match\S*, Signature=/,
        ),
      },
    },
  ]);
});

test('the hashed uid differs per user and does not contain the uid', () => {
  expect(hashedUid('ada')).toMatch(/^[0-9a-f]{32}$/);
  expect(hashedUid('ada')).not.toBe(hashedUid('grace'));
});

test('the store uses the existing icon if there is one', async () => {
  const { requests, images } = await bucket([412]);
  expect(await images.storeIcon('ada', ICON, false)).toBe(KEY);
  expect(requests).toHaveLength(1);
});

test('a fresh key is different each time', async () => {
  const { images } = await bucket([200, 200]);
  const keys = [await images.storeIcon('ada', ICON, true), await images.storeIcon('ada', ICON, true)];
  for (const key of keys) expect(key.startsWith(`${FOLDER}/${HASH}-`)).toBe(true);
  expect(keys[0]).not.toBe(keys[1]);
});

test.each([403, 409, 503])('after status %i, the store retries once with new credentials', async (status) => {
  const { requests, images } = await bucket([status, 200, status, status]);
  expect(await images.storeIcon('ada', ICON, false)).toBe(KEY);
  expect(requests.map(({ headers }) => headers.authorization?.slice(28, 33))).toEqual(['ASIA1', 'ASIA2']);
  await expect(images.storeIcon('ada', ICON, false)).rejects.toThrow(`AWS answered ${status} to PUT of s3`);
  expect(requests).toHaveLength(4);
});

test('the store removes an image', async () => {
  const { requests, images } = await bucket([204]);
  await images.remove(KEY);
  expect(requests.map(({ line }) => line)).toEqual([`DELETE /images/${KEY}`]);
});

function contents(key: string): string {
  return `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>1</Size></Contents>`;
}

test('the store lists a folder page by page', async () => {
  const { requests, images } = await bucket([
    `<ListBucketResult><Name>b</Name>${contents('a&amp;b')}${contents('c')}<NextContinuationToken>t/+=</NextContinuationToken></ListBucketResult>`,
    `<ListBucketResult><Name>b</Name>${contents('d')}</ListBucketResult>`,
    '<ListBucketResult><Name>b</Name></ListBucketResult>',
  ]);
  const modified = new Date('2026-01-02T03:04:05Z');
  const pages = [];
  for await (const page of images.list('links')) pages.push(page);
  for await (const page of images.list('links')) pages.push(page);
  expect(pages).toEqual([
    [
      { key: 'a&b', modified },
      { key: 'c', modified },
    ],
    [{ key: 'd', modified }],
    [],
  ]);
  expect(requests.slice(0, 2).map(({ line }) => line)).toEqual([
    'GET /images?list-type=2&prefix=dev%2Fuploads%2Flinks%2F',
    'GET /images?list-type=2&prefix=dev%2Fuploads%2Flinks%2F&continuation-token=t%2F%2B%3D',
  ]);
});
