import { describe, expect, test } from 'vitest';

import { call, setUp } from '#functions/testing/call-api.ts';

describe('a path', () => {
  test.each(['/health/', '/health', '/api/health/', '/api/health'])(
    'is accepted as %s and needs no token',
    async (path) => {
      const answer = await call(path, { headers: { 'auth-token': '' } });
      expect(answer).toMatchObject({ status: 200, body: { ok: true, version: '1.2.3' } });
    },
  );

  test.each(['/', '', '/api/', '/nothing/', '/__proto__/', '/constructor', '/health//'])(
    'without an operation (%j) answers 404',
    async (path) => {
      expect(await call(path)).toMatchObject({
        status: 404,
        body: { code: 'noSuchPath', primary_error: 'There is no API call at this path.' },
      });
    },
  );

  test('accepts POST only and sets Allow', async () => {
    const answer = await call('/health/', { method: 'GET' });
    expect(answer).toMatchObject({ status: 405, headers: { Allow: 'POST' } });
  });
});

describe('a body', () => {
  test.each([
    ['not JSON', '{"link_id":', 'The request is not valid JSON.'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'The request is not valid JSON.'],
    ['a list', '[1]', 'The request must be a JSON object.'],
    ['null', 'null', 'The request must be a JSON object.'],
    ['a prototype', '{"__proto__":{"a":1}}', 'The request has a field name that is not allowed.'],
    ['a hidden prototype', '{"a":[{"constructor":1}]}', 'The request has a field name that is not allowed.'],
    ['very deep', `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 'The request is nested too deeply.'],
  ])('that is %s answers 400', async (_what, body, primary_error) => {
    expect(await call('/links/get/', { body })).toMatchObject({ status: 400, body: { primary_error } });
  });

  test('that the contract rejects answers 400 with all errors', async () => {
    expect(await call('/links/get/', { body: '{"link_id":"1"}' })).toMatchObject({
      status: 400,
      body: { errors: ['link_id must be a whole number above 0.'] },
    });
  });

  test('that is missing counts as an empty object', async () => {
    expect(await call('/health/', { headers: { 'content-type': '' } })).toMatchObject({ status: 200 });
    expect(await call('/health/', { body: '', headers: { 'content-type': '' } })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ['text/plain', 415],
    ['', 415],
    ['application/jsonp', 415],
    ['application/x-www-form-urlencoded', 415],
    ['Application/JSON; charset=utf-8', 200],
  ])('of the type %j answers %i', async (type, status) => {
    const sent = { body: '{"link_id":1}', headers: { 'content-type': type } };
    expect(await call('/links/get/', sent)).toMatchObject({ status });
  });

  test('over 1 MiB answers 413, counted in bytes and before authentication', async () => {
    const fits = `{"link_id":1,"x":"${'é'.repeat((1024 * 1024 - 20) / 2)}"}`;
    expect(Buffer.byteLength(fits)).toBe(1024 * 1024);
    expect(await call('/links/get/', { body: fits })).toMatchObject({ status: 200 });
    expect(await call('/links/get/', { body: `${fits} `, headers: { 'auth-token': '' } })).toMatchObject({
      status: 413,
    });
    const unread = { 'content-length': '2000000', 'auth-token': '' };
    expect(await call('/links/get/', { headers: unread })).toMatchObject({ status: 413 });
  });
});

describe('a caller', () => {
  test.each(['', 'bad'])('with the token %j answers 401', async (token) => {
    expect(await call('/links/get/', { headers: { 'auth-token': token } })).toMatchObject({
      status: 401,
      body: { code: 'notSignedIn', primary_error: 'Please log in.' },
    });
  });

  test('without a token answers 401 before the body is parsed', async () => {
    expect(await call('/links/get/', { headers: { 'auth-token': '' }, body: '{' })).toMatchObject({
      status: 401,
    });
  });

  test('over the allowance answers 429; unauthenticated calls do not count', async () => {
    const one = setUp();
    const body = '{"link_id":7}';
    for (let bad = 0; bad < 5; bad += 1) await call('/links/get/', { headers: { 'auth-token': 'bad' } }, one);
    for (let good = 0; good < 3; good += 1)
      expect(await call('/links/get/', { body }, one)).toMatchObject({ status: 200 });
    expect(await call('/links/get/', { body }, one)).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      body: { code: 'tooManyCalls', primary_error: 'Too many requests. Please wait a minute and try again.' },
    });
    expect(await call('/health/', {}, one)).toMatchObject({ status: 200 });
  });

  test('gets no Retry-After or Allow header on other failures', async () => {
    const answers = [
      await call('/nothing/'),
      await call('/links/get/', { headers: { 'auth-token': 'bad' } }),
    ];
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('Retry-After');
      expect(headers).not.toHaveProperty('Allow');
    }
  });

  test.each([
    [{}, null],
    [{ 'idempotency-key': '' }, null],
    [{ 'idempotency-key': 'one-request' }, 'one-request'],
  ])('that sends the headers %j passes the request key %j to the operation', async (headers, requestKey) => {
    const one = setUp();
    expect(await call('/folders/list/', { headers }, one)).toMatchObject({ status: 200 });
    expect(one.lines[0]).toMatchObject({ message: 'listed', fields: { requestKey } });
  });

  test('that is verified reaches the operation with the parsed input', async () => {
    expect(await call('/links/get/', { body: '{"link_id":7,"extra":1}' })).toMatchObject({
      status: 200,
      body: { link_id: 7, url: 'u1' },
    });
  });

  test('who prefers a minimal answer gets 204 without a body', async () => {
    const body = '{"object_id":1,"object_type":"link"}';
    const headers = { prefer: 'respond-async, return=minimal' };
    const minimal = await call('/favorites/toggle/', { body, headers });
    expect(minimal).toMatchObject({
      status: 204,
      body: null,
      headers: { 'Preference-Applied': 'return=minimal' },
    });
    expect(minimal.headers).not.toHaveProperty('Content-Type');
    expect(await call('/favorites/toggle/', { body })).toMatchObject({ status: 200, body: [] });
  });
});

describe('an answer', () => {
  test('forbids caching and content sniffing', async () => {
    expect((await call('/nothing/')).headers).toMatchObject({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  test('sends dates as ISO text', async () => {
    expect((await call('/users/get-auth/')).body).toMatchObject({ created_at: '1970-01-01T00:00:00.000Z' });
  });

  test('to a known failure has its status and text', async () => {
    expect(await call('/folders/get/', { body: '{"folder_id":1}' })).toMatchObject({
      status: 404,
      body: { code: 'noSuchFolder', primary_error: 'This folder does not exist.' },
    });
  });

  test('to a caller without a profile is noProfile instead of a 404', async () => {
    expect(await call('/folders/get/', { body: '{"folder_id":1}' }, setUp(null))).toMatchObject({
      status: 403,
      body: { code: 'noProfile', primary_error: 'This account has no profile yet. Please log in again.' },
    });
  });

  test('to an unknown error contains only a request id, which is also in the log', async () => {
    const { services, lines } = setUp();
    const answer = await call('/links/list/', {}, { services, lines });
    expect(answer).toMatchObject({
      status: 500,
      body: {
        primary_error: 'Something went wrong on our side. Please try again.',
        request_id: 'request-1',
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(lines[0]?.fields).toMatchObject({ request_id: 'request-1' });
    expect(lines[0]?.fields['stack_trace']).toMatch(/^Error: a secret detail\n {4}at /);
  });
});

test('logs every call without personal data', async () => {
  const { services, lines } = setUp();
  await call('/links/get/', { body: '{"link_id":7}' }, { services, lines });
  await call('/ada@example.com/', {}, { services, lines });
  expect(lines).toEqual([
    { message: 'call', fields: { request_id: 'request-1', path: '/links/get/', status: 200, ms: 0 } },
    { message: 'call', fields: { request_id: 'request-1', path: 'unknown', status: 404, ms: 0 } },
  ]);
});
