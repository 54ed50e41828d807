import { expect, test } from 'vitest';

import { addressGuard } from '#functions/page-details/address-guard.ts';
import { pictureOf, storePicture } from '#functions/page-details/page-picture.ts';
import { noImageStore } from '#functions/testing/no-services.ts';
import { serve } from '#functions/testing/serve.ts';

const OPTIONS = {
  allowed: addressGuard(['127.0.0.1']),
  resolve: async () => [{ address: '10.0.0.1', family: 4 }],
  timeoutMs: 5000,
  maxRedirects: 5,
};
const SERVICES = {
  imageStore: async () => noImageStore({}),
  /** Accepts only the text 'picture'. */
  shrinkPicture: async (bytes: Uint8Array) => (Buffer.from(bytes).toString() === 'picture' ? bytes : null),
};

/** A site that serves pictures with a wrong content type. */
async function site() {
  const requests: string[] = [];
  const origin = await serve(({ url = '' }, response) => {
    requests.push(url);
    if (url === '/gone') response.writeHead(404).end();
    else if (url === '/private') response.writeHead(302, { location: 'http://127.0.0.2/' }).end();
    else if (url === '/large') response.end(Buffer.alloc(2 * 1024 * 1024 + 1));
    else if (url === '/page') response.writeHead(200, { 'content-type': 'image/png' }).end('<html>');
    else response.writeHead(200, { 'content-type': 'text/html' }).end('picture');
  });
  const read = async (...paths: string[]) =>
    pictureOf(
      paths.map((path) => (path.startsWith('/') ? origin + path : path)),
      SERVICES,
      OPTIONS,
    );
  return { requests, read };
}

test('the first usable picture of a page is taken, with any content type', async () => {
  const { read, requests } = await site();
  expect(Buffer.from((await read('/page', '/gone', '/good', '/never')) ?? []).toString()).toBe('picture');
  expect(requests).toEqual(['/page', '/gone', '/good']);
});

test('a page without a usable picture among the first three has none', async () => {
  const { read, requests } = await site();
  expect(await read('/gone', '/large', '/page', '/good')).toBeNull();
  expect(requests).toEqual(['/gone', '/large', '/page']);
  expect(await read()).toBeNull();
});

test('a picture at a private address is not requested, also behind a redirect', async () => {
  const { read, requests } = await site();
  expect(await read('http://10.0.0.1/a.png', 'http://inside.example/a.png', '/private')).toBeNull();
  expect(requests).toEqual(['/private']);
});

test('no picture is requested without an image store', async () => {
  const { requests } = await site();
  const url = 'http://127.0.0.1/a.png';
  expect(await pictureOf([url], { ...SERVICES, imageStore: async () => null }, OPTIONS)).toBeNull();
  expect(requests).toEqual([]);
});

test('a picture that cannot be stored is logged, and the job goes on', async () => {
  const lines: unknown[] = [];
  const collect = (message: string, fields: object) => void lines.push({ message, fields });
  const services = {
    log: { info: collect, warn: collect, error: collect },
    imageStore: async () =>
      noImageStore({
        storePicture: async () => {
          throw new Error('AWS answered 503');
        },
      }),
  };
  expect(await storePicture(Buffer.from('picture'), false, services, 'u1')).toBeNull();
  expect(lines).toEqual([
    { message: 'a picture could not be stored', fields: { error: 'AWS answered 503' } },
  ]);
});
