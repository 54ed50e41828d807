import { userSchema } from '@foldmark/library/entities/entities';
import { expect, test, vi } from 'vitest';

import { callApi } from './call-api.ts';
import type { CallError } from './call-error.ts';
import { authorizeUrl, codeIn, issuerAt, refreshTokens, revokeToken } from './oauth.ts';
import { newPkce, randomText } from './pkce.ts';

const ORIGIN = 'https://foldmark.example';
const USER = { user_id: 'u', display_name: 'Ada', avatar: '' };

/** A server that gives these answers, one after the other. */
function serverOf(...answers: readonly (() => Response)[]) {
  const left = [...answers];
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const answer = left.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer();
  });
  return { fetch, origin: ORIGIN, clientId: 'app' };
}

async function errorOf(promise: Promise<unknown>): Promise<Partial<CallError>> {
  return promise.then(
    () => {
      throw new Error('It succeeded.');
    },
    (thrown: unknown) => Object(thrown),
  );
}

/** Answers never, until the caller gives up. */
const fetchForEver: typeof globalThis.fetch = async (_, init) =>
  new Promise((__, reject) => {
    if (init?.signal?.aborted === true) reject(new DOMException('', 'TimeoutError'));
  });

const ok = () => Response.json(USER);
const busy = () => new Response('Slow down.', { status: 429, headers: { 'retry-after': '12' } });
const oauth = (status: number, error: string) => () => Response.json({ error }, { status });
const token = async () => 't';
const refused = (status: number, code: string) => () =>
  Response.json({ code, primary_error: 'No.' }, { status });

test('a call sends its token and no cookie, and follows no redirect', async () => {
  const server = serverOf(ok);
  const user = await callApi({ ...server, token: async () => 'secret' }, '/users/get/', {}, userSchema);
  expect(user).toEqual(USER);
  const [url, init] = server.fetch.mock.calls[0] ?? [];
  expect(url).toBe(`${ORIGIN}/api/users/get/`);
  expect(init).toMatchObject({
    method: 'POST',
    body: '{}',
    headers: { Authorization: 'Bearer secret' },
    credentials: 'omit',
    redirect: 'error',
  });
});

test('a call with a refused token asks once for another one', async () => {
  const server = serverOf(refused(401, 'tokenExpired'), ok);
  const tokens = vi.fn(async (old: string | null) => (old === null ? 'old' : 'new'));
  expect(await callApi({ ...server, token: tokens }, '/users/get/', {}, userSchema)).toEqual(USER);
  expect(tokens.mock.calls).toEqual([[null], ['old']]);
  const both = serverOf(refused(401, 'tokenExpired'), refused(401, 'tokenRevoked'), ok);
  expect(await errorOf(callApi({ ...both, token }, '/users/get/', {}, userSchema))).toMatchObject({
    kind: 'ended',
    failure: 'tokenRevoked',
    status: 401,
  });
});

test.each([
  ['refused', refused(403, 'tokenScope'), { failure: 'tokenScope', messages: ['No.'], status: 403 }],
  [
    'refused',
    () => Response.json({ errors: ['One.', 'Two.'] }, { status: 400 }),
    { messages: ['One.', 'Two.'] },
  ],
  ['server', refused(500, 'unexpected'), { status: 500 }],
  ['server', refused(429, 'busy'), { status: 429, retryAfterS: null }],
  ['server', () => new Response('<html>', { status: 200 }), { status: 200 }],
  ['server', () => new Response('<html>', { status: 404 }), { status: 404, failure: null }],
  ['server', () => Response.json({ user_id: 5 }), { status: 200 }],
] as const)('a failed call has the kind %s (%#)', async (kind, answer, details) => {
  const call = callApi({ ...serverOf(answer), token }, '/users/get/', {}, userSchema);
  expect(await errorOf(call)).toMatchObject({ kind, ...details });
});

