import { linkSchema } from '@foldmark/contract/entities';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { LibraryTransaction } from '#functions/library/library.ts';
import { addressGuard } from '#functions/page-details/address-guard.ts';
import { fillInPageDetails } from '#functions/page-details/fill-in.ts';
import type { ImageStore } from '#functions/services/images.ts';
import { noLibrary } from '#functions/testing/no-services.ts';
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

/** A site whose only page is '/', with an icon. */
async function site() {
  const asked: (string | undefined)[] = [];
  const origin = await serve(({ url }, response) => {
    asked.push(url);
    if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Title</title>');
    else if (url === '/favicon.ico') response.end(ICON);
    else response.writeHead(404).end();
  });
  return { asked, origin };
}

async function notHere(): Promise<never> {
  throw new Error('Nobody should ask for this.');
}

/** The key of an icon that is being deleted. */
const GOING = 'a key that is going';

const STORE: Omit<ImageStore, 'storeIcon'> = {
  grant: notHere,
  owns: () => true,
  remove: notHere,
  list: async function* list() {
    yield await notHere();
  },
};

/** The world with one link in it, if any, and a store of icons. */
function world(url?: string, storeIcon: ImageStore['storeIcon'] | null = null, name = url) {
  const lines: unknown[] = [];
  const changes: object[] = [];
  const keep = (message: string, fields: object) => void lines.push({ message, fields });
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
  const transaction: LibraryTransaction = {
    user: notHere,
    get: async ({ schema }, key) => {
      expect(key).toEqual({ link_id: link.link_id });
      return z.parse(schema, z.parse(linkSchema, link));
    },
    find: notHere,
    allocateId: notHere,
    allocateIdOnce: notHere,
    countUpload: notHere,
    isImageBeingDeleted: async (key) => key === GOING,
    put: () => undefined,
    change: (_links, entity, fields) => {
      changes.push(fields);
      return entity;
    },
    tombstone: () => undefined,
    changeUser: (user) => user,
  };
  const library = noLibrary({ transaction: async (work) => work(transaction) });
  const services = {
    log: { info: keep, warn: keep, error: keep },
    library: url === undefined ? notHere : async () => library,
    imageStore: async () => (storeIcon === null ? null : { ...STORE, storeIcon }),
  };
  return { services, lines, changes };
}

test('title and icon come with one change', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes } = world(url, async (uid, { type }) => `the key of an ${type} of ${uid}`);
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toEqual([
    { name: 'Title', favicon_url: `${origin}/favicon.ico`, favicon_key: 'the key of an image/gif of u1' },
  ]);
});

test('a link that was given another url meanwhile keeps what it has', async () => {
  const { origin } = await site();
  const { services, changes } = world('https://other.example/');
  await fillInPageDetails({ uid: 'u1', link_id: 1, url: `${origin}/` }, services, OPTIONS);
  expect(changes).toEqual([]);
});

test('a name that the user has written meanwhile stays', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes } = world(url, null, 'My own');
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'My own' }]);
});

test('a site without an icon gives its title alone, and nothing to the log', async () => {
  const origin = await serve(({ url }, response) => {
    if (url !== '/') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Title</title>');
  });
  const url = `${origin}/`;
  const { services, changes, lines } = world(url, notHere);
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'an earlier one' }]);
  expect(lines).toEqual([]);
});

test('an icon that is being deleted gets another address', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes } = world(url, async (_uid, _icon, isFresh) => (isFresh ? 'a fresh key' : GOING));
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'a fresh key' }]);
});

test('without a store the icon is not asked for', async () => {
  const { origin, asked } = await site();
  const url = `${origin}/`;
  const { services, changes } = world(url);
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'an earlier one', favicon_url: '' }]);
  expect(asked).toEqual(['/']);
});

test('a store that fails costs the link only its icon', async () => {
  const { origin } = await site();
  const url = `${origin}/`;
  const { services, changes, lines } = world(url, async () => {
    throw new Error('AWS answered 503');
  });
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ name: 'Title', favicon_key: 'an earlier one', favicon_url: '' }]);
  expect(lines).toEqual([{ message: 'an icon could not be kept', fields: { error: 'AWS answered 503' } }]);
});

test.each([
  ['is a drawing', '/icon.svg'],
  ['is at a private address', 'http://127.0.0.2/icon.png'],
  ['can not be had', '/nowhere.png'],
])('of an icon that %s the link learns no address', async (_what, href) => {
  const origin = await serve(({ url }, response) => {
    if (url === '/')
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<link rel=icon href="${href}">`);
    else response.writeHead(404).end();
  });
  const url = `${origin}/`;
  const { services, changes } = world(url, async () => 'a key');
  await fillInPageDetails({ uid: 'u1', link_id: 1, url }, services, OPTIONS);
  expect(changes).toMatchObject([{ favicon_url: '', favicon_key: 'an earlier one' }]);
});

test('a page that can be had later throws for the queue to try again, and names no host', async () => {
  const { services, lines } = world();
  const job = { uid: 'u1', link_id: 1, url: 'https://private.example.com/' };
  await expect(fillInPageDetails(job, services, OPTIONS)).rejects.toThrow(
    new Error('The page could not be read now: EAI_AGAIN'),
  );
  expect(lines).toEqual([]);
});

test('a page that is too slow throws for the queue, with the name of the error where it has no code', async () => {
  const slow = { ...OPTIONS, resolve: async () => new Promise<never>(() => undefined), timeoutMs: 20 };
  const job = { uid: 'u1', link_id: 1, url: 'https://private.example.com/' };
  await expect(fillInPageDetails(job, world().services, slow)).rejects.toThrow(
    new Error('The page could not be read now: Error'),
  );
});

test('a page that can never be had ends the job, and the log names no url', async () => {
  const { origin } = await site();
  const { services, lines } = world();
  await fillInPageDetails({ uid: 'u1', link_id: 1, url: `${origin}/missing` }, services, OPTIONS);
  expect(lines).toEqual([
    { message: 'a page gives no details', fields: { reason: 'the page answered 404' } },
  ]);
});

test.each([null, {}, { uid: '', link_id: 1, url: 'x' }])('a job such as %j is refused', async (job) => {
  await expect(fillInPageDetails(job, world().services, OPTIONS)).rejects.toThrow(Error);
});
