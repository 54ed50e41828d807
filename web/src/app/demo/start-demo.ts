import { microsOf } from '@foldmark/library/entities/records';

import { createSession, type Session } from '#web/account/session.ts';
import { readStoredSession } from '#web/account/stored-session.ts';
import { storedUserIn } from '#web/account/stored-user.ts';
import { type ApiClient, createApiClient } from '#web/api/api-client.ts';
import { SAMPLE_FOLDERS } from '#web/features/import/sample-library.ts';
import type { Services } from '#web/hooks/services.ts';
import { watchInstall } from '#web/state/install.ts';
import { newKey, onLeave, onSeen } from '#web/sync/live/open-in-browser.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { randomFirstKey } from '#web/sync/random-first-key.ts';
import { createStore } from '#web/sync/store.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { DEMO_PATH } from '#web/ui/browser/base-path.ts';

import { loadMemberComponents } from '../routes/member-components.ts';
import type { Environment } from '../start/environment.ts';
import { DemoBanner } from './demo-banner.tsx';
import { importIntoDemo } from './demo-import.ts';
import { openDemoLibrary } from './demo-library.ts';
import { DEMO_UID, DemoServer } from './demo-server.ts';
import { addSample } from './sample-records.ts';
import { forgetDemo, keepDemo, restoreDemo } from './tab-copy.ts';

const STORAGE = () => sessionStorage;

/** The services of the demo, which send no requests. Null if a user is signed in, who sees the library instead. */
export async function startDemo({ uploads, appCheckSiteKey }: Environment): Promise<Services | null> {
  const storedUser = storedUserIn(() => localStorage);
  const user = storedUser.get() ?? (await readStoredSession()).user;
  if (user !== null) {
    forgetDemo(STORAGE);
    return null;
  }
  const server = new DemoServer(() => microsOf(new Date()), report);
  if (!restoreDemo(server, STORAGE, report)) addSample(server, SAMPLE_FOLDERS);
  const leave = keepUntilLeft(server, () => storedUser.get() !== null);
  const api = createApiClient({ baseUrl: '', fetch: server.fetch, token: async () => DEMO_UID });
  const open = (): OpenLibrary =>
    openDemoLibrary({
      server,
      api,
      newKey,
      firstKey: randomFirstKey(),
      onSeen,
      onLeave,
      timers: SYSTEM_TIMERS,
      report,
    });
  const first = open();
  let early: OpenLibrary | null = first;
  await loadMemberComponents().catch((error: unknown) => {
    report("The demo's pages could not be loaded.", error);
  });
  return {
    gateway: needsAccount,
    appToken: null,
    startSnapshotWorker: () => {
      throw new Error('The demo has no snapshot.');
    },
    session: sessionOf(api, leave),
    api: async () => api,
    earlyLibrary: {
      ready: first.restored,
      take: () => {
        const opened = early ?? open();
        early = null;
        return opened;
      },
      drop: () => undefined,
    },
    uploads: {
      bucket: '',
      prepare: () => undefined,
      newPlace: () => ({ bucket: '', key: '' }),
      put: needsAccount,
    },
    uploadsUrl: uploads.baseUrl,
    usesAppCheck: appCheckSiteKey !== null,
    library: createStore<OpenLibrary | null>(null),
    install: watchInstall(globalThis),
    lockedOut: createStore(false),
    firestoreEmulator: null,
    demo: {
      path: DEMO_PATH,
      Banner: DemoBanner,
      forget: leave.forget,
      importParts: async (parts, target) => importIntoDemo(server, parts, target, nextTask),
    },
    report,
  };
}

interface Leave {
  /** Removes the demo from this tab. */
  readonly forget: () => void;
  readonly go: () => void;
}

/** Keeps the demo in this tab until the person leaves it, or a user signs in, also in another tab. */
function keepUntilLeft(server: DemoServer, isSignedIn: () => boolean): Leave {
  let isLeaving = false;
  const { save, stop } = keepDemo({
    server,
    storage: STORAGE,
    timers: SYSTEM_TIMERS,
    isLeaving: () => isLeaving || document.visibilityState === 'hidden',
    report,
  });
  const forget = (): void => {
    stop();
    forgetDemo(STORAGE);
  };
  const go = (): void => {
    forget();
    location.assign('/');
  };
  const goIfSignedIn = (): void => {
    if (isSignedIn()) go();
  };
  addEventListener('pagehide', () => {
    isLeaving = true;
    save();
  });
  addEventListener('pageshow', () => {
    isLeaving = false;
    goIfSignedIn();
  });
  addEventListener('storage', goIfSignedIn);
  return { forget, go };
}

/** The session of a user that exists only on this page. */
function sessionOf(api: ApiClient, leave: Leave): Session {
  const session = createSession({
    gateway: {
      onUser: () => undefined,
      logout: async () => {
        leave.go();
        // The page ends before anything follows the logout.
        return new Promise(() => undefined);
      },
    },
    api: async () => api,
    storedUser: { get: () => null, set: () => undefined },
    expectedUser: { uid: DEMO_UID, email: null, emailVerified: true },
    timeZone: () => '',
    removeOtherData: () => undefined,
    discardUnsent: async () => undefined,
    unsentErrors: async () => [],
    report: (error) => {
      report('A request of the demo failed.', error);
    },
  });
  const authUser = {
    user_id: DEMO_UID,
    display_name: '',
    avatar: '',
    email: '',
    time_zone_abbreviation: '',
    email_verified: true,
    created_at: new Date(),
  };
  session.dispatch({ type: 'profileLoaded', authUser });
  return session;
}

async function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

async function needsAccount(): Promise<never> {
  throw new Error('The demo has no account.');
}

function report(message: string, cause: unknown): void {
  console.warn(message, cause);
}
