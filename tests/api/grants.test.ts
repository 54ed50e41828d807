import { newToken } from '@foldmark/contract/access-tokens';
import { grantCreatedSchema, grantsSchema } from '@foldmark/contract/grants';
import type { Input, Path } from '@foldmark/contract/endpoints';
import { GRANTS_MAX_COUNT } from '@foldmark/contract/limits';
import { tokenDigest } from '@foldmark/functions/grants/token-checks';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { checkAnswer } from '#tests/api/contract.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import {
  connect as connectByOAuth,
  discover,
  documentsOf,
  errorOf,
  refresh,
  requestOf,
} from '#tests/api/oauth-client.ts';
import {
  changePassword,
  DEADLINE,
  type Person,
  personOf,
  register,
  send,
  signIn,
} from '#tests/api/support.ts';
import { takenOver } from '#tests/api/takeover.ts';

const firestore = openFirestore();

/** Makes a token in Settings, and returns what an app can do with it. */
async function connect(
  person: Person,
  scopes: ('read' | 'suggest' | 'write')[] = ['write'],
  name = 'An app',
) {
  const made = await person.ask('/grants/create/', { name, scopes, days: 30, device: 'Firefox' });
  const { token, grant } = z.decode(grantCreatedSchema, z.parse(z.any(), made));
  const call = async (path: Path, body: object = {}, headers: Record<string, string> = {}) => {
    const answer = await send(path, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
    });
    checkAnswer(path, answer.status, answer.body);
    return answer;
  };
  return { token, grant_id: grant.grant_id, call };
}

async function listed(person: Person) {
  return z.decode(grantsSchema, z.parse(z.any(), await person.ask('/grants/list/', {})));
}

async function actionsOf(person: Person) {
  const { docs } = await firestore.collection(`users/${person.uid}/actions`).get();
  return docs.map((snapshot) => snapshot.data());
}

test('a token makes calls through Hosting, and Settings shows when', async () => {
  const person = await register();
  const app = await connect(person, ['read'], '  Shortcut\u202E  ');
  expect(app.token).toMatch(/^fmk_pat_/);
  expect(await app.call('/links/list/')).toMatchObject({ status: 200, body: [] });
  const today = new Date().toISOString().slice(0, 10);
  expect(await listed(person)).toMatchObject([
    {
      name: 'Shortcut',
      kind: 'token',
      scopes: ['read'],
      device: 'Firefox',
      last_used_day: today,
      state: 'active',
    },
  ]);
  expect(await app.call('/links/create/', { url: 'https://a.example/' })).toMatchObject({
    status: 403,
    body: { code: 'tokenScope' },
  });
});

