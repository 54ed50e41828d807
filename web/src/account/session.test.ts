import type { Path } from '@foldmark/contract/endpoints';
import { FAILURES } from '@foldmark/contract/failures';
import { describe, expect, it, vi } from 'vitest';

import { createApiClient } from '#web/api/api-client.ts';

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
const NO_PROFILE = [403, { primary_error: 'This account has no profile yet. Please log in again.' }] as const;
const EARLIER = [403, { primary_error: FAILURES.earlierLibrary.primary_error }] as const;
const LIBRARY_KEPT = [409, { primary_error: FAILURES.libraryKept.primary_error }] as const;
const EARLIER_ACCOUNT = [403, { primary_error: FAILURES.earlierAccount.primary_error }] as const;
const NO_HUMAN = [403, { primary_error: 'You must verify you are not a bot.' }] as const;

type Server = Partial<Record<Path, readonly (readonly [status: number, body: unknown])[]>>;

/** A session with the real client before a server that answers each path with what is given, in order. */
function sessionWith(server: Server, last: FirebaseUser | null = null, canLogOut = true) {
  let kept = last;
  const calls: (readonly [path: string, body: unknown])[] = [];
  const known: (string | null)[] = [];
  const listeners: ((user: FirebaseUser | null) => void)[] = [];
  const tell = (user: FirebaseUser | null) => {
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
        tell(null);
      },
    },
    api: async () => client,
    remembered: { get: () => kept, set: (user) => (kept = user) },
    timeZone: () => 'CET',
    forgetOthers: (uid) => known.push(uid),
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
  return { session, calls, known, settled, tell, kept: () => kept };
}

