import { userSchema } from '@foldmark/library/entities/entities';
import { expect, test, vi } from 'vitest';

import { callServer } from '#extension/connection/call-server.ts';
import {
  connect,
  connectByCode,
  ConnectError,
  connection,
  disconnect,
} from '#extension/connection/connection.ts';
import { MemoryBrowser } from '#extension/platform/testing/memory-browser.ts';
import { ORIGIN, TestServer } from '#extension/platform/testing/test-server.ts';

const USER = { user_id: 'u', display_name: '', avatar: '' };
const ACCOUNT = `${ORIGIN} u`;

const never = async (): Promise<never> => new Promise(() => undefined);

function world() {
  const server = new TestServer({ now: () => 0 });
  const browser = new MemoryBrowser(server.fetch);
  browser.authorize = server.consent;
  return { server, browser, env: browser.open() };
}

async function connected() {
  const opened = world();
  await connect(ORIGIN, opened.env);
  return {
    ...opened,
    whoAmI: async (env = opened.env) => callServer(env, ACCOUNT, '/users/get/', {}, userSchema),
  };
}

test('a connection stores whose library it is, and begins the copy', async () => {
  const { browser, env } = await connected();
  expect(await connection(env)).toMatchObject({ origin: ORIGIN, account: ACCOUNT, isEnded: false });
  expect(browser.told).toContainEqual({ kind: 'pull' });
  expect(new Set(browser.alarms.keys())).toEqual(new Set(['pull', 'send']));
});

