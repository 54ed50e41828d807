import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { failureAnswer } from '@foldmark/contract/failures';
import { afterEach, describe, expect, test } from 'vitest';

import { createApiClient, type TokenSource } from '#web/api/api-client.ts';
import type { AppTokenSource } from '#web/api/app-check.ts';
import { ApiError } from '#web/api/api-error.ts';

interface Seen {
  readonly path: string;
  readonly token: string | undefined;
  readonly prefer: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}
/** Answers one request. The last reaction answers all further requests. */
type Reaction = (response: ServerResponse) => void;

const LINK = {
  link_id: 7,
  url: 'https://example.com',
  name: 'Example',
  status_id: 1,
  image_s3_key: '',
  favicon_key: '',
  favicon_url: '',
  domain_name: 'example.com',
  note: '',
  description: '',
  picture_s3_key: '',
  created_at: new Date(0),
};
const servers: Server[] = [];
const json =
  (status: number, body: unknown): Reaction =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const text =
  (status: number, body: string): Reaction =>
  (response) =>
    response.writeHead(status).end(body);
const hangUp: Reaction = (response) => response.destroy();

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(async (server) => {
      const closed = new Promise((resolve) => server.once('close', resolve));
      server.close();
      server.closeAllConnections();
      await closed;
    }),
  );
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function clientOf(
  reactions: readonly Reaction[],
  token: TokenSource = async ({ fresh }) => (fresh ? 'fresh' : 'old'),
  appToken: AppTokenSource | null = null,
) {
  const seen: Seen[] = [];
  const appTokens: unknown[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const { 'auth-token': sentToken, prefer, 'idempotency-key': key } = request.headers;
      appTokens.push(request.headers['x-firebase-appcheck']);
      const reaction = reactions[Math.min(seen.length, reactions.length - 1)];
      seen.push({
        path: request.url ?? '',
        token: String(sentToken),
        prefer: prefer?.toString(),
        key: key?.toString(),
        body,
      });
      reaction?.(response);
    })();
  });
  servers.push(server);
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('not bound'));
      else resolve(bound);
    });
  });
  const baseUrl = `http://127.0.0.1:${address.port}/api`;
  const calls = { lockedOut: 0 };
  const onLockedOut = () => {
    calls.lockedOut += 1;
  };
  const client = createApiClient({ baseUrl, fetch: globalThis.fetch, token, appToken, onLockedOut });
  return { client, seen, calls, appTokens };
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const thrown: unknown = await promise.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );
  if (thrown instanceof ApiError) return thrown;
  throw new Error('not an ApiError', { cause: thrown });
}

describe('a call', () => {
  test('posts its input with the token, and returns only the fields of the contract', async () => {
    const { client, seen } = await clientOf([json(200, { ...LINK, secret: 1 })]);
    expect(await client.call('/links/get/', { link_id: 7 })).toEqual({ ...LINK, ts: expect.any(Number) });
    expect(seen).toEqual([
      { path: '/api/links/get/', token: 'old', prefer: undefined, key: undefined, body: { link_id: 7 } },
    ]);
  });

  test('returns dates as Date', async () => {
    const user = { user_id: 'u', display_name: '', avatar: '', email: '', email_verified: true };
    const created_at = '2026-01-02T03:04:05.000Z';
    const { client } = await clientOf([json(200, { ...user, time_zone_abbreviation: '', created_at })]);
    const { created_at: answered } = await client.call('/users/get-auth/', {});
    expect(answered).toEqual(new Date(created_at));
  });

  test('of a public path sends no token', async () => {
    const { client, seen } = await clientOf([json(200, { ok: true, version: '1' })], async () => null);
    expect(await client.call('/health/', {})).toMatchObject({ ok: true, version: '1' });
    expect(seen[0]?.token).toBe('undefined');
  });

  test('adds the time of receipt to an object, and to no list', async () => {
    const { client } = await clientOf([json(200, LINK), json(200, [LINK])]);
    expect(await client.call('/links/get/', { link_id: 7 })).toEqual({ ...LINK, ts: expect.any(Number) });
    expect(await client.call('/links/list/', {})).toEqual([LINK]);
  });

  test('takes a text for the answer of a proxy, and says it in the cause', async () => {
    const { client } = await clientOf([text(200, 'Please accept our terms.')]);
    const favorite = { object_id: 7, object_type: 'link' } as const;
    expect(await failureOf(client.callMinimal('/favorites/toggle/', favorite))).toMatchObject({
      code: 'bad-answer',
      cause: 'Please accept our terms.',
    });
    expect(await failureOf(client.call('/links/list/', {}))).toMatchObject({ code: 'bad-answer' });
  });

  test('can ask for a minimal answer', async () => {
    const { client, seen } = await clientOf([text(204, '')]);
    await client.callMinimal('/favorites/toggle/', { object_id: 7, object_type: 'link' });
    expect(seen[0]?.prefer).toBe('return=minimal');
  });
});

