import type { AuthUser, User } from '@foldmark/contract/entities';

/** What we keep of the identity provider's user. */
export interface FirebaseUser {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** Has to choose what happens to an earlier library: it does not show before that, in the next page neither. */
  readonly mustChoose?: true;
}

export interface SessionState {
  /** False until the identity provider has said for the first time who is here, unless somebody is remembered. */
  readonly known: boolean;
  /** A login or registration is under way. */
  readonly attempting: boolean;
  /**
   * `missing`: the account exists and its profile does not, because the registration stopped half-way. `disputed`: another
   * person has filled the library before this one has confirmed the address.
   */
  readonly profile: 'none' | 'loading' | 'ready' | 'failed' | 'missing' | 'disputed';
  /** The server was asked for the profile in vain: there is none, or what was kept of it. */
  readonly isUnanswered: boolean;
  /** Somebody has just registered and is told to look for the confirmation email. */
  readonly justRegistered: boolean;
  /** This page has deleted an earlier library with its account; the next login begins with an empty one. */
  readonly startsEmpty: boolean;
  /** This page has deleted its account, and says so until the next login. */
  readonly isDeleted: boolean;
  readonly showPopup: boolean;
  /** The server refuses whoever is here, who has asked for the login screen. */
  readonly isLoginWanted: boolean;
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
  isLoginWanted: false,
  firebaseUser: null,
  authUser: null,
  errors: [],
};

/** Somebody who was here last, until it is known whether they are here now. */
export function rememberedSession(user: FirebaseUser | null): SessionState {
  if (user === null) return INITIAL_SESSION;
  const profile = user.mustChoose === true ? 'disputed' : 'loading';
  return { ...INITIAL_SESSION, known: true, profile, firebaseUser: user };
}

export type SessionEvent =
  | { readonly type: 'authChanged'; readonly user: FirebaseUser | null }
  | { readonly type: 'attemptStarted' }
  | { readonly type: 'attemptEnded'; readonly errors: readonly string[] }
  | { readonly type: 'profileLoading' }
  | { readonly type: 'profileLoaded'; readonly authUser: AuthUser }
  | { readonly type: 'profileKept'; readonly authUser: AuthUser }
  | { readonly type: 'profileChanged'; readonly user: User }
  | { readonly type: 'profileFailed'; readonly errors: readonly string[] }
  | { readonly type: 'profileMissing' }
  | { readonly type: 'profileDisputed' }
  | { readonly type: 'startedEmpty' }
  | { readonly type: 'registered' }
  | { readonly type: 'welcomed' }
  | { readonly type: 'accountDeleted' }
  | { readonly type: 'loginWanted' }
  /** A change was not done because its person is not logged in any more. */
  | { readonly type: 'changeRefused'; readonly errors: readonly string[] }
  | { readonly type: 'popupSwitched'; readonly shown: boolean };

export function nextSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'authChanged':
      return authChanged(state, event.user);
    case 'attemptStarted':
      return { ...state, attempting: true, errors: [] };
    case 'attemptEnded':
      return attemptEnded(state, event.errors);
    case 'profileLoading':
      // The question stays until the server has said that it was answered.
      if (state.profile === 'disputed') return state;
      return { ...state, profile: state.authUser === null ? 'loading' : 'ready', isUnanswered: false };
    case 'profileLoaded':
      return { ...state, profile: 'ready', authUser: event.authUser };
    case 'profileKept':
      return profileKept(state, event.authUser);
    case 'profileChanged':
      return { ...state, authUser: state.authUser && { ...state.authUser, ...event.user } };
    case 'profileFailed':
      // What was kept is better than nothing.
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
    case 'welcomed':
      return { ...state, justRegistered: false };
    case 'accountDeleted':
      return { ...state, isDeleted: true };
    case 'loginWanted':
      return { ...state, isLoginWanted: true };
    case 'changeRefused':
      return changeRefused(state, event.errors);
    case 'popupSwitched':
      return { ...state, showPopup: event.shown };
  }
}

/** The same user with a new token stays; another user, or nobody, clears what was known of the one before. */
function authChanged(state: SessionState, user: FirebaseUser | null): SessionState {
  if (user !== null && user.uid === state.firebaseUser?.uid) return { ...state, firebaseUser: user };
  const { attempting, showPopup } = state;
  const isDeleted = state.isDeleted && user === null;
  const startsEmpty = state.startsEmpty && user === null;
  return {
    ...INITIAL_SESSION,
    known: true,
    attempting,
    showPopup,
    startsEmpty,
    isDeleted,
    firebaseUser: user,
  };
}

/** For the login screen, which whoever is gone already is shown at once. */
function changeRefused(state: SessionState, refused: readonly string[]): SessionState {
  const errors = [...new Set([...state.errors, ...refused])];
  return { ...state, errors, isLoginWanted: state.isLoginWanted || state.firebaseUser === null };
}

function attemptEnded(state: SessionState, errors: readonly string[]): SessionState {
  const isLoginWanted = state.isLoginWanted && errors.length > 0;
  return { ...state, attempting: false, isLoginWanted, errors };
}

/** As it was when this browser last knew; what the server says counts for more, and may have come already. */
function profileKept(state: SessionState, authUser: AuthUser): SessionState {
  const isWanted = state.profile === 'loading' || state.profile === 'failed';
  if (!isWanted || authUser.user_id !== state.firebaseUser?.uid) return state;
  return { ...state, profile: 'ready', authUser, errors: [] };
}

export function isLoading({ known, attempting, profile }: SessionState): boolean {
  return !known || attempting || profile === 'loading';
}

/** Sees the library: neither on the way in, nor with anything left to do or to read first. */
export function isMember(state: SessionState): boolean {
  return state.firebaseUser !== null && !state.attempting && !isKeptAtLogin(state);
}

/** Has something to do or to read on the login screen before anything else. */
export function isKeptAtLogin(state: SessionState): boolean {
  const { justRegistered, profile, isLoginWanted, startsEmpty } = state;
  return justRegistered || profile === 'missing' || profile === 'disputed' || isLoginWanted || startsEmpty;
}

/** Has to see the login screen wherever they are. */
export function mustSeeLogin(state: SessionState): boolean {
  return state.showPopup || isKeptAtLogin(state);
}
