import type { Input } from '@foldmark/contract/endpoints';
import type { AuthUser, User } from '@foldmark/contract/entities';
import type { FailureCode } from '@foldmark/contract/failures';

import type { ApiClient } from '#web/api/api-client.ts';
import { ApiError } from '#web/api/api-error.ts';

import type { AuthGateway } from './auth-gateway.ts';
import type { Remembered } from './remembered.ts';
import {
  nextSession,
  rememberedSession,
  type FirebaseUser,
  type SessionEvent,
  type SessionState,
} from './session-state.ts';

/** Who is signed in, and the ways in and out. */
export interface Session {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Runs a login or registration, which answers its errors. True when there were none. */
  readonly attempt: (run: () => Promise<readonly string[]>) => Promise<boolean>;
  /** Makes sure that the account has a profile, and loads it. Answers what is wrong where that fails. */
  readonly enter: (user: FirebaseUser, botCheck?: string) => Promise<readonly string[]>;
  /** Keeps the library that another person may have filled under this address. Answers what is wrong where that fails. */
  readonly keepEarlier: () => Promise<readonly string[]>;
  /**
   * Deletes that library with the account and signs out. If another tab has kept it meanwhile, shows it instead: the session
   * then still has its user. Answers what is wrong where that fails.
   */
  readonly startEmpty: () => Promise<readonly string[]>;
  readonly logout: () => Promise<void>;
  /** The profile as this browser has kept it from an earlier visit. */
  readonly profileKept: (authUser: AuthUser) => void;
  /** Loads the profile where that has failed before: the server can be reached again. */
  readonly retryProfile: () => void;
  /** The profile was changed, by whoever shows it. */
  readonly profileChanged: (user: User) => void;
  /** Deletes the account with all its data and signs out. Answers what is wrong where that fails. */
  readonly deleteAccount: () => Promise<readonly string[]>;
  /** The registration is complete and its message shows, until it was read. */
  readonly registered: () => void;
  readonly welcomed: () => void;
  /** Shows the login screen to somebody who is here and whom the server refuses; nothing of theirs goes. */
  readonly loginAgain: () => void;
  /** The login screen tells whoever comes to it, so these say nothing of what is in a library. */
  readonly changeRefused: (errors: readonly string[]) => void;
  readonly showPopup: (shown: boolean) => void;
}

interface SessionParts {
  readonly gateway: Pick<AuthGateway, 'onUser' | 'logout'>;
  /** Comes when it is first needed: a visitor calls nothing. */
  readonly api: () => Promise<ApiClient>;
  readonly remembered: Remembered;
  readonly timeZone: () => string;
  /** Runs when it is known who is here: nothing of anybody else may stay behind. */
  readonly forgetOthers: (uid: string | null) => void;
  readonly report: (error: unknown) => void;
}