describe('a failure', () => {
  test.each([
    [json(400, { errors: ['One.', 'Two.'] }), 'refused', ['One.', 'Two.'], 400],
    [json(409, { primary_error: 'No.', errors: ['One.'] }), 'refused', ['No.'], 409],
    [json(404, {}), 'bad-answer', ['Something went wrong on our side. Please try again.'], 404],
    [text(200, '<html>'), 'bad-answer', ['Something went wrong on our side. Please try again.'], 200],
    [text(204, ''), 'bad-answer', ['Something went wrong on our side. Please try again.'], 204],
    [text(502, '<html>'), 'server', ['Something went wrong on our side. Please try again.'], 502],
    [json(200, { link_id: 'x' }), 'bad-answer', ['Something went wrong on our side. Please try again.'], 200],
  ] as const)('has a code, messages and a status (%#)', async (reaction, code, messages, status) => {
    const { client } = await clientOf([reaction]);
    expect(await failureOf(client.call('/links/get/', { link_id: 7 }))).toMatchObject({
      code,
      messages,
      status,
    });
  });

  test('of the contract has its failure code', async () => {
    const { status, body } = failureAnswer('noProfile');
    const { client } = await clientOf([json(status, body)]);
    expect(await failureOf(client.call('/links/list/', {}))).toMatchObject({ failure: 'noProfile' });
    const other = await clientOf([json(status, { primary_error: body.primary_error })]);
    expect(await failureOf(other.client.call('/links/list/', {}))).toMatchObject({ failure: null });
  });

  test('with a Retry-After header has the seconds until the retry', async () => {
    const { status, body: failure } = failureAnswer('tooManyCalls');
    const afterOf = async (retryAfter: string) => {
      const { client } = await clientOf([
        (response) => response.writeHead(status, { 'retry-after': retryAfter }).end(JSON.stringify(failure)),
      ]);
      return failureOf(client.callMinimal('/trash/empty/', {}));
    };
    expect(await afterOf('12')).toMatchObject({ failure: 'tooManyCalls', retryAfterS: 12 });
    expect(await afterOf('Wed, 21 Oct 2026 07:28:00 GMT')).toMatchObject({ retryAfterS: null });
  });

  test('of the server has the id of its log line', async () => {
    const { client } = await clientOf([json(500, { primary_error: 'Oh.', request_id: 'r1' })]);
    expect(await failureOf(client.call('/links/list/', {}))).toMatchObject({
      code: 'server',
      messages: ['Oh.'],
      requestId: 'r1',
    });
  });

  test('of the input is found before anything is sent', async () => {
    const { client, seen } = await clientOf([json(200, LINK)]);
    const input = { link_id: 7, url: ' ', name: '', status_id: 1 } as const;
    expect(await failureOf(client.call('/links/update/', input))).toMatchObject({
      code: 'refused',
      messages: ['Please enter a url.', 'Please enter a name.'],
    });
    expect(seen).toEqual([]);
  });

  test('to get a token is unauthorized or offline', async () => {
    const signedOut = await clientOf([json(200, [])], async () => null);
    expect(await failureOf(signedOut.client.call('/links/list/', {}))).toMatchObject({
      code: 'unauthorized',
    });
    const offline = await clientOf([json(200, [])], async () => {
      throw Object.assign(new Error('no network'), { code: 'auth/network-request-failed' });
    });
    expect(await failureOf(offline.client.call('/links/list/', {}))).toMatchObject({ code: 'offline' });
    expect([...signedOut.seen, ...offline.seen]).toEqual([]);
  });

  test('of an aborted call is cancelled', async () => {
    const { client } = await clientOf([() => undefined]);
    const caller = new AbortController();
    const failure = failureOf(client.call('/links/list/', {}, { signal: caller.signal }));
    caller.abort();
    expect(await failure).toMatchObject({ code: 'cancelled' });
  });
});

