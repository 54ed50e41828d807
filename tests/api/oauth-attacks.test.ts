import { newToken } from '@foldmark/contract/access-tokens';
import { UNMETERED } from '@foldmark/functions/allowance/meter';
import { tokenDigest } from '@foldmark/functions/grants/token-checks';
import { FirestoreConnections } from '@foldmark/functions/store/apps/firestore-connections';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import {
  type App,
  approve,
  askForDevice,
  callWith,
  check,
  connect,
  discover,
  documentsOf,
  errorOf,
  exchange,
  issuer,
  poll,
  refresh,
  type Request,
  requestOf,
  revoke,
} from '#tests/api/oauth-client.ts';
import { changePassword, type Person, register } from '#tests/api/support.ts';

const firestore = openFirestore();

interface Approved {
  readonly person: Person;
  readonly app: App;
  readonly request: Request;
  readonly returned: string;
}

async function approved(): Promise<Approved> {
  const [person, app] = [await register(), await discover()];
  const request = await requestOf(app);
  return { person, app, request, returned: await approve(person, request.query) };
}

/** Makes a document older, as if time had passed. */
async function age(path: string, fields: Readonly<Record<string, number>>): Promise<void> {
  const times = Object.entries(fields).map(([name, ms]) => [name, Timestamp.fromMillis(Date.now() - ms)]);
  await firestore.doc(path).update(Object.fromEntries(times));
}

const pair = () => ({ access: crypto.randomUUID(), refresh: crypto.randomUUID() });

/** Runs each transaction twice, as the SDK does after an outage at the end of the first commit. */
function losing(real: Firestore): Firestore {
  const run: Firestore['runTransaction'] = async (work) => {
    await real.runTransaction(work);
    return real.runTransaction(work);
  };
  return new Proxy(real, {
    get: (target, name) => (name === 'runTransaction' ? run : Reflect.get(target, name, target)),
  });
}

describe('a stolen code gets no token', () => {
  test('without the verifier, from another client, or for another address', async () => {
    const { app, request, returned } = await approved();
    const other = await discover('Another');
    const verifier = 'a'.repeat(43);
    expect(await errorOf(exchange(app, { ...request, verifier }, returned))).toBe('invalid_grant');
    expect(await errorOf(exchange(other, request, returned))).toBe('invalid_grant');
    expect(await errorOf(exchange(app, request, returned, 'https://app.example/other'))).toBe(
      'invalid_grant',
    );
    expect(await exchange(app, request, returned)).toMatchObject({ scope: 'write' });
  });

  test('after a minute', async () => {
    const { app, request, returned } = await approved();
    const code = new URL(returned).searchParams.get('code') ?? '';
    await age(`codes/${tokenDigest(code)}`, { expires_at: 1 });
    expect(await errorOf(exchange(app, request, returned))).toBe('invalid_grant');
  });

  test('a second time, and the app of the first time ends', async () => {
    const { app, request, returned } = await approved();
    const tokens = await exchange(app, request, returned);
    expect((await callWith(tokens.access_token)).status).toBe(200);
    expect(await errorOf(exchange(app, { ...request, verifier: 'a'.repeat(43) }, returned))).toBe(
      'invalid_grant',
    );
    expect((await callWith(tokens.access_token)).status).toBe(401);
    expect(await errorOf(refresh(app, tokens.refresh_token))).toBe('invalid_grant');
  });

  test('that works, if the password has changed since the approval', async () => {
    const { person, app, request, returned } = await approved();
    // The identity provider rounds times to seconds.
    await pause(1100);
    await changePassword(person);
    const { access_token } = await exchange(app, request, returned);
    expect((await callWith(access_token)).status).toBe(401);
  });
});

