import type { Path } from '@foldmark/contract/endpoints';
import { failureAnswer, type FailureCode, FAILURES } from '@foldmark/contract/failures';
import { describe, expect, it, vi } from 'vitest';

import { createApiClient } from '#web/api/api-client.ts';

import { deleteAccount } from './account-deletion.ts';
import { keepEarlier, startEmpty } from './earlier-library.ts';
import { isMember, type FirebaseUser } from './session-state.ts';
import { createSession } from './session.ts';

const ADA: FirebaseUser = { uid: 'ada', email: 'ada@example.com', emailVerified: false };
const USER = { user_id: 'ada', display_name: 'Ada', avatar: '' };
const AUTH_USER = {
  ...USER,
  email: 'ada@example.com',
  email_verified: false,
  time_zone_abbreviation: 'CET',
  created_at: '2026-11-21T10:00:00.000Z',
};
const NO_PROFILE = failed('noProfile');
const EARLIER = failed('earlierLibrary');
const LIBRARY_KEPT = failed('libraryKept');
const EARLIER_ACCOUNT = failed('earlierAccount');
const NO_HUMAN = failed('notVerifiedHuman');

type Server = Partial<Record<Path, readonly (readonly [status: number, body: unknown])[]>>;

/** A session with the real API client. The server returns the answers of each path in order. */
function sessionWith(
  server: Server,
  last: FirebaseUser | null = null,
  { canLogOut = true, unsentErrors = [] }: { canLogOut?: boolean; unsentErrors?: readonly string[] } = {},
) {
  let storedUser = last;
  const calls: (readonly [path: string, body: unknown])[] = [];
  const removedOthers: (string | null)[] = [];
  const discarded: string[] = [];
  const listeners: ((user: FirebaseUser | null) => void)[] = [];
  const setUser = (user: FirebaseUser | null) => {
    for (const listener of listeners) listener(user);
  };
  const answers = new Map(Object.entries(server).map(([path, list]) => [path, [...list]]));
  const client = createApiClient({
    baseUrl: '',
    token: async () => 'token',
    fetch: async (input, init) => {
      const request = new Request(
        new URL(input instanceof Request ? input.url : input, 'http://foldmark.test'),
        init,
      );
      const path = new URL(request.url).pathname;
      calls.push([path, await request.json()]);
      const [status, body] = answers.get(path)?.shift() ?? [500, 'unexpected call'];
      return Response.json(body, { status });
    },
  });
  const session = createSession({
    gateway: {
      onUser: (listener) => {
        listeners.push(listener);
      },
      logout: async () => {
        if (!canLogOut) throw new Error('The SDK cannot be loaded.');
        setUser(null);
      },
    },
    api: async () => client,
    storedUser: { get: () => storedUser, set: (user) => (storedUser = user) },
    timeZone: () => 'CET',
    removeOtherData: (uid) => removedOthers.push(uid),
    discardUnsent: async (uid) => void discarded.push(uid),
    unsentErrors: async (uid) => (discarded.includes(uid) ? [] : unsentErrors),
    report: () => undefined,
  });
  const settled = async () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (session.state().profile !== 'loading') resolve();
      };
      session.subscribe(check);
      check();
    });
  return { session, calls, removedOthers, discarded, settled, setUser, currentlyStored: () => storedUser };
}

