import { describe, expect, it } from 'vitest';

import {
  INITIAL_SESSION,
  isLoading,
  isMember,
  mustSeeLogin,
  nextSession,
  type SessionEvent,
} from './session-state.ts';

const ADA = { uid: 'ada', email: 'ada@example.com', emailVerified: false };
const BOB = { uid: 'bob', email: 'bob@example.com', emailVerified: true };
const ADAS_PROFILE = {
  user_id: 'ada',
  display_name: 'Ada',
  avatar: '',
  email: ADA.email,
  email_verified: false,
  time_zone_abbreviation: 'CET',
  created_at: new Date(0),
};

const after = (...events: readonly SessionEvent[]) => events.reduce(nextSession, INITIAL_SESSION);

describe('a session', () => {
  it('loads until the identity provider has answered', () => {
    expect(isLoading(INITIAL_SESSION)).toBe(true);
    expect(isLoading(after({ type: 'authChanged', user: null }))).toBe(false);
  });

  it('shows the library to a signed-in user while the profile loads', () => {
    const state = after({ type: 'authChanged', user: ADA }, { type: 'profileLoading' });
    expect(isMember(state)).toBe(true);
    expect(isLoading(state)).toBe(true);
    expect(isLoading(nextSession(state, { type: 'profileLoaded', authUser: ADAS_PROFILE }))).toBe(false);
  });

  it('keeps the errors of a form when the provider confirms that no user is signed in', () => {
    const failed = after({ type: 'attemptStarted' }, { type: 'attemptEnded', errors: ['Email required.'] });
    expect(nextSession(failed, { type: 'authChanged', user: null }).errors).toEqual(['Email required.']);
    expect(nextSession(failed, { type: 'authChanged', user: ADA }).errors).toEqual([]);
  });

  it('clears the errors when an attempt starts, and loads until it ends', () => {
    const failed = after(
      { type: 'authChanged', user: null },
      { type: 'attemptStarted' },
      { type: 'attemptEnded', errors: ['Login failed.'] },
    );
    expect(failed.errors).toEqual(['Login failed.']);
    expect(isLoading(failed)).toBe(false);
    const again = nextSession(failed, { type: 'attemptStarted' });
    expect(again.errors).toEqual([]);
    expect(isLoading(again)).toBe(true);
  });

  it('shows the login and the errors if a change is refused after the sign-out, until the next login', () => {
    const refused = { type: 'changeRefused', errors: ['Not saved.', 'Please log in.'] } as const;
    const gone = after(
      { type: 'authChanged', user: ADA },
      { type: 'authChanged', user: null },
      refused,
      refused,
    );
    expect(gone.errors).toEqual(['Not saved.', 'Please log in.']);
    expect(mustSeeLogin(gone)).toBe(true);
    const back = [{ type: 'attemptStarted' }, { type: 'authChanged', user: BOB }] as const;
    const state = [...back, { type: 'attemptEnded', errors: [] } as const].reduce(nextSession, gone);
    expect(state.errors).toEqual([]);
    expect(mustSeeLogin(state)).toBe(false);
  });

  it('does not show the login to a signed-in user if a change is refused', () => {
    const state = after(
      { type: 'authChanged', user: ADA },
      { type: 'changeRefused', errors: ['Not saved.'] },
    );
    expect(isMember(state)).toBe(true);
    expect(nextSession(state, { type: 'loginRequired' }).errors).toEqual(['Not saved.']);
    expect(nextSession(state, { type: 'authChanged', user: null }).errors).toEqual([]);
  });

  it('keeps the login screen until the attempt has ended', () => {
    const under = after({ type: 'attemptStarted' }, { type: 'authChanged', user: ADA });
    expect(isMember(under)).toBe(false);
    expect(isMember(nextSession(under, { type: 'attemptEnded', errors: [] }))).toBe(true);
  });

  it('keeps the profile if the same user gets a new token', () => {
    const state = after(
      { type: 'authChanged', user: ADA },
      { type: 'profileLoaded', authUser: ADAS_PROFILE },
      { type: 'authChanged', user: { ...ADA, emailVerified: true } },
    );
    expect(state).toMatchObject({
      profile: 'ready',
      authUser: ADAS_PROFILE,
      firebaseUser: { emailVerified: true },
    });
  });

  it.each([null, BOB])('resets everything of the previous user: %j', (user) => {
    const state = after(
      { type: 'authChanged', user: ADA },
      { type: 'profileLoaded', authUser: ADAS_PROFILE },
      { type: 'profileFailed', errors: ['Something'] },
      { type: 'authChanged', user },
    );
    expect(state).toEqual({ ...INITIAL_SESSION, known: true, firebaseUser: user });
  });

  it('shows the confirmation message after a registration, until it is dismissed', () => {
    const registered = after({ type: 'authChanged', user: ADA }, { type: 'registered' });
    expect([isMember(registered), mustSeeLogin(registered)]).toEqual([false, true]);
    const read = nextSession(registered, { type: 'registeredHidden' });
    expect([isMember(read), mustSeeLogin(read)]).toEqual([true, false]);
  });

  it('shows the login screen if a login is required, until one succeeds', () => {
    const asked = after({ type: 'authChanged', user: ADA }, { type: 'loginRequired' });
    expect([isMember(asked), mustSeeLogin(asked)]).toEqual([false, true]);
    const failed = nextSession(asked, { type: 'attemptEnded', errors: ['Login failed.'] });
    expect([isMember(failed), mustSeeLogin(failed)]).toEqual([false, true]);
    const again = nextSession(failed, { type: 'attemptEnded', errors: [] });
    expect([isMember(again), mustSeeLogin(again)]).toEqual([true, false]);
  });

  it('shows the login screen if a registration was not completed', () => {
    const state = after({ type: 'authChanged', user: ADA }, { type: 'profileMissing' });
    expect([isMember(state), mustSeeLogin(state)]).toEqual([false, true]);
  });
});
