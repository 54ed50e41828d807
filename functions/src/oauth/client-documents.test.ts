import type { RequestListener } from 'node:http';

import { describe, expect, test } from 'vitest';

import { Rates } from '#functions/allowance/rates.ts';
import { ClientDocuments } from '#functions/oauth/client-documents.ts';
import { addressGuard } from '#functions/page-details/address-guard.ts';
import { serve } from '#functions/testing/serve.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const REDIRECT = 'https://app.example/callback';

/** In these tests 127.0.0.1 counts as a public address, as in the local project. */
function setUp() {
  const clock = { now: 0 };
  const now = () => new Date(clock.now);
  const documents = new ClientDocuments({
    fetcher: {
      allowed: addressGuard(['127.0.0.1']),
      resolve: async () => [{ address: '127.0.0.2', family: 4 }],
      timeoutMs: 5000,
    },
    openHosts: ['127.0.0.1', '127.0.0.2'],
    rates: new Rates({ isOn: () => true, now }),
    now,
  });
  return { clock, documents };
}

/** Serves a document at /client.json, with its own url as the id. Counts the requests. */
async function site(fields: object = {}, listener?: RequestListener, headers = JSON_TYPE) {
  const state = { requests: 0, origin: '' };
  state.origin = await serve((request, response) => {
    state.requests += 1;
    if (listener !== undefined) return listener(request, response);
    const client_id = `${state.origin}${request.url}`;
    const document = { client_id, client_name: 'An app', redirect_uris: [REDIRECT], ...fields };
    response.writeHead(200, headers).end(JSON.stringify(document));
  });
  return { state, url: `${state.origin}/client.json` };
}

describe('the url of a document', () => {
  const { documents } = setUp();

  test.each([
    'https://app.example/client.json',
    'https://app.example:8443/a/b',
    'http://127.0.0.1:8080/client.json',
  ])('can be %s', (url) => {
    expect(documents.isDocument(url)).toBe(true);
  });

  test.each([
    'https://app.example',
    'https://app.example/',
    'http://app.example/client.json',
    'https://app.example/client.json?x=1',
    'https://app.example/client.json?',
    'https://app.example/client.json#x',
    'https://app.example/client.json#',
    'https://user@app.example/client.json',
    'https://@app.example/client.json',
    'https://app.example/a/../client.json',
    'https://app.example/./client.json',
    'https://app.example/%2e%2e/client.json',
    'https://app.example:443/client.json',
    'https://app.example:08443/client.json',
    'https://APP.example/client.json',
    'https:app.example/client.json',
    'https:\\\\app.example/client.json',
    ' https://app.example/client.json',
    'https://2130706433/client.json',
    'ftp://app.example/client.json',
    `https://app.example/${'x'.repeat(512)}`,
    'fmc_x.y',
  ])('is never %s', (url) => {
    expect(documents.isDocument(url)).toBe(false);
  });
});

describe('an app is known by its document', () => {
  test('with its host, its cleaned name and its allowed redirect addresses', async () => {
    const { documents } = setUp();
    const { state, url } = await site({
      client_name: ' An\n app ',
      redirect_uris: [REDIRECT, 'javascript:alert(1)', 'http://127.0.0.1/'],
      token_endpoint_auth_method: 'none',
    });
    expect(await documents.find(url)).toEqual({
      client_id: url,
      name: 'An app',
      host: state.origin.slice('http://'.length),
      redirect_uris: [REDIRECT, 'http://127.0.0.1/'],
    });
  });

  test('without a name that imitates Foldmark', async () => {
    const { documents } = setUp();
    const { url } = await site({ client_name: 'Foldmark Sеcurity' });
    expect(await documents.find(url)).toMatchObject({ name: '' });
  });

  test('which is read once a day, also for many calls at a time', async () => {
    const { clock, documents } = setUp();
    const { state, url } = await site();
    await Promise.all([documents.find(url), documents.find(url), documents.find(url)]);
    clock.now += 24 * 60 * 60_000 - 1;
    expect(await documents.find(url)).toMatchObject({ name: 'An app' });
    expect(state.requests).toBe(1);
    clock.now += 1;
    await documents.find(url);
    expect(state.requests).toBe(2);
  });
});

