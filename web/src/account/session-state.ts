import type { AuthUser, User } from '@foldmark/library/entities/entities';

/** The part of the identity provider's user that the app uses. */
export interface FirebaseUser {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** The user must choose what happens to an earlier library. Until then, no page shows the library. */
  readonly mustChoose?: true;
}

export interface SessionState {
  /** Whether the user is known: the identity provider has answered, or a user is stored. */
  readonly known: boolean;
  /** A login or registration is under way. */
  readonly attempting: boolean;
  /**
   * `missing`: the account has no profile, because its registration was not completed. `disputed`: another person filled
   * the library before this user confirmed the address.
   */
  readonly profile: 'none' | 'loading' | 'ready' | 'failed' | 'missing' | 'disputed';
  /** The request for the profile failed. The profile is missing or is the stored one. */
  readonly isUnanswered: boolean;
  /** The registration is complete, and the message about the confirmation email shows. */
  readonly justRegistered: boolean;
  /** This page has deleted an earlier library with its account. The next login starts with an empty library. */
  readonly startsEmpty: boolean;
  /** This page has deleted the user's account, and says so until the next login. */
  readonly isDeleted: boolean;
  readonly showPopup: boolean;
  /** The user must log in again, for example because the server refuses the user's token. */
  readonly isLoginRequired: boolean;
  readonly firebaseUser: FirebaseUser | null;
  readonly authUser: AuthUser | null;
  readonly errors: readonly string[];
}

export const INITIAL_SESSION: SessionState = {
  known: false,
  attempting: false,
  profile: 'none',
  isUnanswered: false,
  justRegistered: false,
  startsEmpty: false,
  isDeleted: false,
  showPopup: false,
  isLoginRequired: false,
  firebaseUser: null,
  authUser: null,
  errors: [],
};

/** The session of the stored user, until the identity provider has answered. A visitor has none, and is known to be one. */
export function sessionOfStoredUser(user: FirebaseUser | null, isVisitor: boolean): SessionState {
  if (user === null) return { ...INITIAL_SESSION, known: isVisitor };
  const profile = user.mustChoose === true ? 'disputed' : 'loading';
  return { ...INITIAL_SESSION, known: true, profile, firebaseUser: user };
}

export type SessionEvent =
  | { readonly type: 'authChanged'; readonly user: FirebaseUser | null }
  /** The identity provider has ended the session. `unsentCounted` follows. */
  | { readonly type: 'sessionEnded' }
  /** What the login screen says about unsent changes. Empty without any. */
  | { readonly type: 'unsentCounted'; readonly errors: readonly string[] }
  | { readonly type: 'attemptStarted' }
  | { readonly type: 'attemptEnded'; readonly errors: readonly string[] }
  | { readonly type: 'profileLoading' }
  | { readonly type: 'profileLoaded'; readonly authUser: AuthUser }
  | { readonly type: 'storedProfileRead'; readonly authUser: AuthUser }
  | { readonly type: 'profileChanged'; readonly user: User }
  | { readonly type: 'profileFailed'; readonly errors: readonly string[] }
  | { readonly type: 'profileMissing' }
  | { readonly type: 'profileDisputed' }
  | { readonly type: 'startedEmpty' }
  | { readonly type: 'registered' }
  | { readonly type: 'registeredHidden' }
  | { readonly type: 'accountDeleted' }
  | { readonly type: 'loginRequired' }
  /** A change failed because its user is signed out. */
  | { readonly type: 'changeRefused'; readonly errors: readonly string[] }
  | { readonly type: 'popupSwitched'; readonly shown: boolean };