test.each([
  ['another state', (address: string) => address.replace(/state=[^&]+/, 'state=x')],
  ['another issuer', (address: string) => address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')],
])('an answer with %s connects nothing', async (_, change) => {
  const { browser, server, env } = world();
  browser.authorize = (url) => change(server.consent(url));
  await expect(connect(ORIGIN, env)).rejects.toThrow('The answer came from another server');
  expect(await connection(env)).toBeNull();
});

test.each([
  ['', 'Enter the address of your Foldmark, with https.'],
  ['http://foldmark.example', 'Enter the address of your Foldmark, with https.'],
  ['http://[::1]:5080', 'Enter the address of your Foldmark, with https.'],
  ['ftp://foldmark.example', 'Enter the address of your Foldmark, with https.'],
  ['https://other.example', "There's no Foldmark at https://other.example."],
])('the address %j is refused with a text', async (typed, text) => {
  const { env } = world();
  const failed = connect(typed, env);
  await expect(failed).rejects.toBeInstanceOf(ConnectError);
  await expect(failed).rejects.toThrow(text);
});

test('an address with another issuer names the right one', async () => {
  const { server, env } = world();
  server.answer = () => Response.json({ issuer: 'https://www.foldmark.example' });
  await expect(connect(ORIGIN, env)).rejects.toThrow(
    'This Foldmark has the address https://www.foldmark.example.',
  );
});

test('a closed window, a refusal, and a consent without changes connect nothing', async () => {
  const { browser, server, env } = world();
  browser.authorize = () => {
    throw new Error('The user did not approve access.');
  };
  await expect(connect(ORIGIN, env)).rejects.toThrow('The window was closed, so nothing was connected.');
  browser.authorize = (url) => server.consent(url).replace('code=code', 'error=access_denied');
  await expect(connect(ORIGIN, env)).rejects.toThrow('You declined, so nothing was connected.');
  browser.authorize = server.consent;
  server.scope = 'read';
  await expect(connect(ORIGIN, env)).rejects.toThrow('must be allowed to make changes');
  expect(await connection(env)).toBeNull();
  expect(server.isRevoked).toBe(true);
});

test('a device code is asked for until the person has entered it, also after lost answers', async () => {
  const { browser, server, env } = world();
  const answers = [
    () => Response.json({ error: 'authorization_pending' }, { status: 400 }),
    () => Response.json({ error: 'slow_down' }, { status: 400 }),
    () => {
      throw new TypeError('Failed to fetch');
    },
    () => new Response('<html>', { status: 502 }),
  ];
  server.answer = (path, body) => {
    if (path === '/oauth/device')
      return Response.json({
        device_code: 'd',
        user_code: 'ABCD-EFGH',
        verification_uri: `${ORIGIN}/connect`,
        verification_uri_complete: `${ORIGIN}/connect?user_code=ABCD-EFGH`,
        expires_in: 600,
        interval: 5,
      });
    return body.includes('device_code') ? (answers.shift()?.() ?? null) : null;
  };
  const began = browser.now;
  const onCode = vi.fn();
  await connectByCode(ORIGIN, onCode, new AbortController().signal, env);
  expect(onCode).toHaveBeenCalledWith({
    code: 'ABCD-EFGH',
    page: `${ORIGIN}/connect`,
    pageWithCode: `${ORIGIN}/connect?user_code=ABCD-EFGH`,
  });
  // Two pauses of 5 seconds, then three of 10.
  expect(browser.now - began).toBe(40_000);
  expect(await connection(env)).toMatchObject({ account: ACCOUNT });
});

test('calls of several contexts with an expired token share one refresh', async () => {
  const { browser, server, whoAmI } = await connected();
  server.expire();
  server.requests.length = 0;
  const contexts = [browser.open(), browser.open(), browser.open()];
  expect(await Promise.all(contexts.map(whoAmI))).toEqual([USER, USER, USER]);
  expect(server.requests.filter((path) => path === '/oauth/token')).toHaveLength(1);
});

test('a token that is about to expire is replaced before it is refused', async () => {
  const { browser, server, whoAmI } = await connected();
  browser.now += 59.5 * 60_000;
  server.requests.length = 0;
  await whoAmI();
  expect(server.requests).toEqual(['/oauth/token', '/api/users/get/']);
});

test.each([1, 2, 3, 4])(
  'a worker that is killed at step %i of a refresh does not disconnect',
  async (steps) => {
    const { browser, server, whoAmI } = await connected();
    server.expire();
    browser.values.set('connection', { ...Object(browser.values.get('connection')), accessUntil: 0 });
    let isOver = false;
    void whoAmI(browser.open(steps)).then(() => {
      isOver = true;
    });
    for (let tick = 0; tick < 50; tick += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    expect(isOver).toBe(false);
    expect(await whoAmI(browser.open())).toEqual(USER);
    expect(await connection(browser.open())).toMatchObject({ isEnded: false });
  },
);

test('a refresh does not replace a connection that the person has made meanwhile', async () => {
  const { browser, server, whoAmI } = await connected();
  server.expire();
  const other = { ...Object(browser.values.get('connection')), access: 'other', refresh: 'other' };
  server.answer = (path) => {
    if (path === '/oauth/token') browser.values.set('connection', other);
    return null;
  };
  await expect(whoAmI()).rejects.toMatchObject({ kind: 'ended' });
  expect(browser.values.get('connection')).toEqual(other);
});

test('a revoked connection ends once, and pages are told', async () => {
  const { browser, server, env, whoAmI } = await connected();
  server.isRevoked = true;
  const before = browser.changes;
  await expect(whoAmI()).rejects.toMatchObject({ kind: 'ended' });
  expect(await connection(env)).toMatchObject({ isEnded: true });
  expect(browser.changes).toBe(before + 1);
  server.requests.length = 0;
  await expect(whoAmI()).rejects.toMatchObject({ kind: 'ended' });
  expect(server.requests).toEqual([]);
  await connect(ORIGIN, env);
  expect(await whoAmI()).toEqual(USER);
});

test('a server that fails, or no network, does not end the connection', async () => {
  const { browser, server, env, whoAmI } = await connected();
  server.expire();
  server.answer = (path) => (path === '/oauth/token' ? new Response('', { status: 503 }) : null);
  await expect(whoAmI()).rejects.toMatchObject({ kind: 'server', status: 503 });
  browser.isOnline = false;
  await expect(whoAmI()).rejects.toMatchObject({ kind: 'offline' });
  expect(await connection(env)).toMatchObject({ isEnded: false });
});

test('connecting again ends the earlier connection of this browser', async () => {
  const { server, env } = await connected();
  server.requests.length = 0;
  await connect(ORIGIN, env);
  expect(server.requests.filter((path) => path === '/oauth/revoke')).toHaveLength(1);
});

test('a disconnect revokes at the server and deletes everything', async () => {
  const { browser, server, env } = await connected();
  await browser.store.write(async (records) => {
    records.put('x', 1);
  });
  expect(await disconnect({ ...env, sleep: never })).toEqual({ isRevoked: true });
  expect(server.isRevoked).toBe(true);
  expect(await connection(env)).toBeNull();
  expect(await browser.store.read(async (records) => records.list(''))).toEqual([]);
});

test('a disconnect does not wait for a server that does not answer', async () => {
  const { env } = await connected();
  expect(await disconnect({ ...env, fetch: never })).toEqual({ isRevoked: false });
  expect(await connection(env)).toBeNull();
});

test('a disconnect without network says that the server was not told', async () => {
  const { browser, env } = await connected();
  browser.isOnline = false;
  expect(await disconnect(env)).toEqual({ isRevoked: false });
  expect(await connection(env)).toBeNull();
});