describe('a refresh token', () => {
  test('that is used after its successor ends the app, also for the one who used the successor', async () => {
    const [person, app] = [await register(), await discover()];
    const first = await connect(person, app);
    const second = await refresh(app, first.refresh_token);
    const third = await refresh(app, second.refresh_token);
    expect((await callWith(third.access_token)).status).toBe(200);
    expect(await errorOf(refresh(app, first.refresh_token))).toBe('invalid_grant');
    expect(await errorOf(refresh(app, third.refresh_token))).toBe('invalid_grant');
    expect((await callWith(third.access_token)).status).toBe(401);
  });

  test('that a client uses in parallel gives each use the same successor', async () => {
    const [person, app] = [await register(), await discover()];
    const first = await connect(person, app);
    const answers = await Promise.all([1, 2, 3].map(async () => refresh(app, first.refresh_token)));
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    for (const { access_token } of [first, ...answers])
      expect((await callWith(access_token)).status).toBe(200);
    expect((await callWith((await refresh(app, answers[0]?.refresh_token)).access_token)).status).toBe(200);
  });

  test('can be repeated long after a lost answer, because its successor was never used', async () => {
    const [person, app] = [await register(), await discover()];
    const first = await connect(person, app);
    const lost = await refresh(app, first.refresh_token);
    await age(`tokens/${tokenDigest(lost.access_token)}`, { expires_at: 1 });
    expect((await callWith(lost.access_token)).status).toBe(401);
    const repeated = await refresh(app, first.refresh_token);
    expect(repeated.refresh_token).toBe(lost.refresh_token);
    expect((await callWith(repeated.access_token)).status).toBe(200);
  });

  test('can not be repeated after the person has revoked the app, or connected it again', async () => {
    const [person, app] = [await register(), await discover()];
    const replaced = await connect(person, app);
    await refresh(app, replaced.refresh_token);
    const first = await connect(person, app);
    expect(await errorOf(refresh(app, replaced.refresh_token))).toBe('invalid_grant');
    const second = await refresh(app, first.refresh_token);
    expect((await callWith(second.access_token)).status).toBe(200);
    await revoke(app, second.refresh_token ?? '');
    expect(await errorOf(refresh(app, first.refresh_token))).toBe('invalid_grant');
  });

  test('leaves an app its latest ten access tokens, however often it is renewed or repeated', async () => {
    const [person, app] = [await register(), await discover()];
    const first = await connect(person, app);
    const second = await refresh(app, first.refresh_token);
    let last = second;
    for (let repeats = 0; repeats < 10; repeats += 1) last = await refresh(app, second.refresh_token);
    const ended = [first, second].map(async ({ access_token }) => (await callWith(access_token)).status);
    expect(await Promise.all(ended)).toEqual([401, 401]);
    expect((await callWith(last.access_token)).status).toBe(200);
    const live = await firestore.collection('tokens').where('uid', '==', person.uid).get();
    expect(live.size).toBe(11);
  });

  test('makes no calls, and neither does a code', async () => {
    const { person, app, request, returned } = await approved();
    const code = new URL(returned).searchParams.get('code') ?? '';
    expect((await callWith(code)).status).toBe(401);
    const { refresh_token = '' } = await exchange(app, request, returned);
    expect(await callWith(refresh_token)).toMatchObject({ status: 401 });
    expect(await errorOf(refresh(app, newToken('refresh', randomBytes)))).toBe('invalid_grant');
    expect(await errorOf(refresh(await discover('Another'), refresh_token))).toBe('invalid_grant');
    expect(await errorOf(refresh(app, refresh_token, { scope: 'read' }))).toBe('no error');
    expect(person.uid).not.toBe('');
  });

  test('gives no more scopes than the person allowed', async () => {
    const [person, app] = [await register(), await discover()];
    const request = await requestOf(app, { scope: 'read' });
    const more = { query: request.query, approve: true, scopes: ['write' as const] };
    expect(await person.call('/connect/decide/', more)).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
    const tokens = await exchange(app, request, await approve(person, request.query, ['read']));
    expect(await errorOf(refresh(app, tokens.refresh_token, { scope: 'write' }))).toBe('invalid_scope');
  });
});

test.each([
  ['no PKCE', { code_challenge: '' }, 'invalid_request'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['another type', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'read admin' }, 'invalid_scope'],
  ['the resource of another server', { resource: 'https://other.example/api' }, 'invalid_target'],
])('an app that asks with %s is told so by its own address', async (_, parameters, error) => {
  const [person, app] = [await register(), await discover()];
  const { query, state } = await requestOf(app, parameters);
  const checked = await check(person, query);
  const back = new URL(checked.state === 'back' ? checked.redirect_to : '');
  expect(back.host).toBe('app.example');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state, iss: issuer(), kept: '1' });
});

test('nothing is sent to an address that no app has registered', async () => {
  const [person, app] = [await register(), await discover()];
  const cases = [
    [{ redirect_uri: 'https://app.example/callback?kept=1&more=1' }, 'wrongRedirect'],
    [{ redirect_uri: 'https://app.example.evil.example/callback?kept=1' }, 'wrongRedirect'],
    [{ redirect_uri: '' }, 'wrongRedirect'],
    [{ client_id: `${app.client.client_id}x` }, 'unknownClient'],
    [{ client_id: '' }, 'unknownClient'],
  ] as const;
  for (const [parameters, code] of cases) {
    const { query } = await requestOf(app, parameters);
    for (const call of ['/connect/check/', '/connect/decide/'] as const) {
      const refused = await person.call(call, { query, approve: false, scopes: [] });
      expect(refused).toMatchObject({ status: 400, body: { code } });
      expect(JSON.stringify(refused.body)).not.toContain('http');
    }
  }
});

