import { expect, inject, test } from 'vitest';

const { appUrl } = inject('suite');

/** The security headers of every answer of Hosting. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
};

const headersOf = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${appUrl}${path}`, init);
  await response.body?.cancel();
  return { status: response.status, ...Object.fromEntries(response.headers) };
};

async function firstAsset(): Promise<string> {
  const page = await (await fetch(appUrl)).text();
  const [asset] = /\/assets\/index-[^"]+\.js/.exec(page) ?? [];
  if (asset === undefined) throw new Error('The page references no index script.');
  return asset;
}

test.each([
  '/',
  '/folders/7',
  '/links/create?url=https://example.com/x.html',
  '/manifest.webmanifest',
  '/favicon.svg',
])('%s has the security headers and is revalidated on each visit', async (path) => {
  expect(await headersOf(path)).toMatchObject({
    status: 200,
    'cache-control': 'no-cache',
    ...SECURITY_HEADERS,
  });
});

test('a file with a hash in its name is cached permanently', async () => {
  const cached = { 'cache-control': 'public, max-age=31536000, immutable' };
  expect(await headersOf(await firstAsset())).toMatchObject({ status: 200, ...cached, ...SECURITY_HEADERS });
});

test('a missing file of an earlier version answers 404 instead of the app', async () => {
  expect(await headersOf('/assets/index-00000000.js')).toMatchObject({ status: 404 });
});

test('a missing reserved page of Hosting answers 404 instead of the app', async () => {
  expect(await headersOf('/__/auth/nothing')).toMatchObject({ status: 404 });
});

test.each([
  ['a call', '/api/health/', { method: 'POST' }, 200],
  ['a call with the wrong method', '/api/health/', {}, 405],
  ['a call without a token', '/api/links/list/', { method: 'POST' }, 401],
  ['a call that does not exist', '/api/nothing/', { method: 'POST' }, 404],
])('the answer to %s has the security headers and is not cached', async (_name, path, init, status) => {
  const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  expect(await headersOf(path, init)).toMatchObject({ status, ...json, ...SECURITY_HEADERS });
});