describe('a session', () => {
  it('loads the profile of somebody who is signed in already', async () => {
    const { session, settled, tell, calls } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    tell(ADA);
    await settled();
    expect(session.state()).toMatchObject({ profile: 'ready', authUser: { display_name: 'Ada' } });
    tell({ ...ADA });
    expect(calls).toHaveLength(1);
  });

  it('makes the profile where it is missing', async () => {
    const { session, settled, tell, calls } = sessionWith({
      '/users/get-auth/': [NO_PROFILE, [200, AUTH_USER]],
      '/users/login-register/': [[200, USER]],
    });
    tell(ADA);
    await settled();
    expect(session.state().profile).toBe('ready');
    expect(calls[1]).toEqual([
      '/users/login-register/',
      { uid: 'ada', email: 'ada@example.com', time_zone_abbreviation: 'CET' },
    ]);
  });

  it('asks the owner of an address about an earlier library, also in the next page, before it shows', async () => {
    const before = sessionWith({ '/users/login-register/': [EARLIER] });
    const { session } = before;
    await session.attempt(async () => {
      before.tell(ADA);
      return session.enter(ADA);
    });
    expect(session.state()).toMatchObject({ profile: 'disputed', errors: [] });
    expect(isMember(session.state())).toBe(false);

    const next = sessionWith(
      {
        '/users/get-auth/': [EARLIER, [200, AUTH_USER]],
        '/users/login-register/': [[200, USER]],
      },
      before.kept(),
    );
    expect(isMember(next.session.state())).toBe(false);
    next.tell(ADA);
    while (next.calls.length === 0) await Promise.resolve();
    expect(next.session.state().profile).toBe('disputed');
    expect(next.kept()).toEqual({ ...ADA, mustChoose: true });

    expect(await next.session.attempt(next.session.keepEarlier)).toBe(true);
    expect(next.calls.at(-2)).toMatchObject(['/users/login-register/', { keep_earlier: true }]);
    expect(isMember(next.session.state())).toBe(true);
    expect(next.kept()).toEqual(ADA);
  });

  it('deletes an earlier library with its account, and says how to start empty until the next login', async () => {
    const { session, calls, tell, kept } = sessionWith(
      { '/users/get-auth/': [EARLIER], '/users/delete/': [[200, { user_id: 'ada', remaining_uploads: [] }]] },
      { ...ADA, mustChoose: true },
    );
    tell(ADA);
    await session.attempt(session.startEmpty);
    expect(calls.at(-1)).toEqual(['/users/delete/', { only_disputed: true }]);
    expect(session.state()).toMatchObject({ firebaseUser: null, startsEmpty: true, profile: 'none' });
    expect(kept()).toBe(null);
    tell({ ...ADA, uid: 'another' });
    expect(session.state().startsEmpty).toBe(false);
  });

  it('shows an earlier library that another tab has kept instead of deleting it', async () => {
    const { session, calls, tell, kept } = sessionWith(
      { '/users/get-auth/': [EARLIER, [200, AUTH_USER]], '/users/delete/': [LIBRARY_KEPT] },
      { ...ADA, mustChoose: true },
    );
    tell(ADA);
    await vi.waitFor(() => {
      expect(calls).toHaveLength(1);
    });
    expect(await session.attempt(session.startEmpty)).toBe(true);
    expect(isMember(session.state())).toBe(true);
    expect(session.state()).toMatchObject({ firebaseUser: ADA, startsEmpty: false, errors: [] });
    expect(kept()).toEqual(ADA);
  });

  it('still asks about an earlier library if its deletion fails', async () => {
    const { session, tell } = sessionWith(
      { '/users/get-auth/': [EARLIER], '/users/delete/': [[500, { primary_error: 'Out of order.' }]] },
      { ...ADA, mustChoose: true },
    );
    tell(ADA);
    expect(await session.attempt(session.startEmpty)).toBe(false);
    expect(session.state()).toMatchObject({ profile: 'disputed', errors: ['Out of order.'] });
  });

  it('shows the login, and why, if the server has removed an empty earlier account', async () => {
    const { session, settled, tell, kept } = sessionWith({
      '/users/get-auth/': [NO_PROFILE],
      '/users/login-register/': [EARLIER_ACCOUNT],
    });
    tell(ADA);
    await settled();
    expect(session.state()).toMatchObject({
      firebaseUser: null,
      isLoginWanted: true,
      errors: [FAILURES.earlierAccount.primary_error],
    });
    expect(kept()).toBe(null);
  });

  it('lets somebody into the library whose profile cannot be loaded now', async () => {
    const { session, settled, tell } = sessionWith({});
    tell(ADA);
    await settled();
    expect(session.state().profile).toBe('failed');
    expect(isMember(session.state())).toBe(true);
  });

  it('shows the profile that was kept where the server does not answer, and asks again later', async () => {
    const { session, settled, tell, calls } = sessionWith({
      '/users/get-auth/': [
        [500, 'out of order'],
        [200, { ...AUTH_USER, display_name: 'Ada L.' }],
      ],
    });
    tell(ADA);
    await settled();
    const kept = { ...AUTH_USER, created_at: new Date(AUTH_USER.created_at) };
    session.profileKept({ ...kept, user_id: 'somebody else' });
    expect(session.state()).toMatchObject({ profile: 'failed', authUser: null });
    session.profileKept(kept);
    expect(session.state()).toMatchObject({
      profile: 'ready',
      authUser: { display_name: 'Ada' },
      errors: [],
    });
    session.retryProfile();
    await expect.poll(() => session.state().authUser?.display_name).toBe('Ada L.');
    session.profileKept(kept);
    session.retryProfile();
    expect(session.state().authUser?.display_name).toBe('Ada L.');
    expect(calls).toHaveLength(2);
  });

  it('sends the solved challenge of a registration, and loads the profile once', async () => {
    const { session, tell, calls } = sessionWith({
      '/users/login-register/': [[200, USER]],
      '/users/get-auth/': [[200, AUTH_USER]],
    });
    const done = await session.attempt(async () => {
      tell(ADA);
      return session.enter(ADA, 'solved');
    });
    expect(done).toBe(true);
    expect(isMember(session.state())).toBe(true);
    expect(calls.map(([path]) => path)).toEqual(['/users/login-register/', '/users/get-auth/']);
    expect(calls[0]?.[1]).toMatchObject({ bot_check: 'solved' });
  });

  it('asks for the check when a new account comes without one, and stays signed in', async () => {
    const { session, tell } = sessionWith({ '/users/login-register/': [NO_HUMAN] });
    const done = await session.attempt(async () => {
      tell(ADA);
      return session.enter(ADA);
    });
    expect(done).toBe(false);
    expect(session.state()).toMatchObject({
      profile: 'missing',
      errors: ['You must verify you are not a bot.'],
      firebaseUser: ADA,
    });
  });

  it('signs out again where the profile cannot be made, and says why', async () => {
    const { session, tell } = sessionWith({
      '/users/login-register/': [[500, { primary_error: 'Out of order.' }]],
    });
    await session.attempt(async () => {
      tell(ADA);
      return session.enter(ADA);
    });
    expect(session.state()).toMatchObject({
      firebaseUser: null,
      attempting: false,
      errors: ['Out of order.'],
    });
  });

  it('ends an attempt that breaks, with its message', async () => {
    const { session } = sessionWith({});
    await session.attempt(async () => {
      throw new Error('Broken.');
    });
    expect(session.state()).toMatchObject({ attempting: false, errors: ['Broken.'] });
  });

  it('lets nothing stay of others, once it is known who is here and when they go', async () => {
    const { session, settled, tell, known } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    tell(null);
    tell(ADA);
    await settled();
    expect(known).toEqual([null]);
    await session.logout();
    expect(known).toEqual([null, null]);
    expect(session.state().authUser).toBeNull();
  });

  it('shows somebody who was here last before that is sure, and then loads the profile', async () => {
    const { session, settled, tell, calls, known } = sessionWith(
      { '/users/get-auth/': [[200, AUTH_USER]] },
      ADA,
    );
    expect(isMember(session.state())).toBe(true);
    expect([calls, known]).toEqual([[], []]);
    tell(ADA);
    await settled();
    expect(session.state()).toMatchObject({ profile: 'ready', authUser: { display_name: 'Ada' } });
    expect(known).toEqual(['ada']);
  });

  it('lets somebody go who was here last and turns out not to be here', () => {
    const { session, tell, known, kept } = sessionWith({}, ADA);
    tell(null);
    expect(isMember(session.state())).toBe(false);
    expect([known, kept()]).toEqual([[null], null]);
  });

  it('remembers whoever is here until they leave', async () => {
    const { session, settled, tell, kept } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    tell(ADA);
    await settled();
    expect(kept()).toEqual(ADA);
    await session.logout();
    expect(kept()).toBeNull();
  });

  it('forgets who was here also where logging out fails', async () => {
    const { session, settled, tell, kept } = sessionWith(
      { '/users/get-auth/': [[200, AUTH_USER]] },
      null,
      false,
    );
    tell(ADA);
    await settled();
    await expect(session.logout()).rejects.toThrow('The SDK cannot be loaded.');
    expect(kept()).toBeNull();
  });

  it('asks for the check where the profile of a returning user is missing and cannot be made', async () => {
    const { session, settled, tell } = sessionWith({
      '/users/get-auth/': [NO_PROFILE],
      '/users/login-register/': [NO_HUMAN],
    });
    tell(ADA);
    await settled();
    expect(session.state()).toMatchObject({ profile: 'missing', errors: [], firebaseUser: ADA });
  });

  it('does not load a profile that is there already once more', async () => {
    const { session, settled, tell, calls } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    tell(ADA);
    await settled();
    session.retryProfile();
    await settled();
    expect(calls).toHaveLength(1);
    expect(session.state().profile).toBe('ready');
  });

  it('shows a changed profile', async () => {
    const { session, settled, tell } = sessionWith({ '/users/get-auth/': [[200, AUTH_USER]] });
    tell(ADA);
    await settled();
    session.profileChanged({ ...USER, display_name: 'Ada L.' });
    expect(session.state().authUser).toMatchObject({ display_name: 'Ada L.', email: 'ada@example.com' });
  });

  it('stays, and says why, where the account cannot be deleted, and leaves where it was', async () => {
    const { session, settled, tell } = sessionWith({
      '/users/get-auth/': [[200, AUTH_USER]],
      '/users/delete/': [
        [500, { primary_error: 'Out of order.' }],
        [200, { user_id: 'ada', remaining_uploads: [] }],
      ],
    });
    tell(ADA);
    await settled();
    expect(await session.deleteAccount()).toEqual(['Out of order.']);
    expect(session.state().firebaseUser).toEqual(ADA);
    expect(await session.deleteAccount()).toEqual([]);
    expect(session.state().firebaseUser).toBeNull();
  });
});