describe('a retry', () => {
  test('is made once with a fresh token if the token was refused', async () => {
    const { client, seen, calls } = await clientOf([
      json(401, { primary_error: 'Please log in.' }),
      json(200, []),
    ]);
    expect(await client.call('/links/list/', {})).toEqual([]);
    expect(seen.map(({ token }) => token)).toEqual(['old', 'fresh']);
    expect(calls.lockedOut).toBe(0);
  });

  test('is not made if the caller repeats the call itself', async () => {
    const lost = await clientOf([hangUp]);
    const input = { link_id: 7 };
    expect(await failureOf(lost.client.call('/links/get/', input, { isFresh: false }))).toMatchObject({
      code: 'offline',
    });
    const stale = await clientOf([json(401, {})]);
    expect(await failureOf(stale.client.call('/links/get/', input, { isFresh: false }))).toMatchObject({
      status: 401,
    });
    expect([lost.seen.length, stale.seen.length, stale.calls.lockedOut]).toEqual([1, 1, 0]);
    await failureOf(stale.client.call('/links/get/', input, { isFresh: true }));
    expect([stale.seen.at(-1)?.token, stale.calls.lockedOut]).toEqual(['fresh', 1]);
  });

  test('is not made a second time: the user must log in again', async () => {
    const { client, seen, calls } = await clientOf([json(401, {})]);
    expect(await failureOf(client.call('/links/list/', {}))).toMatchObject({
      code: 'unauthorized',
      status: 401,
    });
    expect(seen).toHaveLength(2);
    expect(calls.lockedOut).toBe(1);
  });

  test('is made once after a lost connection if the call is idempotent', async () => {
    const { client, seen } = await clientOf([hangUp, json(200, LINK)]);
    expect(await client.call('/links/get/', { link_id: 7 })).toEqual({ ...LINK, ts: expect.any(Number) });
    expect(seen).toHaveLength(2);
    const down = await clientOf([hangUp]);
    expect(await failureOf(down.client.call('/links/get/', { link_id: 7 }))).toMatchObject({
      code: 'offline',
      status: 0,
    });
    expect(down.seen).toHaveLength(2);
  });

  test('of a call that creates has the same idempotency key, and is not made without one', async () => {
    const { client, seen } = await clientOf([hangUp, json(200, LINK)]);
    const input = { url: 'a.example' };
    expect(await client.call('/links/create/', input, { requestKey: 'request-1' })).toMatchObject(LINK);
    expect(seen.map(({ key }) => key)).toEqual(['request-1', 'request-1']);
    const keyless = await clientOf([hangUp]);
    expect(await failureOf(keyless.client.call('/links/create/', input))).toMatchObject({ code: 'offline' });
    expect(keyless.seen).toHaveLength(1);
  });

  test('of a deletion succeeds if the object was deleted before', async () => {
    const { status, body: gone } = failureAnswer('noSuchLink');
    const { client } = await clientOf([json(status, gone)]);
    await client.callMinimal('/links/delete/', { link_id: 7 });
    const favorite = { object_id: 7, object_type: 'link' } as const;
    expect(await failureOf(client.callMinimal('/favorites/toggle/', favorite))).toMatchObject({
      failure: 'noSuchLink',
    });
  });
});

const appToken: AppTokenSource = async ({ fresh }) => (fresh ? 'app-fresh' : 'app-old');

describe('App Check', () => {
  const { status, body: unknownApp } = failureAnswer('unknownApp');

  test('sends no token if it is off', async () => {
    const { client, appTokens } = await clientOf([json(200, [])]);
    await client.call('/links/list/', {});
    expect(appTokens).toEqual([undefined]);
  });

  test('sends its token with every call, even of public paths', async () => {
    const { client, appTokens } = await clientOf([json(200, []), json(200, {})], undefined, appToken);
    await client.call('/links/list/', {});
    await client.call('/users/bot-challenge/', {}).catch(() => null);
    expect(appTokens).toEqual(['app-old', 'app-old']);
  });

  test('retries with a fresh token if the token is refused', async () => {
    const { client, appTokens } = await clientOf(
      [json(status, unknownApp), json(200, { ok: true, version: '1' })],
      undefined,
      appToken,
    );
    await client.call('/health/', {});
    expect(appTokens).toEqual(['app-old', 'app-fresh']);
  });

  test('does not ask the user to log in if the fresh token is refused', async () => {
    const { client, calls, seen } = await clientOf([json(status, unknownApp)], undefined, appToken);
    expect(await failureOf(client.call('/links/list/', {}))).toMatchObject({
      code: 'refused',
      failure: 'unknownApp',
      messages: [unknownApp.primary_error],
    });
    expect(seen).toHaveLength(2);
    expect(calls.lockedOut).toBe(0);
  });

  test('sends the call without a token if it has none, and the server refuses it', async () => {
    const { client, appTokens } = await clientOf([json(status, unknownApp)], undefined, async () => null);
    expect(await failureOf(client.call('/links/list/', {}))).toMatchObject({ failure: 'unknownApp' });
    expect(appTokens).toEqual([undefined, undefined]);
  });
});
