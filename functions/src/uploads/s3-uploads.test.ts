import type { RequestListener } from 'node:http';

import { expect, test } from 'vitest';

import { serve } from '#functions/testing/serve.ts';
import { s3Uploads } from '#functions/uploads/s3-uploads.ts';

const KEY = 'dev/uploads/links/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png';
const OPTIONS = { bucket: 'images', prefix: 'dev/uploads/', origin: '', timeoutMs: 1000, pausesMs: [] };
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const NO_IMAGES = "Couldn't reach the image storage. Please try again.";

/** Asks whether KEY is there, of a bucket that answers so. */
async function askOf(answer: RequestListener, pausesMs: readonly number[] = []): Promise<boolean> {
  const uploads = s3Uploads({ ...OPTIONS, pausesMs, origin: await serve(answer) });
  return uploads.hasImage('link', 'images', KEY);
}

function object(type: string, bytes: Buffer, size = bytes.length): RequestListener {
  return (_request, response) => {
    const range = { 'content-range': `bytes 0-${bytes.length - 1}/${size}` };
    response.writeHead(206, { 'content-type': type, ...range }).end(bytes);
  };
}

test('an upload counts in its own bucket, below its own prefix and for its own kind only', async () => {
  const uploads = s3Uploads(OPTIONS);
  expect(await uploads.hasImage('link', 'images', KEY)).toBe(true);
  expect(await uploads.hasImage('folder', 'images', KEY)).toBe(false);
  expect(await uploads.hasImage('link', 'elsewhere', KEY)).toBe(false);
  expect(await s3Uploads({ ...OPTIONS, prefix: 'prod/uploads/' }).hasImage('link', 'images', KEY)).toBe(
    false,
  );
});

test('the bucket is asked for the beginning of the upload', async () => {
  const asked: unknown[] = [];
  const image = object('image/png', PNG);
  const found = await askOf((request, response) => {
    asked.push([request.method, request.url, request.headers.range]);
    image(request, response);
  });
  expect(found).toBe(true);
  expect(asked).toEqual([['GET', `/${KEY}`, 'bytes=0-63']]);
});

test('an upload that the guard of the bucket has not passed yet is waited for, and not for ever', async () => {
  const image = object('image/png', PNG);
  let looks = 0;
  const later: RequestListener = (request, response) => {
    looks += 1;
    if (looks < 3) response.writeHead(403).end();
    else image(request, response);
  };
  expect(await askOf(later, [1, 1])).toBe(true);
  looks = 0;
  expect(await askOf(later, [1])).toBe(false);
  expect(looks).toBe(2);
});

test('a bucket that knows no ranges is read no further than is needed', async () => {
  const found = await askOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 5_000_000 });
    response.write(Buffer.concat([PNG, Buffer.alloc(100)]));
  });
  expect(found).toBe(true);
});

test.each([403, 404, 416])('what the bucket answers with %i is not there', async (status) => {
  expect(await askOf((_request, response) => response.writeHead(status).end())).toBe(false);
});

test.each([
  ['a page', object('text/html', PNG)],
  ['an image of another type than its name says', object('image/gif', Buffer.from('GIF89a'))],
  ['a program', object('image/png', Buffer.from('MZ\x90\0\x03'))],
  ['nothing at all', object('image/png', Buffer.alloc(0), 0)],
  ['more than an upload may be', object('image/png', PNG, 5 * 1024 * 1024 + 1)],
])('%s is no upload', async (_what, answer) => {
  expect(await askOf(answer)).toBe(false);
});

test.each([
  ['fails', (_request, response) => response.writeHead(500).end()],
  ['goes elsewhere', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['hangs up', (request) => request.socket.destroy()],
  [
    'stops half-way',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    },
  ],
  ['says nothing', () => undefined],
] satisfies [string, RequestListener][])(
  'a bucket that %s is an error that says so',
  async (_what, answer) => {
    await expect(askOf(answer)).rejects.toMatchObject({ code: 'noImages', message: NO_IMAGES });
  },
);