export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'authChanged':
      return authChanged(state, event.user);
    case 'sessionEnded':
      // Shows no page until it is known whether the login or the landing page follows.
      return { ...authChanged(state, null), known: false };
    case 'unsentCounted':
      return unsentCounted(state, event.errors);
    case 'attemptStarted':
      return { ...state, attempting: true, errors: [] };
    case 'attemptEnded':
      return attemptEnded(state, event.errors);
    case 'profileLoading':
      // The question stays until the server has accepted the user's choice.
      if (state.profile === 'disputed') return state;
      return { ...state, profile: state.authUser === null ? 'loading' : 'ready', isUnanswered: false };
    case 'profileLoaded':
      return { ...state, profile: 'ready', authUser: event.authUser };
    case 'storedProfileRead':
      return storedProfileRead(state, event.authUser);
    case 'profileChanged':
      return { ...state, authUser: state.authUser && { ...state.authUser, ...event.user } };
    case 'profileFailed':
      // A stored profile stays visible.
      if (state.profile === 'disputed') return state;
      return state.authUser === null
        ? { ...state, profile: 'failed', isUnanswered: true, errors: event.errors }
        : { ...state, isUnanswered: true };
    case 'profileMissing':
      return { ...state, profile: 'missing' };
    case 'profileDisputed':
      return { ...state, profile: 'disputed' };
    case 'startedEmpty':
      return { ...state, startsEmpty: true };
    case 'registered':
      return { ...state, justRegistered: true };
    case 'registeredHidden':
      return { ...state, justRegistered: false };
    case 'accountDeleted':
      return { ...state, isDeleted: true };
    case 'loginRequired':
      return { ...state, isLoginRequired: true };
    case 'changeRefused':
      return changeRefused(state, event.errors);
    case 'popupSwitched':
      return { ...state, showPopup: event.shown };
  }
}

/** A new token of the same user changes nothing else. Another user, or a sign-out, resets the session. */
function authChanged(state: SessionState, user: FirebaseUser | null): SessionState {
  if (user !== null && user.uid === state.firebaseUser?.uid) return { ...state, firebaseUser: user };
  const { attempting, showPopup } = state;
  const isDeleted = state.isDeleted && user === null;
  const startsEmpty = state.startsEmpty && user === null;
  // The provider can confirm that no user is signed in after a visitor has submitted a form.
  const errors = user === null && state.firebaseUser === null ? state.errors : [];
  return {
    ...INITIAL_SESSION,
    known: true,
    attempting,
    showPopup,
    startsEmpty,
    isDeleted,
    errors,
    firebaseUser: user,
  };
}

/** The login screen shows the errors: at once if the user is signed out already, else at the next login. */
function changeRefused(state: SessionState, refused: readonly string[]): SessionState {
  const errors = [...new Set([...state.errors, ...refused])];
  return { ...state, errors, isLoginRequired: state.isLoginRequired || state.firebaseUser === null };
}

/** Changes nothing if a user has logged in meanwhile. */
function unsentCounted(state: SessionState, errors: readonly string[]): SessionState {
  if (state.firebaseUser !== null) return state;
  const known = { ...state, known: true };
  return errors.length === 0 ? known : changeRefused(known, errors);
}

function attemptEnded(state: SessionState, errors: readonly string[]): SessionState {
  const isLoginRequired = state.isLoginRequired && errors.length > 0;
  return { ...state, attempting: false, isLoginRequired, errors };
}

/** A profile that the server has sent is newer than the stored one, so it stays. */
function storedProfileRead(state: SessionState, authUser: AuthUser): SessionState {
  const isNeeded = state.profile === 'loading' || state.profile === 'failed';
  if (!isNeeded || authUser.user_id !== state.firebaseUser?.uid) return state;
  return { ...state, profile: 'ready', authUser, errors: [] };
}

export function isLoading({ known, attempting, profile }: SessionState): boolean {
  return !known || attempting || profile === 'loading';
}

/** Whether the library shows: the user is signed in, and the login screen has nothing left to do or to show. */
export function isMember(state: SessionState): boolean {
  return state.firebaseUser !== null && !state.attempting && !hasLoginStep(state);
}

/** Whether a question or a message on the login screen comes before the library. */
export function hasLoginStep(state: SessionState): boolean {
  const { justRegistered, profile, isLoginRequired, startsEmpty } = state;
  return justRegistered || profile === 'missing' || profile === 'disputed' || isLoginRequired || startsEmpty;
}

/** Whether the login screen shows on every route. */
export function mustSeeLogin(state: SessionState): boolean {
  return state.showPopup || hasLoginStep(state);
}
