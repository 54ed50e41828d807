import { newToken } from '@foldmark/contract/access-tokens';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';

import type { Rates } from '#functions/allowance/rates.ts';
import { Failure } from '#functions/errors/failure.ts';
import { handleProtocol } from '#functions/http/protocol.ts';
import { noConnections, noServices } from '#functions/testing/no-services.ts';
import type { Connections } from '#functions/services/connections.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Sends a request, with the given connections. Returns the answer and the lines of the log. */
async function send(
  path: string,
  sent: { readonly method?: string; readonly type?: string; readonly body?: string } = {},
  parts: Partial<Connections> = {},
  rates: Pick<Rates, 'count'> = { count: () => undefined },
) {
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  const services = noServices({
    log: { info: log, warn: log, error: log },
    connections: async () => noConnections(parts),
    rates,
  });
  const answer = await handleProtocol(
    {
      method: sent.method ?? 'POST',
      path: path.replace(/\?.*$/, ''),
      url: path,
      header: (name) => (name === 'content-type' ? (sent.type ?? FORM) : undefined),
      body: Buffer.from(sent.body ?? ''),
    },
    services,
  );
  const body: unknown = JSON.parse(answer?.body ?? 'null');
  return { status: answer?.status, headers: answer?.headers, body, lines };
}

function refreshWith(token: string): string {
  return new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'a',
    refresh_token: token,
  }).toString();
}

test('the metadata names the origin of the settings', async () => {
  const { status, body } = await send('/.well-known/oauth-authorization-server', { method: 'GET' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    issuer: 'https://foldmark.example',
    authorization_endpoint: 'https://foldmark.example/connect',
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
  const { body: resource } = await send('/.well-known/oauth-protected-resource/mcp', { method: 'GET' });
  expect(resource).toMatchObject({ resource: 'https://foldmark.example/mcp' });
});

test('other paths are not answered here', async () => {
  for (const path of ['/oauth/other', '/links/list/'])
    expect(await send(path)).toMatchObject({ status: undefined });
});

test('a page of any site can read that there is no other document', async () => {
  for (const path of [
    '/.well-known/oauth-protected-resource/other',
    '/.well-known/oauth-authorization-server/mcp',
  ])
    expect(await send(path, { method: 'GET' })).toMatchObject({
      status: 404,
      headers: { 'Access-Control-Allow-Origin': '*' },
    });
  expect(await send('/.well-known/oauth-other', { method: 'OPTIONS' })).toMatchObject({
    status: 204,
    headers: { 'Access-Control-Allow-Headers': '*' },
  });
});

function tooMany(): never {
  throw new Failure('tooManyCalls', { retryAfterS: 9 });
}

test('a device that exceeds the rate of its address is told to slow down', async () => {
  const poll = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'a',
    device_code: 'b',
  };
  const body = new URLSearchParams(poll).toString();
  expect(await send('/oauth/token', { body }, {}, { count: tooMany })).toMatchObject({
    status: 400,
    body: { error: 'slow_down' },
  });
  expect(await send('/oauth/token', { body: refreshWith('b') }, {}, { count: tooMany })).toMatchObject({
    status: 429,
  });
});

test.each([
  ['GET', FORM, '/oauth/token', 405],
  ['POST', 'application/json', '/oauth/token', 400],
  ['POST', FORM, '/oauth/token', 400],
])('%s with %s to %s answers an error of OAuth', async (method, type, path, status) => {
  const answer = await send(path, { method, type });
  expect(answer).toMatchObject({ status, body: { error: 'invalid_request' } });
});

test('an access token is no refresh token', async () => {
  for (const token of [newToken('access', randomBytes), newToken('personal', randomBytes), 'fmk_rt_a'])
    expect(await send('/oauth/token', { body: refreshWith(token) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
});

test('a code whose person has no room for the app is invalid', async () => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'a',
    code: 'b',
    redirect_uri: 'https://app.example/',
    code_verifier: 'c',
  }).toString();
  const parts = { redeem: async () => Promise.reject(new Failure('tooManyGrants')) };
  expect(await send('/oauth/token', { body }, parts)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
});

test('too many calls and unexpected errors are told apart, and no line of the log has a token', async () => {
  const token = newToken('refresh', randomBytes);
  const answers = [
    await send(
      '/oauth/token',
      { body: refreshWith(token) },
      {
        refresh: async () => Promise.reject(new Failure('tooManyCalls', { retryAfterS: 9 })),
      },
    ),
    await send('/oauth/token', { body: refreshWith(token) }),
    await send(`/oauth/token?refresh_token=${token}`, { body: refreshWith(token) }),
  ];
  expect(answers).toMatchObject([
    { status: 429, headers: { 'Retry-After': '9' }, body: { error: 'temporarily_unavailable' } },
    { status: 500, body: { error: 'server_error' } },
    { status: 400, body: { error: 'invalid_request' } },
  ]);
  for (const { lines } of answers) {
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('fmk_');
  }
});