test('a call says after how many seconds to retry, and that there is no network', async () => {
  expect(await errorOf(callApi({ ...serverOf(busy), token }, '/users/get/', {}, userSchema))).toMatchObject({
    kind: 'server',
    retryAfterS: 12,
  });
  expect(await errorOf(callApi({ ...serverOf(), token }, '/users/get/', {}, userSchema))).toMatchObject({
    kind: 'offline',
    status: 0,
  });
});

test('a server that never answers is given up', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() =>
    AbortSignal.abort(new DOMException('', 'TimeoutError')),
  );
  const call = callApi({ fetch: fetchForEver, origin: ORIGIN, token }, '/users/get/', {}, userSchema);
  expect(await errorOf(call)).toMatchObject({ kind: 'offline' });
  expect(AbortSignal.timeout).toHaveBeenCalledWith(30_000);
  vi.restoreAllMocks();
});

test('a challenge is the hash of its verifier, and each verifier is another one', async () => {
  const [one, other] = [await newPkce(), await newPkce()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(one.verifier));
  expect(one.challenge).toBe(Buffer.from(digest).toString('base64url'));
  expect(one.verifier).toMatch(/^[\w-]{43}$/);
  expect(one.verifier).not.toBe(other.verifier);
  expect(randomText()).not.toBe(randomText());
});

test('the consent page gets what the server needs', () => {
  const asked = { redirectUri: 'https://x.example/', scope: 'write', state: 's', challenge: 'c' } as const;
  const url = new URL(authorizeUrl({ origin: ORIGIN, clientId: 'app' }, asked));
  expect(`${url.origin}${url.pathname}`).toBe(`${ORIGIN}/connect`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'app',
    redirect_uri: 'https://x.example/',
    scope: 'write',
    state: 's',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  });
});

test('a code counts only from the asked server, for the asked request', () => {
  const expected = { origin: ORIGIN, state: 's' };
  const iss = encodeURIComponent(ORIGIN);
  expect(codeIn(`https://x.example/?code=c&state=s&iss=${iss}`, expected)).toBe('c');
  for (const query of [
    `code=c&state=t&iss=${iss}`,
    'code=c&state=s',
    'code=c&state=s&iss=https%3A%2F%2Fevil',
  ])
    expect(() => codeIn(`https://x.example/?${query}`, expected)).toThrow('another server');
  expect(() => codeIn(`https://x.example/?error=access_denied&state=s&iss=${iss}`, expected)).toThrow(
    expect.objectContaining({ kind: 'refused', failure: 'access_denied' }),
  );
});

test('only a refused refresh token ends the connection', async () => {
  expect(await errorOf(refreshTokens(serverOf(oauth(400, 'invalid_grant')), 'r'))).toMatchObject({
    kind: 'ended',
  });
  expect(await errorOf(refreshTokens(serverOf(oauth(400, 'invalid_client')), 'r'))).toMatchObject({
    kind: 'refused',
    failure: 'invalid_client',
  });
  expect(await errorOf(refreshTokens(serverOf(oauth(500, 'server_error')), 'r'))).toMatchObject({
    kind: 'server',
  });
  expect(await errorOf(refreshTokens(serverOf(), 'r'))).toMatchObject({ kind: 'offline' });
  expect(
    await errorOf(
      refreshTokens(
        serverOf(() => Response.json({})),
        'r',
      ),
    ),
  ).toMatchObject({ kind: 'server' });
});

test('the issuer comes from the metadata of a server, and a revocation says whether it was made', async () => {
  expect(await issuerAt(serverOf(() => Response.json({ issuer: ORIGIN })))).toBe(ORIGIN);
  expect(await errorOf(issuerAt(serverOf(() => Response.json({}))))).toMatchObject({ kind: 'server' });
  const server = serverOf(() => Response.json({}));
  await revokeToken(server, 'r');
  expect(server.fetch.mock.calls[0]?.[1]?.body).toBe('client_id=app&token=r');
  expect(await errorOf(revokeToken(serverOf(refused(503, 'unexpected')), 'r'))).toMatchObject({
    kind: 'server',
  });
});
