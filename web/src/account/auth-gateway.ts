import { initializeApp, type FirebaseOptions } from 'firebase/app';
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

import { codeOf } from './auth-failures.ts';
import type { FirebaseUser } from './session-state.ts';

/** Where the provider's own page sends people on to when it has confirmed an address. */
const CONFIRMED_PATH = '/email-action?mode=confirmed';

/** The identity provider, as far as we use it. Its calls fail with Firebase's own errors. */
export interface AuthGateway {
  /** For those who hand it to other parts of Firebase. */
  readonly auth: Auth;
  /** Tells who is here now, and again at each change of the person or of the token. */
  readonly onUser: (listener: (user: FirebaseUser | null) => void) => void;
  /** Who is here, as soon as that is known. */
  readonly uid: () => Promise<string | null>;
  /** A valid token of whoever is here. The SDK stores it, renews it and shares it between tabs. */
  readonly idToken: TokenSource;
  readonly login: (email: string, password: string) => Promise<FirebaseUser>;
  readonly register: (email: string, password: string) => Promise<FirebaseUser>;
  readonly loginWithGoogle: () => Promise<FirebaseUser>;
  readonly logout: () => Promise<void>;
  readonly sendConfirmation: () => Promise<void>;
  readonly sendPasswordReset: (email: string) => Promise<void>;
  /** False for people who log in with Google alone. */
  readonly hasPassword: () => Promise<boolean>;
  readonly changePassword: (current: string, next: string) => Promise<void>;
  /** Sends a link to the new address, which becomes the account's when the link is opened. */
  readonly changeEmail: (password: string, email: string) => Promise<void>;
  /** Confirms an address, changes it or takes back a change of it, by the code of an email. */
  readonly applyCode: (code: string) => Promise<void>;
  /** Asks anew what the provider knows of whoever is here. */
  readonly refresh: () => Promise<void>;
  /** Fails where the code of an email has expired or was used; it can be used after that. */
  readonly checkResetCode: (code: string) => Promise<void>;
  readonly resetPassword: (code: string, password: string) => Promise<void>;
}

export function createAuthGateway(options: FirebaseOptions, emulatorUrl: string | null): AuthGateway {
  // Not getAuth(): that brings the popup's machinery along for every visitor, and asks Google's server at each start.
  const auth = initializeAuth(initializeApp(options), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
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
      // The provider ends sessions that began before the change. Its clock counts seconds, so this one may be among them.
      await reauthenticated(auth, next).catch(() => undefined);
    },
    changeEmail: async (password, email) =>
      verifyBeforeUpdateEmail(await reauthenticated(auth, password), email, confirmed()),
    sendPasswordReset: async (email) => sendPasswordResetEmail(auth, email),
    applyCode: async (code) => {
      await applyActionCode(auth, code);
      // The code has done its work. A changed address ends this session, which the SDK finds out here and signs out.
      await refresh(auth).catch(() => undefined);
    },
    refresh: async () =>
      refresh(auth).catch((error: unknown) => {
        if (codeOf(error) !== 'auth/user-token-expired') throw error;
      }),
    checkResetCode: async (code) => {
      await verifyPasswordResetCode(auth, code);
    },
    resetPassword: async (code, password) => confirmPasswordReset(auth, code, password),
  };
}

/** The provider changes a password or an address only for a person who has just proven who they are. */
async function reauthenticated({ currentUser }: Auth, password: string): Promise<User> {
  if (currentUser === null) throw new Error('No user is signed in.');
  const credential = EmailAuthProvider.credential(currentUser.email ?? '', password);
  await reauthenticateWithCredential(currentUser, credential);
  return currentUser;
}

function confirmed(): { readonly url: string } {
  return { url: `${location.origin}${CONFIRMED_PATH}` };
}

/** Without it, whoever is here would count as unconfirmed until the next token. */
async function refresh({ currentUser }: Auth): Promise<void> {
  await currentUser?.reload();
  await currentUser?.getIdToken(true);
}

function userOf({ uid, email, emailVerified }: User): FirebaseUser {
  return { uid, email, emailVerified };
}
