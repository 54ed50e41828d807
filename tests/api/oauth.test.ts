import { grantsSchema } from '@foldmark/contract/grants';
import { EXTENSION } from '@foldmark/contract/own-clients';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { openFirestore } from '#tests/api/firestore.ts';
import {
  approve,
  askForDevice,
  callWith,
  check,
  connect,
  discover,
  errorOf,
  exchange,
  issuer,
  poll,
  REDIRECT,
  refresh,
  requestOf,
  revoke,
} from '#tests/api/oauth-client.ts';
import { type Person, register, send } from '#tests/api/support.ts';

const firestore = openFirestore();

async function apps(person: Person) {
  return z.decode(grantsSchema, z.parse(z.any(), await person.ask('/grants/list/', {})));
}

test('an app that others wrote finds the server, is approved, makes calls, renews its token and ends itself', async () => {
  const person = await register();
  const app = await discover('Reader');
  const request = await requestOf(app);
  expect(await check(person, request.query)).toEqual({
    state: 'ask',
    name: 'Reader',
    host: 'app.example',
    sent_to: 'app.example',
    is_on_device: false,
    scopes: ['read', 'write'],
    days: 90,
    is_fresh: true,
    denied_to: expect.stringContaining('error=access_denied'),
  });
  const returned = await approve(person, request.query);
  expect(returned.startsWith(`${REDIRECT}&code=`)).toBe(true);
  expect(new URL(returned).searchParams.get('iss')).toBe(issuer());
  const first = await exchange(app, request, returned);
  expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'write' });
  const created = await callWith(first.access_token, '/links/create/', { url: 'https://a.example/' });
  expect(created.status).toBe(200);
  const { docs } = await firestore.collection(`users/${person.uid}/actions`).get();
  expect(docs.map((action) => action.get('by.name'))).toEqual(['Reader']);
  expect(await apps(person)).toMatchObject([
    { kind: 'app', name: 'Reader', client_host: 'app.example', device: 'Firefox', state: 'active' },
  ]);
  const second = await refresh(app, first.refresh_token, { scope: 'read' });
  expect(second.scope).toBe('read');
  expect((await callWith(second.access_token)).status).toBe(200);
  expect(await callWith(second.access_token, '/links/create/', { url: 'https://b.example/' })).toMatchObject({
    status: 403,
    challenge: expect.stringMatching(/error="insufficient_scope".*scope="write"/),
  });
  await revoke(app, second.refresh_token ?? '');
  expect(await callWith(second.access_token)).toEqual({
    status: 401,
    challenge: `Bearer error="invalid_token", error_description="This access token was revoked.", resource_metadata="${issuer()}/.well-known/oauth-protected-resource/api"`,
  });
  expect(await apps(person)).toMatchObject([{ state: 'revoked' }]);
});

test('a device waits for its person, and asks no more often than it may', async () => {
  const person = await register();
  const app = await discover('Terminal');
  const device = await askForDevice(app, 'write');
  expect(device).toMatchObject({
    verification_uri: `${issuer()}/connect`,
    verification_uri_complete: `${issuer()}/connect?user_code=${device.user_code}`,
    interval: 5,
  });
  expect(await errorOf(poll(app, device.device_code))).toBe('authorization_pending');
  expect(await errorOf(poll(app, device.device_code))).toBe('slow_down');
  const query = new URLSearchParams({
    user_code: device.user_code.toLowerCase().replace('-', ' '),
  }).toString();
  expect(await check(person, query)).toMatchObject({
    name: 'Terminal',
    sent_to: '',
    is_on_device: true,
    scopes: ['write'],
    denied_to: null,
  });
  const decision = { query, approve: true, scopes: ['read' as const] };
  expect(await person.ask('/connect/decide/', decision)).toEqual({ redirect_to: null });
  expect(await person.call('/connect/decide/', decision)).toMatchObject({ body: { code: 'wrongUserCode' } });
  const tokens = await poll(app, device.device_code);
  expect(tokens.scope).toBe('read');
  expect((await callWith(tokens.access_token)).status).toBe(200);
});

test('a device learns that its person declines', async () => {
  const person = await register();
  const app = await discover();
  const device = await askForDevice(app);
  const query = `user_code=${device.user_code}`;
  await person.ask('/connect/decide/', { query, approve: false, scopes: [] });
  expect(await errorOf(poll(app, device.device_code))).toBe('access_denied');
});

test('an app that is connected again takes the place of its earlier connection', async () => {
  const person = await register();
  const app = await discover();
  const [first, second] = [await connect(person, app), await connect(person, app)];
  expect(await apps(person)).toMatchObject([{ state: 'active' }, { state: 'revoked' }]);
  expect((await callWith(first.access_token)).status).toBe(401);
  expect((await callWith(second.access_token)).status).toBe(200);
});

async function ours() {
  return { ...(await discover()), client: { client_id: EXTENSION.client_id } };
}

describe('our extension', () => {
  test('is shown by its name, and stays connected in each browser', async () => {
    const [person, app] = [await register(), await ours()];
    const tokens = [];
    for (const redirect_uri of EXTENSION.redirect_uris) {
      const request = await requestOf(app, { redirect_uri });
      expect(await check(person, request.query)).toMatchObject({
        name: 'Foldmark extension',
        host: 'Foldmark extension',
        sent_to: new URL(redirect_uri).host,
      });
      const returned = await approve(person, request.query);
      tokens.push(await exchange(app, request, returned, redirect_uri));
    }
    for (const { access_token } of tokens) expect((await callWith(access_token)).status).toBe(200);
    expect(await apps(person)).toEqual(
      tokens.map(() => expect.objectContaining({ client_host: 'Foldmark extension', state: 'active' })),
    );
  });

  test('is no other extension', async () => {
    const [person, app] = [await register(), await ours()];
    for (const redirect_uri of [
      'https://abcdefghijklmnop.chromiumapp.org/',
      'https://a.extensions.allizom.org/',
    ]) {
      const { query } = await requestOf(app, { redirect_uri });
      expect(await person.call('/connect/check/', { query })).toMatchObject({
        body: { code: 'wrongRedirect' },
      });
    }
  });

  test('is not named with a device code, because anyone can send its id', async () => {
    const [person, app] = [await register(), await ours()];
    const { user_code } = await askForDevice(app);
    const shown = await check(person, `user_code=${user_code}`);
    expect(shown).toMatchObject({ host: '', sent_to: '', is_on_device: true });
    expect(JSON.stringify(shown)).not.toMatch(/foldmark/i);
  });
});

test('a page of any site can read the answers, and an app without a token learns where to ask', async () => {
  const other = '/.well-known/oauth-authorization-server/other';
  for (const path of ['/.well-known/oauth-authorization-server', other, '/oauth/token']) {
    const asked = await fetch(`${issuer()}${path}`, { method: 'OPTIONS' });
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    const method = path === '/oauth/token' ? 'POST' : 'GET';
    const answer = await fetch(`${issuer()}${path}`, { method });
    await answer.body?.cancel();
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  for (const path of [other, '/.well-known/openid-configuration'])
    expect((await fetch(`${issuer()}${path}`)).status).toBe(404);
  const refused = await send('/links/list/', {});
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${issuer()}/.well-known/oauth-protected-resource/api"`,
  );
});
