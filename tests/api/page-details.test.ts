import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { rasterFormat } from '@foldmark/functions/page-details/raster-image';
import { jpegOf } from '@foldmark/functions/testing/picture-files';

import { DEADLINE, type Person, register } from '#tests/api/support.ts';

/** A PNG of 16 by 16 pixels. */
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAEUlEQVR4nGMIDWVYtYqBaBIAdscP8d62Zg0AAAAASUVORK5CYII=',
  'base64',
);

const DESCRIPTION = '<meta name="description" content="About  it &amp; more">';

const PHOTO = jpegOf(1200, 630, 3);

let origin = '';
const requests: string[] = [];
const held: (() => void)[] = [];
const server: Server = createServer((request, response) => {
  requests.push(request.url ?? '');
  // /icon.png, which /plain declares as its icon, is an HTML page.
  const icon = request.url === '/plain' ? '/icon.png' : '/real.png';
  const picture = request.url === '/pictured' ? '<meta property="og:image" content="/photo">' : '';
  const answer = () =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title> The  page &amp; more </title>${DESCRIPTION}${picture}<link rel="icon" href="${icon}">`);
  if (request.url === '/real.png') response.writeHead(200, { 'content-type': 'text/plain' }).end(ICON);
  else if (request.url === '/photo') response.writeHead(200, { 'content-type': 'text/plain' }).end(PHOTO);
  else if (request.url === '/held') held.push(answer);
  else if (request.url === '/busy') response.writeHead(503).end();
  else if (request.url?.startsWith('/silent/') === true) return;
  else if (request.url === '/missing') response.writeHead(404).end();
  else answer();
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) origin = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(50);
}

async function linkOf({ ask }: Person) {
  return Object.assign(
    { name: '', favicon_url: '', favicon_key: '', picture_s3_key: '' },
    await ask('/links/get/', { link_id: 1 }),
  );
}

/** Polls until the bucket serves the object, because its guard checks it first. */
async function servedAt(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url);
    if (response.ok) return response;
    await response.body?.cancel();
    await pause(50);
  }
}

test('a new link gets the title and the description of its page, but no url of an unusable icon', async () => {
  const person = await register();
  const url = `${origin}/plain`;
  expect(await person.ask('/links/create/', { url })).toMatchObject({ name: url, favicon_url: '' });
  await until(async () => (await linkOf(person)).name !== url);
  expect(await linkOf(person)).toMatchObject({
    url,
    name: 'The page & more',
    description: 'About it & more',
    favicon_url: '',
    favicon_key: '',
  });
});

test('the icon of a page is stored per user and served by the bucket', async () => {
  const hash = createHash('sha256').update(ICON).digest('hex');
  const keys: string[] = [];
  for (const person of [await register(), await register()]) {
    await person.ask('/links/create/', { url: `${origin}/pictured` });
    await until(async () => (await linkOf(person)).favicon_url !== '');
    const { favicon_url, favicon_key } = await linkOf(person);
    expect(favicon_url).toBe(`${origin}/real.png`);
    expect(favicon_key).toMatch(new RegExp(`^dev/uploads/favicons/[0-9a-f]{32}/${hash}\\.png$`));
    keys.push(favicon_key);
  }
  const [key, other] = keys;
  expect(other).not.toBe(key);
  const served = await servedAt(`${inject('suite').awsUrl}/foldmark-local/${key}`);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=86400, immutable',
  });
  expect(Buffer.from(await served.arrayBuffer())).toEqual(ICON);
});

test('the picture of a page is stored as a small WebP and served by the bucket', async () => {
  const person = await register();
  await person.ask('/links/create/', { url: `${origin}/pictured` });
  await until(async () => (await linkOf(person)).picture_s3_key !== '');
  const { picture_s3_key } = await linkOf(person);
  expect(picture_s3_key).toMatch(/^dev\/uploads\/pictures\/[0-9a-f]{32}\/[0-9a-f]{64}\.webp$/);
  const served = await servedAt(`${inject('suite').awsUrl}/foldmark-local/${picture_s3_key}`);
  expect(served.headers.get('content-type')).toBe('image/webp');
  expect(rasterFormat(Buffer.from(await served.arrayBuffer()))?.sides).toEqual([{ width: 640, height: 336 }]);
});

test('links of a batch get the titles of their pages, also after an undo and a redo', async () => {
  const person = await register();
  const url = `${origin}/plain?batch`;
  await person.ask('/links/create/', { url: 'mailto:a' });
  await person.ask('/batch/', {
    action_id: 'the-action',
    part: 0,
    parts: 1,
    label: 'Added a link',
    changes: [
      { kind: 'link.create', ref: -1, url },
      { kind: 'link.set', link_id: 1, name: 'mine', url },
    ],
  });
  const names = async () =>
    Object.values(Object(await person.ask('/links/list/', {}))).map((link) => Object(link).name);
  await expect.poll(names, DEADLINE).toEqual(['The page & more', 'mine']);
  await expect.poll(() => requests.filter((path) => path === '/plain?batch'), DEADLINE).toHaveLength(2);
  await person.ask('/actions/undo/', { action_id: 'the-action' });
  await expect.poll(names, DEADLINE).toEqual(['mailto:a']);
  await person.ask('/actions/undo/', { action_id: 'the-action', redo: true });
  await expect.poll(names, DEADLINE).toEqual(['The page & more', 'mine']);
});

test('a name that the user has entered since stays', async () => {
  const person = await register();
  const url = `${origin}/held`;
  await person.ask('/links/create/', { url });
  await until(() => held.length > 0);
  await person.ask('/links/update/', { link_id: 1, url, name: 'mine', status_id: 1 });
  held.shift()?.();
  await until(async () => (await linkOf(person)).favicon_url !== '');
  expect(await linkOf(person)).toMatchObject({ name: 'mine', favicon_url: `${origin}/real.png` });
});

test('a link whose url has changed gets the details of the new page only', async () => {
  const person = await register();
  await person.ask('/links/create/', { url: `${origin}/held` });
  await until(() => held.length > 0);
  await person.ask('/links/update/', { link_id: 1, url: `${origin}/other`, name: 'mine', status_id: 1 });
  await until(() => requests.includes('/other'));
  await until(async () => (await linkOf(person)).favicon_url !== '');
  held.shift()?.();
  await pause(200);
  expect(await linkOf(person)).toMatchObject({ url: `${origin}/other`, name: 'mine' });
});

test('a missing page does not change the link', async () => {
  const person = await register();
  const url = `${origin}/missing`;
  await person.ask('/links/create/', { url });
  await until(() => requests.includes('/missing'));
  await pause(200);
  expect(await linkOf(person)).toMatchObject({ name: url, favicon_url: '' });
});

test('sites that are silent or down are requested once and do not delay other links', async () => {
  const person = await register();
  const dead = ['/silent/1', '/silent/2', '/busy'];
  for (const path of dead) await person.ask('/links/create/', { url: origin + path });
  await until(() => requests.includes('/silent/1') && requests.includes('/silent/2'));
  const other = await register();
  await other.ask('/links/create/', { url: `${origin}/alive` });
  await until(async () => (await linkOf(other)).name === 'The page & more');
  await until(() => requests.includes('/busy'));
  expect(requests.filter((path) => dead.includes(path)).toSorted()).toEqual(dead.toSorted());
});
