import { FRESH_SESSION_MS } from '@foldmark/contract/limits';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';

import { checkConnection, decideConnection } from '#functions/operations/connect.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';
import { noConnections } from '#functions/testing/no-services.ts';

const NOW = Date.UTC(2026, 0, 1);
const APP = 'https://app.example/callback';
const QUERY = new URLSearchParams({
  client_id: 'an-app',
  redirect_uri: APP,
  response_type: 'code',
  scope: 'write',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
}).toString();

/** A person who has logged in this long ago, and the approval that is stored. */
function loggedIn(ago: number) {
  const stored: unknown[] = [];
  const { library } = new MemoryLibrary();
  const options = {
    caller: { signedInAt: new Date(NOW - ago) },
    now: () => new Date(NOW),
    accounts: {
      find: async () => ({
        email: 'a@example.com',
        hasPassword: true,
        sessionsEndedAt: new Date(0),
        hasEndedSessions: false,
      }),
    },
    oauthClients: {
      find: async () => ({ client_id: 'an-app', name: 'An app', host: '', redirect_uris: [APP] }),
      register: async () => Promise.reject(new Error('not expected')),
    },
    connections: async () =>
      noConnections({
        approve: async (_, approval) => {
          stored.push(approval);
          return 'the-code';
        },
        device: async (_uid, user_code) => ({
          kind: 'device',
          user_code,
          client_id: 'an-app',
          client_host: '',
          redirect_host: '',
          name: 'A terminal',
          scopes: ['read'],
          resources: [],
          device: '',
          grant_id: 'the-grant',
          expires_at: Timestamp.fromMillis(NOW),
          expire_at: Timestamp.fromMillis(NOW),
        }),
        decide: async (_uid, code, decision) => void stored.push([code, decision]),
      }),
  };
  const check = async (query: string) => callOperation(checkConnection, library, { query }, options);
  const decide = async (query: string, approve: boolean, scopes: ('read' | 'suggest' | 'write')[]) =>
    callOperation(decideConnection, library, { query, approve, scopes }, options);
  return { check, decide, stored };
}

test('a person with a fresh login connects an app, with the scopes that they leave', async () => {
  const { check, decide, stored } = loggedIn(FRESH_SESSION_MS);
  expect(await check(QUERY)).toMatchObject({ state: 'ask', name: 'An app', is_fresh: true });
  expect(await decide(QUERY, true, ['read'])).toEqual({
    redirect_to: `${APP}?code=the-code&iss=https%3A%2F%2Ffoldmark.example`,
  });
  expect(stored).toMatchObject([{ client_id: 'an-app', redirect_uri: APP, scopes: ['read'] }]);
});

test('a person who has logged in earlier can decline, but not approve', async () => {
  const { check, decide, stored } = loggedIn(FRESH_SESSION_MS + 1);
  expect(await check(QUERY)).toMatchObject({ is_fresh: false });
  await expect(decide(QUERY, true, ['write'])).rejects.toMatchObject({ code: 'staleSession' });
  await expect(decide('user_code=BCDF-GHJK', true, ['read'])).rejects.toMatchObject({ code: 'staleSession' });
  expect(stored).toEqual([]);
  expect(await decide(QUERY, false, [])).toMatchObject({
    redirect_to: expect.stringContaining('?error=access_denied&'),
  });
  expect(await decide('user_code=BCDF-GHJK', false, [])).toEqual({ redirect_to: null });
  expect(stored).toEqual([['BCDF-GHJK', { scopes: [], device: '' }]]);
});

test('a device gets no more scopes than it asked for, and an approval needs one', async () => {
  const { decide } = loggedIn(0);
  for (const scopes of [['write'], []] satisfies 'write'[][])
    await expect(decide('user_code=BCDF-GHJK', true, scopes)).rejects.toHaveProperty('errors');
});
