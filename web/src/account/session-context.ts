import type { ApiClient } from '#web/api/api-client.ts';

import type { AuthGateway } from './auth-gateway.ts';
import type { FirebaseUser, SessionEvent, SessionState } from './session-state.ts';
import type { StoredUser } from './stored-user.ts';

export interface SessionDeps {
  readonly gateway: Pick<AuthGateway, 'onUser' | 'logout'>;
  /** Loads the API client on the first call, because a visitor makes no calls. */
  readonly api: () => Promise<ApiClient>;
  readonly storedUser: StoredUser;
  /** The user that the session starts with, until the identity provider has answered. */
  readonly expectedUser?: FirebaseUser | null;
  /** True if the identity provider has no user in this browser, so that there is no answer to wait for. */
  readonly isVisitor?: boolean;
  readonly timeZone: () => string;
  /** Removes the data of all users but this one from the browser. Called when the signed-in user is known or changes. */
  readonly removeOtherData: (uid: string | null) => void;
  /** Removes the unsent changes of a user from the browser. */
  readonly discardUnsent: (uid: string) => Promise<void>;
  /** What the login screen says if this user has unsent changes in the browser. Empty without any. Never rejects. */
  readonly unsentErrors: (uid: string) => Promise<readonly string[]>;
  readonly report: (error: unknown) => void;
}

/** The dependencies of everything that changes the session. */
export interface SessionContext extends SessionDeps {
  readonly state: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
}

/** Signs out at the user's request, and removes the unsent changes. They stay if a session ends in any other way. */
export async function signOut(context: SessionContext): Promise<void> {
  const { gateway, storedUser, state, discardUnsent, report } = context;
  // Clear the stored user first. Then it is cleared even if signing out fails, and no tab mistakes the sign-out for an ended
  // session.
  storedUser.set(null);
  const uid = state().firebaseUser?.uid;
  if (uid !== undefined) await discardUnsent(uid).catch(report);
  await gateway.logout();
}
