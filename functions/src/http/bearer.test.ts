import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import type { Endpoint } from '@foldmark/contract/endpoint';
import { allows, type Scope, SCOPES } from '@foldmark/contract/scopes';
import { describe, expect, test } from 'vitest';

import { MemoryAllowance } from '#functions/allowance/memory-allowance.ts';
import { Failure } from '#functions/errors/failure.ts';
import { call, setUp } from '#functions/testing/call-api.ts';
import { noGrants } from '#functions/testing/no-services.ts';
import { tokenChecks, unknownToken } from '#functions/testing/token-services.ts';

const ALL: Readonly<Record<string, Endpoint>> = ENDPOINTS;

/** An API with one app, and the headers of its calls. */
function withApp(scopes: Scope[] = ['read']) {
  const one = setUp();
  const { checks, give, ...rest } = tokenChecks();
  const token = give({ scopes });
  const services = {
    ...one.services,
    // A page that calls with an access token has no App Check token.
    appCheck: {
      verify: async (appToken: string | undefined) => {
        if (appToken === undefined) throw new Failure('unknownApp');
      },
    },
    allowance: new MemoryAllowance({ readsAMinute: () => 0, now: () => new Date(0) }),
    grants: async () => noGrants({ check: async (sent) => checks.check(sent) }),
  };
  const headers = { 'auth-token': '', authorization: `Bearer ${token}` };
  return { ...rest, token, headers, lines: one.lines, api: { services, lines: one.lines } };
}

test('an access token makes a call for its person, without App Check', async () => {
  const { headers, api } = withApp();
  const answer = await call('/links/get/', { headers, body: '{"link_id":7}' }, api);
  expect(answer).toMatchObject({ status: 200, body: { link_id: 7, url: 'u1' } });
});

describe.each(SCOPES)('a token with the scope %s', (scope) => {
  const signedIn = Object.keys(ALL).filter((path) => ALL[path]?.needs !== 'nothing');

  test.each(signedIn)('can call %s only if the table allows it', async (path) => {
    const { headers, api } = withApp([scope]);
    const needed = ALL[path]?.scope ?? 'never';
    const isNever = needed === 'never' || needed === 'open';
    const expected = isNever ? 'notByToken' : allows([scope], needed) ? 'malformed' : 'tokenScope';
    // The body is invalid for every call, so no operation runs.
    expect(await call(path, { headers, body: '[' }, api)).toMatchObject({ body: { code: expected } });
  });
});

test('a refused token is told why, for programs too', async () => {
  const { headers, api } = withApp();
  const scope = await call('/links/create/', { headers, body: '{"url":"a.example"}' }, api);
  expect(scope).toMatchObject({
    status: 403,
    body: { code: 'tokenScope', primary_error: 'This access token does not allow this call.' },
  });
  expect(scope.headers['WWW-Authenticate']).toMatch(
    /^Bearer error="insufficient_scope".*scope="write", resource_metadata=/,
  );
  const unknown = { ...headers, authorization: `Bearer ${unknownToken(5)}` };
  const bad = await call('/links/get/', { headers: unknown }, api);
  expect(bad).toMatchObject({ status: 401, body: { code: 'badToken' } });
  expect(bad.headers['WWW-Authenticate']).toMatch(
    /invalid_token.*resource_metadata="https:\/\/foldmark.example\/.well-known\/oauth-protected-resource\/api"$/,
  );
});

test.each(['Basic abc', 'Bearer', ''])(
  'a call with the header "%s" is not signed in',
  async (authorization) => {
    const { api } = withApp();
    const headers = { 'auth-token': '', 'x-firebase-appcheck': 'ours', authorization };
    const answer = await call('/links/get/', { headers }, api);
    expect(answer).toMatchObject({ status: 401, body: { code: 'notSignedIn' } });
    expect(answer.headers).not.toHaveProperty('Access-Control-Allow-Origin');
  },
);

test('a foreign bearer token beside the ID token of a session changes nothing', async () => {
  const { api } = withApp();
  const headers = { 'x-firebase-appcheck': 'ours', authorization: 'Bearer of-a-proxy' };
  expect(await call('/links/get/', { headers, body: '{"link_id":7}' }, api)).toMatchObject({ status: 200 });
});

test('an access token does not replace App Check at a call that ignores tokens', async () => {
  const { headers, api } = withApp();
  expect(await call('/users/bot-challenge/', { headers }, api)).toMatchObject({
    status: 401,
    body: { code: 'unknownApp' },
  });
});

test('a token in the address is refused, also with a valid header, and never read', async () => {
  const { token, headers, state, lines, api } = withApp();
  for (const path of [`/links/get/?access_token=${token}`, `/${token}/`]) {
    expect(await call(path, { headers }, api)).toMatchObject({ status: 400, body: { code: 'tokenInUrl' } });
  }
  expect(state.looked).toBe(0);
  expect(JSON.stringify(lines)).not.toContain('fmk_');
});

test('no line of the log has a token', async () => {
  const { headers, lines, api } = withApp();
  await call('/links/get/', { headers, body: '{"link_id":7}' }, api);
  await call('/links/list/', { headers }, api);
  await call('/links/get/', { headers: { ...headers, authorization: `Bearer ${unknownToken(3)}` } }, api);
  expect(lines.length).toBeGreaterThan(3);
  expect(JSON.stringify(lines)).not.toContain('fmk_');
});

function asks(names: string) {
  return { 'access-control-request-headers': names, 'auth-token': '' };
}

describe('a page of another site', () => {
  test('may send an access token, and read the answer and the failure', async () => {
    const { headers, api } = withApp();
    const asked = await call(
      '/links/get/',
      { method: 'OPTIONS', headers: asks('authorization,content-type') },
      api,
    );
    expect(asked).toMatchObject({
      status: 204,
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'POST' },
    });
    const names = asked.headers['Access-Control-Allow-Headers'] ?? '';
    expect(names.split(', ')).toEqual(['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer']);
    for (const body of ['{"link_id":7}', '['])
      expect((await call('/links/get/', { headers, body }, api)).headers).toMatchObject({
        'Access-Control-Allow-Origin': '*',
      });
  });

  test('may not call with the ID token of a session', async () => {
    const { api } = withApp();
    const answers = [
      await call('/links/get/', { method: 'OPTIONS', headers: asks('auth-token,content-type') }, api),
      await call('/links/get/', { method: 'OPTIONS', headers: { 'auth-token': '' } }, api),
      await call('/links/get/', { headers: { 'x-firebase-appcheck': 'ours' }, body: '{"link_id":7}' }, api),
    ];
    expect(answers.map(({ status }) => status)).toEqual([405, 405, 200]);
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('Access-Control-Allow-Origin');
      expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
    }
  });
});

test('an app has a quarter of the allowance, and uses up that of its person', async () => {
  const { headers, api } = withApp();
  const allowance = new MemoryAllowance({ readsAMinute: () => 72, now: () => new Date(0) });
  const limited = { ...api, services: { ...api.services, allowance } };
  const body = '{"link_id":7}';
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await call('/links/get/', { headers, body }, limited)).status);
  // A call costs 4, and the first one also 7 for its check: a read and two writes. A quarter is 18, and a call may end in debt.
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  const own = { 'x-firebase-appcheck': 'ours' };
  // The app has used 19 of 72.
  let person = 0;
  while ((await call('/links/get/', { headers: own, body }, limited)).status === 200) person += 1;
  expect(person).toBe(14);
});
