import { createStore } from '#web/sync/store.ts';

import { type SessionContext, type SessionDeps, signOut } from './session-context.ts';
import { messagesOf } from './session-errors.ts';
import { enter, resume } from './session-profile.ts';
import {
  nextSession,
  sessionOfStoredUser,
  type FirebaseUser,
  type SessionEvent,
  type SessionState,
} from './session-state.ts';

/** The signed-in user, and everything that signs in or out. Functions that return errors return none on success. */
export interface Session {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Runs a login or registration and puts the errors that it returns into the state. True if there are none. */
  readonly attempt: (run: () => Promise<readonly string[]>) => Promise<boolean>;
  /** Creates the account's profile if it has none, and loads it. Returns the errors. */
  readonly enter: (user: FirebaseUser, botCheck?: string) => Promise<readonly string[]>;
  readonly logout: () => Promise<void>;
  /** Loads the profile again if the last request failed. */
  readonly retryProfile: () => void;
  /** Shows these errors on the login screen. Any user of this browser may read them, so they name no library content. */
  readonly changeRefused: (errors: readonly string[]) => void;
  /** Applies an event, such as a changed profile. */
  readonly dispatch: (event: SessionEvent) => void;
  /** Used by account-deletion.ts and earlier-library.ts, whose code loads only when a signed-in user needs it. */
  readonly context: SessionContext;
}

export function createSession(deps: SessionDeps): Session {
  const { storedUser, expectedUser = storedUser.get(), isVisitor = false, report } = deps;
  // `expectedUser` may come from the provider's SDK. Store the user, because personal data is written only for the stored user.
  if (expectedUser !== null) storedUser.set(expectedUser);
  const { get: state, set, subscribe } = createStore(sessionOfStoredUser(expectedUser, isVisitor));
  const dispatch = (event: SessionEvent): void => {
    set(nextSession(state(), event));
  };

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

  const context: SessionContext = { ...deps, state, dispatch };
  followUser(context);
  return {
    context,
    state,
    subscribe,
    dispatch,
    attempt,
    enter: async (user, botCheck) => enter(context, user, botCheck),
    logout: async () => signOut(context),
    retryProfile: () => {
      const { isUnanswered, firebaseUser } = state();
      if (isUnanswered && firebaseUser !== null) void resume(context, firebaseUser);
    },
    changeRefused: (errors) => {
      dispatch({ type: 'changeRefused', errors });
    },
  };
}

/** Applies each user that the identity provider reports: null after a sign-out. */
function followUser(context: SessionContext): void {
  const { gateway, storedUser, removeOtherData, state, dispatch } = context;
  let isFirst = true;
  gateway.onUser((user) => {
    const wasFirst = isFirst;
    isFirst = false;
    const { firebaseUser: before, profile, attempting } = state();
    // Signing out clears the stored user first, in any tab. Otherwise the provider has ended the session.
    const isStored = before !== null && storedUser.get()?.uid === before.uid;
    const endedUid = user === null && isStored && !attempting ? before.uid : null;
    const mustChoose = profile === 'disputed' && user?.uid === before?.uid;
    storedUser.set(user !== null && mustChoose ? { ...user, mustChoose: true } : user);
    dispatch(endedUid === null ? { type: 'authChanged', user } : { type: 'sessionEnded' });
    if (endedUid !== null) void askForLogin(context, endedUid);
    if (wasFirst || (before !== null && before.uid !== user?.uid)) removeOtherData(user?.uid ?? null);
    // An attempt loads the profile of its user itself.
    const isNew = wasFirst || user?.uid !== before?.uid;
    if (user !== null && isNew && !state().attempting) void resume(context, user);
  });
}

/** Shows the login if changes of the user were not sent, and the pages for visitors otherwise. */
async function askForLogin({ unsentErrors, dispatch }: SessionContext, uid: string): Promise<void> {
  dispatch({ type: 'unsentCounted', errors: await unsentErrors(uid) });
}