describe('a session', () => {
  it('loads the profile of a signed-in user', async () => {
    const { session, settled, setUser, calls } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    setUser(ADA);
    await settled();
    expect(session.state()).toMatchObject({ profile: 'ready', authUser: { display_name: 'Ada' } });
    setUser({ ...ADA });
    expect(calls).toHaveLength(1);
  });

  it('creates a missing profile', async () => {
    const { session, settled, setUser, calls } = sessionWith({
      '/users/get-auth/': [NO_PROFILE, [200, AUTH_USER]],
      '/users/login-register/': [[200, USER]],
    });
    setUser(ADA);
    await settled();
    expect(session.state().profile).toBe('ready');
    expect(calls[1]).toEqual([
      '/users/login-register/',
      { uid: 'ada', email: 'ada@example.com', time_zone_abbreviation: 'CET' },
    ]);
  });

  it('asks the owner of an address about an earlier library before showing it, even on the next page', async () => {
    const before = sessionWith({ '/users/login-register/': [EARLIER] });
    const { session } = before;
    await session.attempt(async () => {
      before.setUser(ADA);
      return session.enter(ADA);
    });
    expect(session.state()).toMatchObject({ profile: 'disputed', errors: [] });
    expect(isMember(session.state())).toBe(false);

    const next = sessionWith(
      {
        '/users/get-auth/': [EARLIER, [200, AUTH_USER]],
        '/users/login-register/': [[200, USER]],
      },
      before.currentlyStored(),
    );
    expect(isMember(next.session.state())).toBe(false);
    next.setUser(ADA);
    while (next.calls.length === 0) await Promise.resolve();
    expect(next.session.state().profile).toBe('disputed');
    expect(next.currentlyStored()).toEqual({ ...ADA, mustChoose: true });

    expect(await next.session.attempt(async () => keepEarlier(next.session.context))).toBe(true);
    expect(next.calls.at(-2)).toMatchObject(['/users/login-register/', { keep_earlier: true }]);
    expect(isMember(next.session.state())).toBe(true);
    expect(next.currentlyStored()).toEqual(ADA);
  });

  it('deletes an earlier library with its account, and says how to start empty until the next login', async () => {
    const { session, calls, setUser, currentlyStored } = sessionWith(
      { '/users/get-auth/': [EARLIER], '/users/delete/': [[200, { user_id: 'ada', remaining_uploads: [] }]] },
      { ...ADA, mustChoose: true },
    );
    setUser(ADA);
    await session.attempt(async () => startEmpty(session.context));
    expect(calls.at(-1)).toEqual(['/users/delete/', { only_disputed: true }]);
    expect(session.state()).toMatchObject({ firebaseUser: null, startsEmpty: true, profile: 'none' });
    expect(currentlyStored()).toBe(null);
    setUser({ ...ADA, uid: 'another' });
    expect(session.state().startsEmpty).toBe(false);
  });

  it('shows an earlier library that another tab has kept instead of deleting it', async () => {
    const { session, calls, setUser, currentlyStored } = sessionWith(
      { '/users/get-auth/': [EARLIER, [200, AUTH_USER]], '/users/delete/': [LIBRARY_KEPT] },
      { ...ADA, mustChoose: true },
    );
    setUser(ADA);
    await vi.waitFor(() => {
      expect(calls).toHaveLength(1);
    });
    expect(await session.attempt(async () => startEmpty(session.context))).toBe(true);
    expect(isMember(session.state())).toBe(true);
    expect(session.state()).toMatchObject({ firebaseUser: ADA, startsEmpty: false, errors: [] });
    expect(currentlyStored()).toEqual(ADA);
  });

  it('still asks about an earlier library if its deletion fails', async () => {
    const { session, setUser } = sessionWith(
      { '/users/get-auth/': [EARLIER], '/users/delete/': [[500, { primary_error: 'Out of order.' }]] },
      { ...ADA, mustChoose: true },
    );
    setUser(ADA);
    expect(await session.attempt(async () => startEmpty(session.context))).toBe(false);
    expect(session.state()).toMatchObject({ profile: 'disputed', errors: ['Out of order.'] });
  });

  it('shows the login, and why, if the server has removed an empty earlier account', async () => {
    const { session, settled, setUser, currentlyStored } = sessionWith({
      '/users/get-auth/': [NO_PROFILE],
      '/users/login-register/': [EARLIER_ACCOUNT],
    });
    setUser(ADA);
    await settled();
    expect(session.state()).toMatchObject({
      firebaseUser: null,
      isLoginRequired: true,
      errors: [FAILURES.earlierAccount.primary_error],
    });
    expect(currentlyStored()).toBe(null);
  });

  it('shows the library even if the profile cannot be loaded', async () => {
    const { session, settled, setUser } = sessionWith({});
    setUser(ADA);
    await settled();
    expect(session.state().profile).toBe('failed');
    expect(isMember(session.state())).toBe(true);
  });

  it('shows the stored profile if the server fails, and retries later', async () => {
    const { session, settled, setUser, calls } = sessionWith({
      '/users/get-auth/': [
        [500, 'out of order'],
        [200, { ...AUTH_USER, display_name: 'Ada L.' }],
      ],
    });
    setUser(ADA);
    await settled();
    const stored = { ...AUTH_USER, created_at: new Date(AUTH_USER.created_at) };
    session.dispatch({ type: 'storedProfileRead', authUser: { ...stored, user_id: 'another' } });
    expect(session.state()).toMatchObject({ profile: 'failed', authUser: null });
    session.dispatch({ type: 'storedProfileRead', authUser: stored });
    expect(session.state()).toMatchObject({
      profile: 'ready',
      authUser: { display_name: 'Ada' },
      errors: [],
    });
    session.retryProfile();
    await expect.poll(() => session.state().authUser?.display_name).toBe('Ada L.');
    session.dispatch({ type: 'storedProfileRead', authUser: stored });
    session.retryProfile();
    expect(session.state().authUser?.display_name).toBe('Ada L.');
    expect(calls).toHaveLength(2);
  });

  it('sends the solved challenge of a registration, and loads the profile once', async () => {
    const { session, setUser, calls } = sessionWith({
      '/users/login-register/': [[200, USER]],
      '/users/get-auth/': [[200, AUTH_USER]],
    });
    const done = await session.attempt(async () => {
      setUser(ADA);
      return session.enter(ADA, 'solved');
    });
    expect(done).toBe(true);
    expect(isMember(session.state())).toBe(true);
    expect(calls.map(([path]) => path)).toEqual(['/users/login-register/', '/users/get-auth/']);
    expect(calls[0]?.[1]).toMatchObject({ bot_check: 'solved' });
  });

  it('asks a new account without a bot check for one, and stays signed in', async () => {
    const { session, setUser } = sessionWith({ '/users/login-register/': [NO_HUMAN] });
    const done = await session.attempt(async () => {
      setUser(ADA);
      return session.enter(ADA);
    });
    expect(done).toBe(false);
    expect(session.state()).toMatchObject({
      profile: 'missing',
      errors: ['You must verify you are not a bot.'],
      firebaseUser: ADA,
    });
  });

  it('signs out and shows the error if the profile cannot be created', async () => {
    const { session, setUser } = sessionWith({
      '/users/login-register/': [[500, { primary_error: 'Out of order.' }]],
    });
    await session.attempt(async () => {
      setUser(ADA);
      return session.enter(ADA);
    });
    expect(session.state()).toMatchObject({
      firebaseUser: null,
      attempting: false,
      errors: ['Out of order.'],
    });
  });

  it('ends an attempt that throws, and shows the message', async () => {
    const { session } = sessionWith({});
    await session.attempt(async () => {
      throw new Error('Broken.');
    });
    expect(session.state()).toMatchObject({ attempting: false, errors: ['Broken.'] });
  });

  it("removes other users' data when the user is known, and again after a sign-out", async () => {
    const { session, settled, setUser, removedOthers } = sessionWith({
      '/users/get-auth/': [[200, AUTH_USER]],
    });
    setUser(null);
    setUser(ADA);
    await settled();
    expect(removedOthers).toEqual([null]);
    await session.logout();
    expect(removedOthers).toEqual([null, null]);
    expect(session.state().authUser).toBeNull();
  });

  it('shows the stored user before the identity provider answers, and then loads the profile', async () => {
    const { session, settled, setUser, calls, removedOthers } = sessionWith(
      { '/users/get-auth/': [[200, AUTH_USER]] },
      ADA,
    );
    expect(isMember(session.state())).toBe(true);
    expect([calls, removedOthers]).toEqual([[], []]);
    setUser(ADA);
    await settled();
    expect(session.state()).toMatchObject({ profile: 'ready', authUser: { display_name: 'Ada' } });
    expect(removedOthers).toEqual(['ada']);
  });

  it('clears the stored user if the identity provider reports no user', () => {
    const { session, setUser, removedOthers, currentlyStored } = sessionWith({}, ADA);
    setUser(null);
    expect(isMember(session.state())).toBe(false);
    expect([removedOthers, currentlyStored()]).toEqual([[null], null]);
  });

  it('shows the login if the provider ends the session with unsent changes, also before it has confirmed it', async () => {
    const unsentErrors = ['1 change will be sent when you log in again.'];
    const { session, settled, setUser } = sessionWith(
      { '/users/login-register/': [[200, USER]], '/users/get-auth/': [[200, AUTH_USER]] },
      ADA,
      { unsentErrors },
    );
    const end = async () => {
      setUser(null);
      expect(session.state()).toMatchObject({ known: false, firebaseUser: null });
      await vi.waitFor(() => {
        expect(session.state()).toMatchObject({ known: true, isLoginRequired: true, errors: unsentErrors });
      });
    };
    await end();
    await session.attempt(async () => {
      setUser(ADA);
      return session.enter(ADA);
    });
    await settled();
    await end();
  });

  it('shows the landing page after the user has logged out, and after the end of a session without unsent changes', async () => {
    const here = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] }, ADA, { unsentErrors: ['Unsent.'] });
    here.setUser(ADA);
    await here.settled();
    await here.session.logout();
    expect(here.session.state()).toMatchObject({ known: true, isLoginRequired: false });

    const other = sessionWith({}, ADA);
    other.setUser(null);
    await vi.waitFor(() => {
      expect(other.session.state()).toMatchObject({ known: true, isLoginRequired: false, errors: [] });
    });
  });

  it('ignores the unsent changes of an ended session if another user has logged in meanwhile', async () => {
    const { session, settled, setUser } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] }, ADA, {
      unsentErrors: ['Unsent.'],
    });
    setUser(null);
    setUser({ ...ADA, uid: 'another' });
    await settled();
    expect(session.state()).toMatchObject({ known: true, isLoginRequired: false, errors: [] });
  });

  it('stores the user until the user signs out', async () => {
    const { session, settled, setUser, currentlyStored } = sessionWith({
      '/users/get-auth/': [[200, AUTH_USER]],
    });
    setUser(ADA);
    await settled();
    expect(currentlyStored()).toEqual(ADA);
    await session.logout();
    expect(currentlyStored()).toBeNull();
  });

  it('discards unsent changes if the user logs out, but not if the session ends otherwise', async () => {
    const { session, settled, setUser, discarded } = sessionWith({
      '/users/get-auth/': [
        [200, AUTH_USER],
        [200, AUTH_USER],
      ],
    });
    setUser(ADA);
    await settled();
    setUser(null);
    expect(discarded).toEqual([]);
    setUser(ADA);
    await settled();
    await session.logout();
    expect(discarded).toEqual(['ada']);
  });

  it('clears the stored user even if signing out fails', async () => {
    const { session, settled, setUser, currentlyStored } = sessionWith(
      { '/users/get-auth/': [[200, AUTH_USER]] },
      null,
      { canLogOut: false },
    );
    setUser(ADA);
    await settled();
    await expect(session.logout()).rejects.toThrow('The SDK cannot be loaded.');
    expect(currentlyStored()).toBeNull();
  });

  it('asks a returning user without a profile for a bot check if the profile cannot be created', async () => {
    const { session, settled, setUser } = sessionWith({
      '/users/get-auth/': [NO_PROFILE],
      '/users/login-register/': [NO_HUMAN],
    });
    setUser(ADA);
    await settled();
    expect(session.state()).toMatchObject({ profile: 'missing', errors: [], firebaseUser: ADA });
  });

  it('does not reload a profile that was loaded', async () => {
    const { session, settled, setUser, calls } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    setUser(ADA);
    await settled();
    session.retryProfile();
    await settled();
    expect(calls).toHaveLength(1);
    expect(session.state().profile).toBe('ready');
  });

  it('shows a changed profile', async () => {
    const { session, settled, setUser } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    setUser(ADA);
    await settled();
    session.dispatch({ type: 'profileChanged', user: { ...USER, display_name: 'Ada L.' } });
    expect(session.state().authUser).toMatchObject({ display_name: 'Ada L.', email: 'ada@example.com' });
  });

  it('stays signed in if deleting the account fails, and signs out after it succeeds', async () => {
    const { session, settled, setUser } = sessionWith({
      '/users/get-auth/': [[200, AUTH_USER]],
      '/users/delete/': [
        [500, { primary_error: 'Out of order.' }],
        [200, { user_id: 'ada', remaining_uploads: [] }],
      ],
    });
    setUser(ADA);
    await settled();
    expect(await deleteAccount(session.context)).toEqual(['Out of order.']);
    expect(session.state().firebaseUser).toEqual(ADA);
    expect(await deleteAccount(session.context)).toEqual([]);
    expect(session.state().firebaseUser).toBeNull();
  });
});

function failed(code: FailureCode): readonly [number, object] {
  const { status, body } = failureAnswer(code);
  return [status, body];
}
