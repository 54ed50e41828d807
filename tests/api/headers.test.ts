import { expect, inject, test } from 'vitest';

const { appUrl } = inject('suite');

/** What every answer of Hosting carries, whatever it is. */
const GUARDS = {
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
  if (asset === undefined) throw new Error('The page names no shell.');
  return asset;
}

test.each(['/', '/folders/7', '/links/create?url=https://example.com/x.html', '/theme.js', '/favicon.svg'])(
  '%s is guarded, and asked for anew at each visit',
  async (path) => {
    expect(await headersOf(path)).toMatchObject({ status: 200, 'cache-control': 'no-cache', ...GUARDS });
  },
);

test('what has a hash in its name is kept for ever', async () => {
  const cached = { 'cache-control': 'public, max-age=31536000, immutable' };
  expect(await headersOf(await firstAsset())).toMatchObject({ status: 200, ...cached, ...GUARDS });
});

test("a file of an earlier version is gone, and the app's page does not pass for it", async () => {
  expect(await headersOf('/assets/index-00000000.js')).toMatchObject({ status: 404 });
});

test("the app's page does not pass for a page of Hosting's own", async () => {
  expect(await headersOf('/__/auth/nothing')).toMatchObject({ status: 404 });
});

test.each([
  ['a call', '/api/health/', { method: 'POST' }, 200],
  ['a call with the wrong method', '/api/health/', {}, 405],
  ['a call without a token', '/api/links/list/', { method: 'POST' }, 401],
  ['a call that does not exist', '/api/nothing/', { method: 'POST' }, 404],
])('the answer to %s is guarded, and kept nowhere', async (_name, path, init, status) => {
  const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  expect(await headersOf(path, init)).toMatchObject({ status, ...json, ...GUARDS });
});
