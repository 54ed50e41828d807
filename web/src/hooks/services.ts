import { createContext, use, useSyncExternalStore } from 'react';

import type { ApiClient } from '#web/api/api-client.ts';
import type { Install } from '#web/state/install.ts';
import type { Address } from '#web/sync/feed/address.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import type { Prepared } from '#web/sync/live/prepared.ts';
import type { Uploads } from '#web/uploads/uploads.ts';

import type { Readable, Store } from '#web/sync/store.ts';

import type { AuthGateway } from '#web/account/auth-gateway.ts';
import type { SessionState } from '#web/account/session-state.ts';
import type { Session } from '#web/account/session.ts';

/** What the app makes once, at its start, and every view may use. */
export interface Services {
  readonly gateway: AuthGateway;
  readonly session: Session;
  readonly api: () => Promise<ApiClient>;
  readonly prepared: Prepared;
  readonly uploads: Uploads;
  /** Where uploaded images are served from. */
  readonly uploadsUrl: string;
  /** Whether reCAPTCHA looks at this browser. */
  readonly usesAppCheck: boolean;
  /** The library that is open, for those that stand beside it. */
  readonly library: Store<OpenLibrary | null>;
  readonly install: Readable<Install>;
  /** The server refuses whoever is here, who has not been told or has not reacted. */
  readonly lockedOut: Store<boolean>;
  /** Null in the real cloud. */
  readonly firestoreEmulator: Address | null;
  /** For what went wrong out of sight, and nobody can do anything about now. */
  readonly report: (message: string, cause: unknown) => void;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('There is no ServicesContext above this component.');
  return services;
}

export function useSession(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.state);
}
