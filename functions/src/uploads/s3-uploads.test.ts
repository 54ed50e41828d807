import type { RequestListener } from 'node:http';

import { expect, test } from 'vitest';

import { serve } from '#functions/testing/serve.ts';
import { s3Uploads } from '#functions/uploads/s3-uploads.ts';

const KEY = 'dev/uploads/links/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png';
const OPTIONS = { bucket: 'images', prefix: 'dev/uploads/', origin: '', timeoutMs: 1000, pausesMs: [] };
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const NO_IMAGES = "Couldn't reach the image storage. Please try again.";

/** Checks whether a bucket that gives this answer has an image at KEY. */
async function hasImage(answer: RequestListener, pausesMs: readonly number[] = []): Promise<boolean> {
  const uploads = s3Uploads({ ...OPTIONS, pausesMs, origin: await serve(answer) });
  return uploads.hasImage('link', 'images', KEY);
}

function object(type: string, bytes: Buffer, size = bytes.length): RequestListener {
  return (_request, response) => {
    const range = { 'content-range': `bytes 0-${bytes.length - 1}/${size}` };
    response.writeHead(206, { 'content-type': type, ...range }).end(bytes);
  };
}

test('an upload is accepted only in its bucket, below its prefix and for its kind', async () => {
  const uploads = s3Uploads(OPTIONS);
  expect(await uploads.hasImage('link', 'images', KEY)).toBe(true);
  expect(await uploads.hasImage('folder', 'images', KEY)).toBe(false);
  expect(await uploads.hasImage('link', 'elsewhere', KEY)).toBe(false);
  expect(await s3Uploads({ ...OPTIONS, prefix: 'prod/uploads/' }).hasImage('link', 'images', KEY)).toBe(
    false,
  );
});

test('the check requests only the first bytes of the upload', async () => {
  const requests: unknown[] = [];
  const image = object('image/png', PNG);
  const found = await hasImage((request, response) => {
    requests.push([request.method, request.url, request.headers.range]);
    image(request, response);
  });
  expect(found).toBe(true);
  expect(requests).toEqual([['GET', `/${KEY}`, 'bytes=0-63']]);
});

test('the check waits a limited time for an upload that the bucket guard has not released yet', async () => {
  const image = object('image/png', PNG);
  let reads = 0;
  const later: RequestListener = (request, response) => {
    reads += 1;
    if (reads < 3) response.writeHead(403).end();
    else image(request, response);
  };
  expect(await hasImage(later, [1, 1])).toBe(true);
  reads = 0;
  expect(await hasImage(later, [1])).toBe(false);
  expect(reads).toBe(2);
});

test('the check stops reading early if the bucket ignores ranges', async () => {
  const found = await hasImage((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 5_000_000 });
    response.write(Buffer.concat([PNG, Buffer.alloc(100)]));
  });
  expect(found).toBe(true);
});

test.each([403, 404, 416])('the check treats status %i as a missing upload', async (status) => {
  expect(await hasImage((_request, response) => response.writeHead(status).end())).toBe(false);
});

test.each([
  ['an HTML page', object('text/html', PNG)],
  ['an image whose type differs from its name', object('image/gif', Buffer.from('GIF89a'))],
  ['an executable', object('image/png', Buffer.from('MZ\x90\0\x03'))],
  ['an empty object', object('image/png', Buffer.alloc(0), 0)],
  ['an object over the size limit', object('image/png', PNG, 5 * 1024 * 1024 + 1)],
])('the check rejects %s', async (_what, answer) => {
  expect(await hasImage(answer)).toBe(false);
});

test.each([
  ['fails', (_request, response) => response.writeHead(500).end()],
  ['redirects', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['closes the connection', (request) => request.socket.destroy()],
  [
    'stops half-way',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    },
  ],
  ['never answers', () => undefined],
] satisfies [string, RequestListener][])('fails with noImages if the bucket %s', async (_what, answer) => {
  await expect(hasImage(answer)).rejects.toMatchObject({ code: 'noImages', message: NO_IMAGES });
});