export function createSession(parts: SessionParts): Session {
  const { gateway, api, remembered, timeZone, forgetOthers, report } = parts;
  let state = rememberedSession(remembered.get());
  /** Whether the identity provider has said who is here. */
  let isSure = false;
  const listeners = new Set<() => void>();

  function dispatch(event: SessionEvent): void {
    state = nextSession(state, event);
    for (const listener of listeners) listener();
  }

  async function attempt(run: () => Promise<readonly string[]>): Promise<boolean> {
    dispatch({ type: 'attemptStarted' });
    let errors: readonly string[];
    try {
      errors = await run();
    } catch (error) {
      report(error);
      errors = messagesOf(error);
    }
    dispatch({ type: 'attemptEnded', errors });
    return errors.length === 0;
  }

  async function enter(user: FirebaseUser, botCheck?: string): Promise<readonly string[]> {
    try {
      await register(user, { bot_check: botCheck });
      await loadProfile();
      return [];
    } catch (error) {
      if (isFailure(error, 'earlierLibrary')) {
        dispute(user);
        // The login screen shows the question.
        return [];
      }
      if (isFailure(error, 'notVerifiedHuman')) {
        dispatch({ type: 'profileMissing' });
      } else {
        // Half signed in would look like signed in at the next visit.
        await gateway.logout();
        report(error);
      }
      return messagesOf(error);
    }
  }

  async function register({ uid, email }: FirebaseUser, more: Registration = {}): Promise<void> {
    const { call } = await api();
    await call('/users/login-register/', {
      uid,
      email,
      time_zone_abbreviation: timeZone(),
      ...more,
    });
  }

  async function loadProfile(): Promise<void> {
    const { call } = await api();
    dispatch({ type: 'profileLoaded', authUser: await call('/users/get-auth/', {}) });
    if (remembered.get()?.mustChoose === true) remembered.set(state.firebaseUser);
  }

  function dispute(user: FirebaseUser): void {
    remembered.set({ ...user, mustChoose: true });
    dispatch({ type: 'profileDisputed' });
  }

  /** For somebody who was signed in when the page opened. The library waits for none of it. */
  async function resume(user: FirebaseUser): Promise<void> {
    dispatch({ type: 'profileLoading' });
    try {
      await loadProfile().catch(async (error: unknown) => {
        if (!isFailure(error, 'noProfile')) throw error;
        await register(user);
        await loadProfile();
      });
    } catch (error) {
      if (state.firebaseUser?.uid !== user.uid) return;
      if (isFailure(error, 'earlierLibrary')) dispute(user);
      else if (isFailure(error, 'earlierAccount')) await leaveRemovedAccount(error);
      else if (isFailure(error, 'notVerifiedHuman')) dispatch({ type: 'profileMissing' });
      else {
        report(error);
        dispatch({ type: 'profileFailed', errors: messagesOf(error) });
      }
    }
  }

  /** The server has removed this account, so only another login helps. The login screen shows why. */
  async function leaveRemovedAccount(error: unknown): Promise<void> {
    await gateway.logout();
    dispatch({ type: 'changeRefused', errors: messagesOf(error) });
  }

  async function deleteAccount(): Promise<readonly string[]> {
    try {
      const { call } = await api();
      await call('/users/delete/', {});
    } catch (error) {
      report(error);
      return messagesOf(error);
    }
    return leave('accountDeleted');
  }

  async function startEmpty(): Promise<readonly string[]> {
    try {
      const { call } = await api();
      const isDeleted = await call('/users/delete/', { only_disputed: true }).then(
        () => true,
        (error: unknown) => {
          if (!isFailure(error, 'libraryKept')) throw error;
          return false;
        },
      );
      if (isDeleted) return await leave('startedEmpty');
      await loadProfile();
      return [];
    } catch (error) {
      report(error);
      return messagesOf(error);
    }
  }

  async function leave(why: 'accountDeleted' | 'startedEmpty'): Promise<readonly string[]> {
    // Before the logout, after which another page shows.
    dispatch({ type: why });
    await gateway.logout();
    return [];
  }

  async function keepEarlier(): Promise<readonly string[]> {
    const { firebaseUser } = state;
    if (firebaseUser === null) return [];
    try {
      await register(firebaseUser, { keep_earlier: true });
      await loadProfile();
      return [];
    } catch (error) {
      report(error);
      return messagesOf(error);
    }
  }

  gateway.onUser((user) => {
    const { firebaseUser: before } = state;
    const isFirst = !isSure;
    isSure = true;
    const isAsked = state.profile === 'disputed' && user?.uid === before?.uid;
    remembered.set(user !== null && isAsked ? { ...user, mustChoose: true } : user);
    dispatch({ type: 'authChanged', user });
    if (isFirst || (before !== null && before.uid !== user?.uid)) forgetOthers(user?.uid ?? null);
    // An attempt loads the profile of its user by itself.
    if (user !== null && (isFirst || user.uid !== before?.uid) && !state.attempting) void resume(user);
  });

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attempt,
    enter,
    logout: async () => {
      // First, so that nobody is remembered who has left, whatever comes between.
      remembered.set(null);
      await gateway.logout();
    },
    profileKept: (authUser) => {
      dispatch({ type: 'profileKept', authUser });
    },
    retryProfile: () => {
      if (state.isUnanswered && state.firebaseUser !== null) void resume(state.firebaseUser);
    },
    profileChanged: (user) => {
      dispatch({ type: 'profileChanged', user });
    },
    deleteAccount,
    keepEarlier,
    startEmpty,
    registered: () => {
      dispatch({ type: 'registered' });
    },
    welcomed: () => {
      dispatch({ type: 'welcomed' });
    },
    loginAgain: () => {
      dispatch({ type: 'loginWanted' });
    },
    changeRefused: (errors) => {
      dispatch({ type: 'changeRefused', errors });
    },
    showPopup: (shown) => {
      dispatch({ type: 'popupSwitched', shown });
    },
  };
}

/** What a registration says beside who it is. */
type Registration = Pick<Input<'/users/login-register/'>, 'bot_check' | 'keep_earlier'>;

function isFailure(error: unknown, failure: FailureCode): boolean {
  return error instanceof ApiError && error.failure === failure;
}

function messagesOf(error: unknown): readonly string[] {
  if (error instanceof ApiError) return error.messages;
  return [error instanceof Error ? error.message : String(error)];
}
