import type { ApiClient } from '#web/api/api-client.ts';

import type { AuthGateway } from './auth-gateway.ts';
import type { SessionEvent, SessionState } from './session-state.ts';
import type { StoredUser } from './stored-user.ts';

export interface SessionParts {
  readonly gateway: Pick<AuthGateway, 'onUser' | 'logout'>;
  /** Loads the client on the first call: a visitor calls nothing. */
  readonly api: () => Promise<ApiClient>;
  readonly storedUser: StoredUser;
  readonly timeZone: () => string;
  /** Removes the data of all users but this one from the browser. Called when the signed-in user is known or changes. */
  readonly removeOtherData: (uid: string | null) => void;
  readonly report: (error: unknown) => void;
}

/** The dependencies of everything that changes the session. */
export interface SessionContext extends SessionParts {
  readonly state: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
}
