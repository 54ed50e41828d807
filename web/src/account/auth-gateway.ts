import { FirebaseError, initializeApp, type FirebaseOptions } from 'firebase/app';
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
  type Auth,
  type User,
} from 'firebase/auth';

import type { TokenSource } from '#web/api/api-client.ts';

import type { FirebaseUser } from './session-state.ts';

/** The path to which the provider's own page redirects after it has confirmed an address. */
const CONFIRMED_PATH = '/email-action?mode=confirmed';

/** The part of the identity provider that the app uses. Its calls reject with Firebase's own errors. */
export interface AuthGateway {
  /** Needed by other parts of the Firebase SDK. */
  readonly auth: Auth;
  /** Called with the current user, and again after each change of the user or of the token. */
  readonly onUser: (listener: (user: FirebaseUser | null) => void) => void;
  /** Resolves with the current user when the SDK knows it. */
  readonly uid: () => Promise<string | null>;
  /** A valid token of the current user. The SDK stores it, renews it and shares it between tabs. */
  readonly idToken: TokenSource;
  readonly login: (email: string, password: string) => Promise<FirebaseUser>;
  readonly register: (email: string, password: string) => Promise<FirebaseUser>;
  readonly loginWithGoogle: () => Promise<FirebaseUser>;
  readonly logout: () => Promise<void>;
  readonly sendConfirmation: () => Promise<void>;
  readonly sendPasswordReset: (email: string) => Promise<void>;
  /** False for users who log in only with Google. */
  readonly hasPassword: () => Promise<boolean>;
  readonly changePassword: (current: string, next: string) => Promise<void>;
  /** Sends a link to the new address. Opening the link changes the account's address. */
  readonly changeEmail: (password: string, email: string) => Promise<void>;
  /** Logs the user in again, so that the session counts as new: with the password, or with Google's popup if it is null. */
  readonly confirmUser: (password: string | null) => Promise<void>;
  /** Applies the code of an email: confirms an address, changes it, or reverts a change. */
  readonly applyCode: (code: string) => Promise<void>;
  /** Reloads the current user from the provider. */
  readonly refresh: () => Promise<void>;
  /** Rejects if the code of an email has expired or was used. Does not use up the code. */
  readonly checkResetCode: (code: string) => Promise<void>;
  readonly resetPassword: (code: string, password: string) => Promise<void>;
}

export function createAuthGateway(options: FirebaseOptions, emulatorUrl: string | null): AuthGateway {
  // Not getAuth(), which loads the popup code for every visitor and calls Google's server at each start.
  const auth = initializeAuth(initializeApp(options), {
    // With IndexedDB first, each tab would poll the database every 800 ms to notice a sign-out in another tab.
    persistence: [browserLocalPersistence, indexedDBLocalPersistence],
  });
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return {
    auth,
    onUser: (listener) => {
      onIdTokenChanged(auth, (user) => {
        listener(user === null ? null : userOf(user));
      });
    },
    uid: async () => {
      await auth.authStateReady();
      return auth.currentUser?.uid ?? null;
    },
    idToken: async ({ fresh }) => {
      await auth.authStateReady();
      return (await auth.currentUser?.getIdToken(fresh)) ?? null;
    },
    login: async (email, password) => userOf((await signInWithEmailAndPassword(auth, email, password)).user),
    register: async (email, password) =>
      userOf((await createUserWithEmailAndPassword(auth, email, password)).user),
    loginWithGoogle: async () =>
      userOf((await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)).user),
    logout: async () => signOut(auth),
    sendConfirmation: async () => {
      if (auth.currentUser !== null) {
        await sendEmailVerification(auth.currentUser, confirmed());
      }
    },
    hasPassword: async () => {
      await auth.authStateReady();
      return auth.currentUser?.providerData.some(({ providerId }) => providerId === 'password') ?? false;
    },
    changePassword: async (current, next) => {
      await updatePassword(await reauthenticated(auth, current), next);
      // The provider revokes sessions that are older than the change. It compares whole seconds, so sign in again.
      await reauthenticated(auth, next).catch(() => undefined);
    },
    changeEmail: async (password, email) =>
      verifyBeforeUpdateEmail(await reauthenticated(auth, password), email, confirmed()),
    confirmUser: async (password) => {
      if (password === null) await reauthenticatedByGoogle(auth);
      else await reauthenticated(auth, password);
    },
    sendPasswordReset: async (email) => sendPasswordResetEmail(auth, email),
    applyCode: async (code) => {
      await applyActionCode(auth, code);
      // A changed address revokes this session. The SDK notices that here and signs out, which is not an error.
      await refresh(auth).catch(() => undefined);
    },
    refresh: async () =>
      refresh(auth).catch((error: unknown) => {
        if (!(error instanceof FirebaseError) || error.code !== 'auth/user-token-expired') throw error;
      }),
    checkResetCode: async (code) => {
      await verifyPasswordResetCode(auth, code);
    },
    resetPassword: async (code, password) => confirmPasswordReset(auth, code, password),
  };
}

/** The provider changes a password or an address only after a recent login. */
async function reauthenticated({ currentUser }: Auth, password: string): Promise<User> {
  if (currentUser === null) throw new Error('No user is signed in.');
  const credential = EmailAuthProvider.credential(currentUser.email ?? '', password);
  await reauthenticateWithCredential(currentUser, credential);
  return currentUser;
}

async function reauthenticatedByGoogle({ currentUser }: Auth): Promise<void> {
  if (currentUser === null) throw new Error('No user is signed in.');
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ login_hint: currentUser.email ?? '' });
  await reauthenticateWithPopup(currentUser, google, browserPopupRedirectResolver);
}

function confirmed(): { readonly url: string } {
  return { url: `${location.origin}${CONFIRMED_PATH}` };
}

/** Also renews the token, because a confirmed address would otherwise count as unconfirmed until the next token. */
async function refresh({ currentUser }: Auth): Promise<void> {
  await currentUser?.reload();
  await currentUser?.getIdToken(true);
}

function userOf({ uid, email, emailVerified }: User): FirebaseUser {
  return { uid, email, emailVerified };
}