test('a page of another site can call with a token, and only with a token', async () => {
  const asked = await send('/links/list/', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://other.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
  const person = await register();
  const app = await connect(person, ['read']);
  const origin = { origin: 'https://other.example' };
  const answers = [await app.call('/links/list/', {}, origin), await person.call('/links/list/', {}, origin)];
  expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(['*', null]);
});

test('Firestore stores only the hash of a token', async () => {
  const person = await register();
  const { token, grant_id } = await connect(person);
  const [grant, stored] = await Promise.all([
    firestore.doc(`users/${person.uid}/grants/${grant_id}`).get(),
    firestore.doc(`tokens/${tokenDigest(token)}`).get(),
  ]);
  expect(stored.get('uid')).toBe(person.uid);
  expect(JSON.stringify([grant.data(), stored.data()])).not.toContain('fmk_');
});

test('each change of an app is an action that names it, and all of them can be undone', async () => {
  const person = await register();
  const kept = await person.ask('/links/create/', { url: 'https://kept.example/' });
  const { link_id } = z.parse(z.object({ link_id: z.int() }), kept);
  const app = await connect(person);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (let repeat = 0; repeat < 2; repeat += 1) {
    await app.call('/links/update/', { link_id, name: 'by the app' }, headers);
  }
  await app.call(
    '/links/create/',
    { url: 'https://new.example/' },
    { 'idempotency-key': crypto.randomUUID() },
  );
  await app.call('/batch/', {
    action_id: 'the-action',
    part: 0,
    parts: 1,
    label: 'Renamed',
    changes: [{ kind: 'link.set', link_id, name: 'again' }],
  } satisfies Input<'/batch/'>);
  const by = { grant_id: app.grant_id, name: 'An app' };
  const actions = await actionsOf(person);
  expect(new Set(actions.map(({ label }) => label))).toEqual(
    new Set(['Added a link: https://new.example/', 'Changed a link: by the app', 'Renamed']),
  );
  for (const action of actions) expect(action).toMatchObject({ by, state: 'done' });
  expect(await person.ask('/grants/undo/', { grant_id: app.grant_id })).toEqual({ state: 'undoing' });
  const states = async () => new Set((await actionsOf(person)).map(({ state }) => state));
  await expect.poll(states, DEADLINE).toEqual(new Set(['undone']));
  expect(await person.ask('/links/list/', {})).toMatchObject([{ link_id, url: 'https://kept.example/' }]);
  expect(await person.ask('/links/get/', { link_id })).not.toMatchObject({ name: 'again' });
});

describe('a token ends', () => {
  const ended = { status: 401, body: { code: 'tokenRevoked' } };

  test('when the person revokes it', async () => {
    const person = await register();
    const [app, other] = [await connect(person), await connect(person)];
    expect(await person.ask('/grants/revoke/', { grant_id: app.grant_id })).toMatchObject({
      state: 'revoked',
    });
    expect(await app.call('/links/list/')).toMatchObject(ended);
    expect(await other.call('/links/list/')).toMatchObject({ status: 200 });
    const left = await firestore.doc(`tokens/${tokenDigest(app.token)}`).get();
    expect(Object.keys(left.data() ?? {}).sort()).toEqual(['expire_at', 'revoked_at']);
  });

  test('when the password changes', async () => {
    const person = await register();
    const app = await connect(person);
    // The identity provider rounds times to seconds.
    await pause(1100);
    await changePassword(person);
    const later = personOf(await signIn(person.email));
    const another = await connect(later);
    expect(await app.call('/links/list/')).toMatchObject(ended);
    // An app that the person has connected since is not of the one who knew the old password.
    expect(await another.call('/links/list/')).toMatchObject({ status: 200 });
    expect(await listed(later)).toMatchObject([{ state: 'active' }, { state: 'revoked' }]);
  });

  test('when Google signs in the owner of an unconfirmed address, and an ID token from before gets no new one', async () => {
    const apps: Awaited<ReturnType<typeof connect>>[] = [];
    const { earlier } = await takenOver(async (person) => {
      apps.push(await connect(person));
      await pause(1100);
    });
    for (const app of apps) expect(await app.call('/links/list/')).toMatchObject(ended);
    const refused = await earlier.call('/grants/create/', { name: 'a', scopes: ['write'], days: 1 });
    expect(refused.status).toBeGreaterThanOrEqual(401);
    expect(refused.status).toBeLessThan(404);
  });

  test('when the account is deleted, and no document of it is left', async () => {
    const person = await register();
    const app = await connect(person);
    const byOAuth = await discover();
    const tokens = await connectByOAuth(person, byOAuth);
    const renewed = await refresh(byOAuth, tokens.refresh_token);
    await person.ask('/users/delete/', {});
    expect(await app.call('/links/list/')).toMatchObject({ status: 401 });
    const left = async () => {
      const grants = await firestore.collection(`users/${person.uid}/grants`).get();
      return (await documentsOf(person.uid)).length + grants.size;
    };
    await expect.poll(left, DEADLINE).toBe(0);
    expect(await errorOf(refresh(byOAuth, renewed.refresh_token))).toBe('invalid_grant');
  });

  test('unless the person only signs in again', async () => {
    const person = await register();
    const app = await connect(person);
    await pause(1100);
    await signIn(person.email);
    expect(await app.call('/links/list/')).toMatchObject({ status: 200 });
  });
});

test("a person can neither revoke nor undo another person's app", async () => {
  const [ann, bob] = [await register(), await register()];
  const app = await connect(ann);
  for (const path of ['/grants/revoke/', '/grants/undo/'] as const)
    expect(await bob.call(path, { grant_id: app.grant_id })).toMatchObject({
      status: 404,
      body: { code: 'noSuchGrant' },
    });
  expect(await app.call('/links/list/')).toMatchObject({ status: 200 });
});

test('a token that no person has is refused', async () => {
  const headers = { authorization: `Bearer ${newToken('personal', randomBytes)}` };
  expect(await send('/links/list/', { headers })).toMatchObject({ status: 401, body: { code: 'badToken' } });
  const url = `/links/list/?access_token=${newToken('personal', randomBytes)}`;
  expect(await send(url, {})).toMatchObject({ status: 400, body: { code: 'tokenInUrl' } });
});

test('a person can have 20 apps, and a revoked one makes room', async () => {
  const person = await register();
  const apps = [];
  for (let count = 0; count < GRANTS_MAX_COUNT; count += 1) apps.push(await connect(person, ['read']));
  const input = { name: 'One more', scopes: ['read'], days: 1 };
  expect(await person.call('/grants/create/', input)).toMatchObject({
    status: 403,
    body: { code: 'tooManyGrants' },
  });
  const { query } = await requestOf(await discover());
  const approval = { query, approve: true, scopes: ['read'] };
  expect(await person.call('/connect/decide/', approval)).toMatchObject({ body: { code: 'tooManyGrants' } });
  await person.ask('/grants/revoke/', { grant_id: apps[0]?.grant_id ?? '' });
  expect(await person.call('/grants/create/', input)).toMatchObject({ status: 200 });
});
