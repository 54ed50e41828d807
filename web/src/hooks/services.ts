import { type ComponentType, createContext, use, useSyncExternalStore } from 'react';

import type { ImportPart } from '@foldmark/contract/imports';

import type { ApiClient } from '#web/api/api-client.ts';
import type { AppTokenSource } from '#web/api/app-check.ts';
import type { Install } from '#web/state/install.ts';
import type { Address } from '#web/sync/feed/address.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import type { EarlyLibrary } from '#web/sync/live/early-library.ts';
import type { Uploads } from '#web/uploads/uploads.ts';

import type { Readable, Store } from '#web/sync/store.ts';

import type { AuthGateway } from '#web/account/auth-gateway.ts';
import type { SessionState } from '#web/account/session-state.ts';
import type { Session } from '#web/account/session.ts';

/** The app without an account, with a sample library that only this tab has. */
export interface Demo {
  /** The path below which the demo has the pages of the app. */
  readonly path: string;
  /** Says on each page that this is a demo. */
  readonly Banner: ComponentType;
  /** Removes the demo from this tab, before the page ends. */
  readonly forget: () => void;
  /** Imports the parts of a file into a folder. Returns the number of new links, and what takes them back. */
  readonly importParts: (
    parts: readonly ImportPart[],
    target: number,
  ) => Promise<{ readonly links: number; readonly undo: () => void }>;
}

/** The services that the app creates once at startup. */
export interface Services {
  /** Loads the identity provider's SDK at the first call. */
  readonly gateway: () => Promise<AuthGateway>;
  /** The token of App Check. Null if it is off. */
  readonly appToken: AppTokenSource | null;
  /** Starts the worker that reads the library's snapshot. */
  readonly startSnapshotWorker: () => Worker;
  readonly session: Session;
  readonly api: () => Promise<ApiClient>;
  readonly earlyLibrary: EarlyLibrary;
  readonly uploads: Uploads;
  /** The base url of uploaded images. */
  readonly uploadsUrl: string;
  /** Whether reCAPTCHA checks this browser. */
  readonly usesAppCheck: boolean;
  /** The open library, for components outside its context. */
  readonly library: Store<OpenLibrary | null>;
  readonly install: Readable<Install>;
  /** Whether the server refuses the user's token. Stays true until the user dismisses the message or logs in. */
  readonly lockedOut: Store<boolean>;
  /** Null in production. */
  readonly firestoreEmulator: Address | null;
  /** Null if a user or a visitor has opened the page. */
  readonly demo: Demo | null;
  /** Logs an error of a background task that the user cannot act on. */
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
