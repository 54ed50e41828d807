import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { addressGuard } from '#functions/page-details/address-guard.ts';
import { fillInPageDetails } from '#functions/page-details/fill-in.ts';
import type { ImageStore } from '#functions/services/images.ts';
import { noLibrary, noTransaction } from '#functions/testing/no-services.ts';
import { serve } from '#functions/testing/serve.ts';

const OPTIONS = {
  allowed: addressGuard(['127.0.0.1']),
  resolve: async () => {
    throw Object.assign(new Error('getaddrinfo EAI_AGAIN private.example.com'), { code: 'EAI_AGAIN' });
  },
  timeoutMs: 1000,
  maxRedirects: 5,
};
const ICON = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([32, 0, 32, 0])]);

/** A site with an icon, whose only page is '/'. */
async function site() {
  const requests: (string | undefined)[] = [];
  const origin = await serve(({ url }, response) => {
    requests.push(url);
    if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Title</title>');
    else if (url === '/favicon.ico') response.end(ICON);
    else response.writeHead(404).end();
  });
  return { requests, origin };
}

async function unexpected(): Promise<never> {
  throw new Error('The test did not expect this call.');
}

/** The key of an icon that is being deleted. */
const DELETING = 'a key that is being deleted';

const STORE: Omit<ImageStore, 'storeIcon'> = {
  storePicture: async (_uid, _picture, isFresh) => (isFresh ? 'a fresh key' : DELETING),
  grant: unexpected,
  owns: () => true,
  remove: unexpected,
  list: async function* list() {
    yield await unexpected();
  },
};

/** Services with one link, if `url` is given, and an image store, if `storeIcon` is given. */
function setUp(url?: string, storeIcon: ImageStore['storeIcon'] | null = null, name = url) {
  const lines: unknown[] = [];
  const changes: object[] = [];
  const collect = (message: string, fields: object) => void lines.push({ message, fields });
  const link = {
    link_id: 1,
    url,
    name,
    status_id: 1,
    image_s3_key: '',
    favicon_key: 'an earlier one',
    favicon_url: '',
    domain_name: '',
  };
  const transaction = noTransaction({
    get: async ({ schema }, key) => {
      expect(key).toEqual({ link_id: link.link_id });
      return z.parse(schema, link);
    },
    isImageBeingDeleted: async (key) => key === DELETING,
    change: (_links, entity, fields) => {
      changes.push(fields);
      return entity;
    },
  });
  const library = noLibrary({ transaction: async (work) => work(transaction) });
  const services = {
    log: { info: collect, warn: collect, error: collect },
    library: url === undefined ? unexpected : async () => library,
    imageStore: async () => (storeIcon === null ? null : { ...STORE, storeIcon }),
    shrinkPicture: async (bytes: Uint8Array) => bytes,
  };
  return { services, lines, changes };
}

test('the job stores title and icon in one change', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes } = setUp(url, async (uid, { type }) => `the key of an ${type} of ${uid}`);
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toEqual([
    {
      name: 'Title',
      page_title: 'Title',
      favicon_url: `${origin}/favicon.ico`,
      favicon_key: 'the key of an image/gif of u1',
    },
  ]);
});

test('the job stores the description with the title, and keeps an earlier one if the page has none', async () => {
  let html = '<title>Title</title><meta name="description" content="About &amp; more">';
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const url = `${origin}/`;
  const { services, changes } = setUp(url);
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  html = '<title>Title</title>';
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toEqual([
    expect.objectContaining({ name: 'Title', description: 'About & more' }),
    expect.not.objectContaining({ description: expect.anything() }),
  ]);
});

test('the job does not change a link whose url has changed since', async () => {
  const { origin } = await site();
  const { services, changes } = setUp('https://other.example/');
  await fillInPageDetails({ uid: 'u1', link_id: 1, url: `${origin}/` }, services, OPTIONS);
  expect(changes).toEqual([]);
});

test('the job keeps a name that the user has entered since', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes } = setUp(url, null, 'My own');
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toEqual([{ favicon_url: '', favicon_key: 'an earlier one' }]);
});

test('the job stores only the title of a site without an icon, and logs nothing', async () => {
  const origin = await serve(({ url }, response) => {
    if (url !== '/') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Title</title>');
  });
  const url = `${origin}/`;
  const { services, changes, lines } = setUp(url, unexpected);
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'an earlier one' }]);
  expect(lines).toEqual([]);
});

test('the job stores an icon that is being deleted under a fresh key', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes } = setUp(url, async (_uid, _icon, isFresh) =>
    isFresh ? 'a fresh key' : DELETING,
  );
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'a fresh key' }]);
});

test('the job does not request the icon without an image store', async () => {
  const { origin, requests } = await site();
  const url = `${origin}/`;
  const { services, changes } = setUp(url);
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'an earlier one', favicon_url: '' }]);
  expect(requests).toEqual(['/']);
});

test('the job stores the title even if the image store fails', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes, lines } = setUp(url, async () => {
    throw new Error('AWS answered 503');
  });
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'an earlier one', favicon_url: '' }]);
  expect(lines).toEqual([{ message: 'an icon could not be stored', fields: { error: 'AWS answered 503' } }]);
});

test.each([
  ['is an SVG', '/icon.svg'],
  ['is at a private address', 'http://127.0.0.2/icon.png'],
  ['is missing', '/nowhere.png'],
])('the job does not store the url of an icon that %s', async (_what, href) => {
  const origin = await serve(({ url }, response) => {
    if (url === '/')
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<link rel=icon href="${href}">`);
    else response.writeHead(404).end();
  });
  const url = `${origin}/`;
  const { services, changes } = setUp(url, async () => 'a key');
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ favicon_url: '', favicon_key: 'an earlier one' }]);
});

test('the job stores the picture after the title, under a fresh key if the image is being deleted', async () => {
  const origin = await serve(({ url }, response) => {
    if (url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Title</title><meta property="og:image" content="/picture">');
    else response.end('a picture');
  });
  const url = `${origin}/`;
  const { services, changes } = setUp(url, async () => 'a key');
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toEqual([expect.objectContaining({ name: 'Title' }), { picture_s3_key: 'a fresh key' }]);
});

test('the job throws for a page that may be readable later, without naming the host', async () => {
  const { services, lines } = setUp();
  const job = { uid: 'u1', link_id: 1, url: 'https://private.example.com/' };
  await expect(fillInPageDetails(job, services, OPTIONS)).rejects.toThrow(
    new Error('The page could not be read now: EAI_AGAIN'),
  );
  expect(lines).toEqual([]);
});

test('the job throws for a page that is too slow, with the name of an error without a code', async () => {
  const slow = { ...OPTIONS, resolve: async () => new Promise<never>(() => undefined), timeoutMs: 20 };
  const job = { uid: 'u1', link_id: 1, url: 'https://private.example.com/' };
  await expect(fillInPageDetails(job, setUp().services, slow)).rejects.toThrow(
    new Error('The page could not be read now: Error'),
  );
});

test('the job logs a permanently unreadable page without its url, and does not throw', async () => {
  const { origin } = await site();
  const { services, lines } = setUp();
  await fillInPageDetails({ uid: 'u1', link_id: 1, url: `${origin}/missing` }, services, OPTIONS);
  expect(lines).toEqual([{ message: 'the page is unreadable', fields: { reason: 'the page answered 404' } }]);
});

test.each([null, {}, { uid: '', link_id: 1, url: 'x' }])('an invalid job is rejected: %j', async (job) => {
  await expect(fillInPageDetails(job, setUp().services, OPTIONS)).rejects.toThrow(Error);
});
