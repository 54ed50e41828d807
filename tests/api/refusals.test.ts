import { gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { call, send, signUp } from '#tests/api/support.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('health', () => {
  test.each(['/health/', '/health'])('%s answers through Hosting', async (path) => {
    const answer = await call(path);
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('answers a request without a body and a content type', async () => {
    expect(await send('/health/', {})).toMatchObject({ status: 200 });
  });
});

describe('a request is rejected', () => {
  test('with 404 for an unknown path', async () => {
    expect(await call('/nothing/')).toMatchObject({
      status: 404,
      body: { code: 'noSuchPath', primary_error: 'There is no API call at this path.' },
    });
  });

  test.each(['GET', 'PUT', 'DELETE'])('with 405 and the allowed method for %s', async (method) => {
    const answer = await send('/health/', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test('with 415 for another content type', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(await send('/health/', { headers, body: '{}' })).toMatchObject({ status: 415 });
    expect(await send('/health/', { body: new Uint8Array([0x7b, 0x7d]) })).toMatchObject({ status: 415 });
  });

  test('with 413 for a body over 1 MiB', async () => {
    const body = JSON.stringify({ url: 'x'.repeat(2 * 1024 * 1024) });
    expect(await send('/health/', { headers: JSON_TYPE, body })).toMatchObject({ status: 413 });
  });

  test('with 415 for a compressed body', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    expect(await send('/health/', { headers, body: new Uint8Array(gzipSync('{}')) })).toMatchObject({
      status: 415,
      body: { code: 'wrongType', primary_error: 'The request must be JSON.' },
    });
  });

  test('with 400 for malformed JSON', async () => {
    expect(await send('/health/', { headers: JSON_TYPE, body: '{"a":' })).toMatchObject({
      status: 400,
      body: { code: 'malformed', primary_error: 'The request is not valid JSON.' },
    });
  });

  test.each([
    '{"__proto__":{}}',
    '{"a":{"constructor":{}}}',
    '[1]',
    `{"a":${'['.repeat(50)}${']'.repeat(50)}}`,
  ])('with 400 for %s', async (body) => {
    expect(await send('/health/', { headers: JSON_TYPE, body })).toMatchObject({
      status: 400,
      body: { primary_error: expect.any(String) },
    });
  });
});

describe('a token is rejected with 401', () => {
  const unauthenticated = { status: 401, body: { code: 'notSignedIn', primary_error: 'Please log in.' } };

  test('if it is missing', async () => {
    expect(await call('/users/get-auth/')).toMatchObject(unauthenticated);
  });

  test.each(['x', 'a.b.c', 'null'])('if it is %j', async (token) => {
    expect(await call('/users/get-auth/', {}, token)).toMatchObject(unauthenticated);
  });

  test('if it has expired', async () => {
    const { token } = await signUp();
    expect(await call('/users/get-auth/', {}, altered(token, { exp: 1000, iat: 900 }))).toMatchObject(
      unauthenticated,
    );
  });

  test('if it is for another project', async () => {
    const { token } = await signUp();
    const foreign = { aud: 'demo-other', iss: 'https://securetoken.google.com/demo-other' };
    expect(await call('/users/get-auth/', {}, altered(token, foreign))).toMatchObject(unauthenticated);
  });

  test('if its account does not exist', async () => {
    const { token } = await signUp();
    const missing = { sub: 'missing', user_id: 'missing' };
    expect(await call('/users/get-auth/', {}, altered(token, missing))).toMatchObject(unauthenticated);
  });
});

/** Changes the claims of a token. The emulator's tokens are not signed, so it accepts them. */
function altered(token: string, changes: Readonly<Record<string, unknown>>): string {
  const [header = '', payload = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify(Object.assign({}, claims, changes))).toString('base64url');
  return `${header}.${changed}.`;
}