describe('no app is known', () => {
  test.each([
    ['with the id of another one', { client_id: 'https://other.example/client.json' }],
    ['without an id', { client_id: undefined }],
    ['whose addresses are no list', { redirect_uris: REDIRECT }],
    ['whose name is no text', { client_name: { en: 'An app' } }],
    ['of 1 MB', { logo: 'x'.repeat(1024 * 1024) }],
    ['of more than 5 KB', { logo: 'x'.repeat(5 * 1024) }],
  ])('by a document %s', async (_what, fields) => {
    const { url } = await site(fields);
    expect(await setUp().documents.find(url)).toBeNull();
  });

  test.each<[string, RequestListener]>([
    ['a list', (_, response) => response.writeHead(200, JSON_TYPE).end('[]')],
    ['a text that is no JSON', (_, response) => response.writeHead(200, JSON_TYPE).end('{')],
    ['nothing', (_, response) => response.writeHead(404, JSON_TYPE).end('{}')],
    ['an error', (_, response) => response.writeHead(503, JSON_TYPE).end('{}')],
  ])('by %s', async (_what, listener) => {
    const { url } = await site({}, listener);
    expect(await setUp().documents.find(url)).toBeNull();
  });

  test('by a document of another type', async () => {
    const { url } = await site({}, undefined, { 'content-type': 'text/html' });
    expect(await setUp().documents.find(url)).toBeNull();
  });

  test('by a document to which its url redirects, which is not requested', async () => {
    const target = await site();
    const { url } = await site({}, (_, response) => response.writeHead(302, { location: target.url }).end());
    expect(await setUp().documents.find(url)).toBeNull();
    expect(target.state.requests).toBe(0);
  });

  test('by a document on a private address, which is not requested', async () => {
    let requests = 0;
    const origin = await serve((_, response) => {
      requests += 1;
      response.end();
    }, '127.0.0.2');
    const { documents } = setUp();
    expect(await documents.find(`${origin}/client.json`)).toBeNull();
    // The name resolves to 127.0.0.2.
    expect(await documents.find(`https://inside.example:${new URL(origin).port}/client.json`)).toBeNull();
    expect(requests).toBe(0);
  });
});

test('an unreadable document is tried again after a minute', async () => {
  const { clock, documents } = setUp();
  const { state, url } = await site({}, (_, response) => response.writeHead(503).end());
  await documents.find(url);
  clock.now += 59_999;
  await documents.find(url);
  expect(state.requests).toBe(1);
  clock.now += 1;
  await documents.find(url);
  expect(state.requests).toBe(2);
});

test('an instance reads six documents of a host in a minute, and a known one all the same', async () => {
  const { clock, documents } = setUp();
  const { state, url } = await site();
  for (let count = 0; count < 6; count += 1) await documents.find(`${url}${count}`);
  await expect(documents.find(`${url}6`)).rejects.toMatchObject({ code: 'tooManyCalls' });
  expect(await documents.find(`${url}0`)).toMatchObject({ name: 'An app' });
  expect(state.requests).toBe(6);
  clock.now += 60_000;
  expect(await documents.find(`${url}6`)).toMatchObject({ name: 'An app' });
});

test('the memory keeps the 500 documents that were used last', async () => {
  const { clock, documents } = setUp();
  const [{ url: kept, state: first }, { url: other, state: second }] = await Promise.all([site(), site()]);
  await documents.find(kept);
  for (let count = 0; count < 499; count += 1) {
    if (count % 6 === 0) clock.now += 60_000;
    await documents.find(`${other}${count}`);
  }
  await documents.find(kept);
  clock.now += 60_000;
  await documents.find(`${other}499`);
  await documents.find(kept);
  expect(first.requests).toBe(1);
  const before = second.requests;
  await documents.find(`${other}0`);
  expect(second.requests).toBe(before + 1);
});