test('a person can guess few codes of devices, and a device of one person is of no other', async () => {
  const [ann, bob] = [await register(), await register()];
  const app = await discover();
  const device = await askForDevice(app);
  const query = `user_code=${device.user_code}`;
  await ann.ask('/connect/decide/', { query, approve: true, scopes: ['read'] });
  expect(await bob.call('/connect/check/', { query })).toMatchObject({ body: { code: 'wrongUserCode' } });
  const codes = new Set<unknown>();
  for (let guess = 0; guess < 10; guess += 1) {
    const { status } = await bob.call('/connect/check/', { query: 'user_code=BBBB-BBBB' });
    codes.add(status);
  }
  expect([...codes]).toEqual([400, 429]);
  const other = await discover('Another');
  expect(await errorOf(poll(other, device.device_code))).toBe('invalid_grant');
  await age(`codes/${tokenDigest(device.device_code)}`, { expires_at: 1 });
  expect(await errorOf(poll(app, device.device_code))).toBe('expired_token');
});

describe('a transaction whose commit succeeds, but whose answer is lost, is run again', () => {
  const store = new FirestoreConnections({
    firestore: losing(firestore),
    now: () => new Date(),
    meter: UNMETERED,
  });

  test('and that is no second use of a code or of a refresh token', async () => {
    const { person, app, returned } = await approved();
    const code = new URL(returned).searchParams.get('code') ?? '';
    expect(await store.redeem(tokenDigest(code), pair(), () => undefined)).toMatchObject({ isReused: false });
    const { refresh_token } = await connect(person, app);
    const renewed = await store.refresh(tokenDigest(refresh_token), pair(), app.client.client_id, null);
    expect(renewed).toMatchObject({ isReused: false });
  });

  test('and a person who declines a device has declined it', async () => {
    const [person, app] = [await register(), await discover()];
    const device = await askForDevice(app);
    expect(await store.decide(person.uid, device.user_code, { scopes: [], device: '' })).toBe(true);
    expect(await errorOf(poll(app, device.device_code))).toBe('access_denied');
  });

  test('and the device of an approved code is connected', async () => {
    const [person, app] = [await register(), await discover()];
    const device = await askForDevice(app);
    expect(await store.decide(person.uid, device.user_code, { scopes: ['read'], device: '' })).toBe(true);
    const polled = await store.poll(tokenDigest(device.device_code), pair(), () => undefined);
    expect(polled).toMatchObject({ isReused: false });
  });
});

test('an empty parameter counts as missing, and a code needs no address with its verifier', async () => {
  const [person, app] = [await register(), await discover()];
  const request = await requestOf(app, { scope: ' ', resource: '' });
  expect(await check(person, request.query)).toMatchObject({ state: 'ask', scopes: ['read'] });
  const code = new URL(await approve(person, request.query, ['read'])).searchParams.get('code') ?? '';
  const { client_id } = app.client;
  const sent = { grant_type: 'authorization_code', client_id, code, code_verifier: request.verifier };
  const body = new URLSearchParams({ ...sent, resource: '' });
  const answer = await fetch(`${issuer()}/oauth/token`, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toMatchObject([200, { scope: 'read' }]);
});

test('a link to an app opens no request of a device, which the page would show without comparing the code', async () => {
  const [person, app] = [await register(), await discover()];
  const { user_code } = await askForDevice(app);
  for (const client_id of ['', app.client.client_id]) {
    const query = new URLSearchParams({ client_id, user_code }).toString();
    const code = client_id === '' ? 'unknownClient' : 'wrongRedirect';
    expect(await person.call('/connect/check/', { query })).toMatchObject({ body: { code } });
    const decision = { query, approve: true, scopes: ['read'] };
    expect(await person.call('/connect/decide/', decision)).toMatchObject({ body: { code } });
  }
});

test('a token in an address is refused', async () => {
  const url = `${issuer()}/oauth/revoke?token=${newToken('refresh', randomBytes)}`;
  const answer = await fetch(url, { method: 'POST' });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('a repeated parameter is refused', async () => {
  const body = new URLSearchParams('grant_type=refresh_token&client_id=a&client_id=b&refresh_token=c');
  const answer = await fetch(`${issuer()}/oauth/token`, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('Firestore stores no token and no code', async () => {
  const [person, app] = [await register(), await discover()];
  const tokens = await connect(person, app);
  await refresh(app, tokens.refresh_token);
  const stored = await documentsOf(person.uid);
  expect(stored).toHaveLength(5);
  expect(JSON.stringify(stored)).not.toContain('fmk_');
});
