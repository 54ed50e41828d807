import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Person, register } from '#tests/api/support.ts';

let origin = '';
const asked: string[] = [];
const held: (() => void)[] = [];
const server: Server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const answer = () =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title> The  page &amp; more </title><link rel="icon" href="/icon.png">');
  if (request.url === '/held') held.push(answer);
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

async function linkOf({ ask }: Person): Promise<{ name: string; favicon_url: string }> {
  return Object.assign({ name: '', favicon_url: '' }, await ask('/links/get/', { link_id: 1 }));
}

test('a new link is given title and icon of its page', async () => {
  const person = await register();
  const url = `${origin}/plain`;
  expect(await person.ask('/links/create/', { url })).toMatchObject({ name: url, favicon_url: '' });
  await until(async () => (await linkOf(person)).favicon_url !== '');
  expect(await linkOf(person)).toMatchObject({
    url,
    name: 'The page & more',
    favicon_url: `${origin}/icon.png`,
  });
});

test('a name that the user has given meanwhile stays', async () => {
  const person = await register();
  const url = `${origin}/held`;
  await person.ask('/links/create/', { url });
  await until(() => held.length > 0);
  await person.ask('/links/update/', { link_id: 1, url, name: 'mine', status_id: 1 });
  held.shift()?.();
  await until(async () => (await linkOf(person)).favicon_url !== '');
  expect(await linkOf(person)).toMatchObject({ name: 'mine', favicon_url: `${origin}/icon.png` });
});

test('a link that was given another url is told of that page only', async () => {
  const person = await register();
  await person.ask('/links/create/', { url: `${origin}/held` });
  await until(() => held.length > 0);
  await person.ask('/links/update/', { link_id: 1, url: `${origin}/other`, name: 'mine', status_id: 1 });
  await until(() => asked.includes('/other'));
  await until(async () => (await linkOf(person)).favicon_url !== '');
  held.shift()?.();
  await pause(200);
  expect(await linkOf(person)).toMatchObject({ url: `${origin}/other`, name: 'mine' });
});

test('a page that is not there leaves the link as it is', async () => {
  const person = await register();
  const url = `${origin}/missing`;
  await person.ask('/links/create/', { url });
  await until(() => asked.includes('/missing'));
  await pause(200);
  expect(await linkOf(person)).toMatchObject({ name: url, favicon_url: '' });
});
