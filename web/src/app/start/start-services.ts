import type { ApiClient, ApiClientDeps } from '#web/api/api-client.ts';
import { watchInstall } from '#web/state/install.ts';
import { urlOf } from '#web/sync/feed/address.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { type EarlyLibrary, openEarlyLibrary } from '#web/sync/live/early-library.ts';
import { hasStoredData } from '#web/account/stored-data.ts';
import type { FirebaseUser } from '#web/account/session-state.ts';
import { readStoredSession, type StoredSession } from '#web/account/stored-session.ts';
import { storedUserIn } from '#web/account/stored-user.ts';
import type { Services } from '#web/hooks/services.ts';
import { createSession } from '#web/account/session.ts';
import { createStore } from '#web/sync/store.ts';
import { createUploads } from '#web/uploads/uploads.ts';
import { afterFrame } from '#web/ui/focus/after-frame.ts';

import { type Environment, localUploads } from './environment.ts';
import { lazyAuth } from './lazy-auth.ts';
import { askForLocalServices, findLocalServices } from './local-services.ts';
import { loadMemberComponents } from '../routes/member-components.ts';

/** By then the landing page has loaded, so the SDK delays none of its files. The login screen loads the SDK at once. */
const VISITOR_AUTH_AFTER_MS = 1500;

/** Some browsers never answer a request to open a database. */
const COUNT_TIMEOUT_MS = 3000;

/** The services that an open library uses. */
type LibraryServices = Pick<
  Services,
  'gateway' | 'appToken' | 'api' | 'session' | 'firestoreEmulator' | 'uploads' | 'startSnapshotWorker'
>;

export async function startServices(environment: Environment): Promise<Services> {
  const storedUser = storedUserIn(() => localStorage);
  const install = watchInstall(globalThis);
  const started = Promise.withResolvers<LibraryServices>();
  // Start these before the first await, because they decide when the library can be shown.
  const expected = findExpectedUser(storedUser.get());
  const earlyLibrary = openExpectedLibrary(expected, started.promise);
  const [local, { mayExist: mayBeMember, user: expectedUser }] = await Promise.all([
    environment.name === 'local' ? findLocalServices(askForLocalServices()) : null,
    expected,
  ]);
  const auth = lazyAuth(environment, local);
  const { baseUrl: uploadsUrl, ...place } =
    local === null ? environment.uploads : localUploads(urlOf(local.aws));
  const lockedOut = createStore(false);
  const api = lazyApiClient({
    baseUrl: environment.api,
    fetch: (input, init) => fetch(input, init),
    token: auth.idToken,
    appToken: auth.appToken,
    onLockedOut: () => {
      lockedOut.set(true);
    },
  });
  const uploads = createUploads({
    ...place,
    grant: async ({ key }, signal) => (await api()).call('/uploads/grant/', { s3_key: key }, { signal }),
  });
  const session = createSession({
    gateway: { onUser: auth.onUser, logout: async () => (await auth.gateway()).logout() },
    api,
    storedUser,
    expectedUser,
    isVisitor: !mayBeMember,
    timeZone: timeZoneAbbreviation,
    removeOtherData: createDataRemover(earlyLibrary),
    discardUnsent: async (uid) => {
      const [{ discardUnsent }, { discardImports }] = await Promise.all([
        import('#web/sync/replica/outbox-database.ts'),
        import('#web/sync/imports/import-store.ts'),
      ]);
      await Promise.all([discardUnsent(uid), discardImports(uid)]);
    },
    unsentErrors: findUnsentErrors,
    report: (error) => {
      report('A request of the session failed.', error);
    },
  });
  const shared = {
    gateway: auth.gateway,
    appToken: auth.appToken,
    startSnapshotWorker,
    api,
    session,
    firestoreEmulator: local?.firestore ?? null,
    uploads,
  };
  started.resolve(shared);
  setTimeout(
    () => {
      auth.gateway().catch((error: unknown) => {
        report('The login could not be loaded.', error);
      });
    },
    mayBeMember ? 0 : VISITOR_AUTH_AFTER_MS,
  );
  const library = createStore<OpenLibrary | null>(null);
  const usesAppCheck = auth.appToken !== null;
  return {
    ...shared,
    report,
    install,
    lockedOut,
    earlyLibrary,
    library,
    uploadsUrl,
    usesAppCheck,
    demo: null,
  };
}

/** The user of the last visit. If this browser stores none, the user that the identity provider's SDK has stored. */
async function findExpectedUser(user: FirebaseUser | null): Promise<StoredSession> {
  return user === null ? readStoredSession() : { mayExist: true, user };
}

function startSnapshotWorker(): Worker {
  return new Worker(new URL('snapshot-worker.ts', import.meta.url), { type: 'module' });
}

/** Opens the library of the expected user while the other services start. */
function openExpectedLibrary(
  expected: Promise<StoredSession>,
  services: Promise<LibraryServices>,
): EarlyLibrary {
  return openEarlyLibrary({
    uid: expected.then(({ user }) => user?.uid ?? null),
    open: async (ownerUid, isTaken) => {
      const [{ openInBrowser }] = await Promise.all([
        import('#web/sync/live/open-in-browser.ts'),
        loadMemberComponents(),
      ]);
      return openInBrowser({ uid: ownerUid, services, isTaken, report });
    },
    report,
  });
}

/** Loads the client and its schemas at the first call: visitors make no calls. */
function lazyApiClient(options: ApiClientDeps): () => Promise<ApiClient> {
  let client: ApiClient | undefined;
  return async () => {
    // A closing page must send its last calls within the current task. An import waits for another task, even if the module has
    // loaded.
    if (client !== undefined) return client;
    const { createApiClient } = await import('#web/api/api-client.ts');
    return (client ??= createApiClient(options));
  };
}

/** Removes the data of all other users from this browser, or of all users if the uid is null. */
function createDataRemover(earlyLibrary: EarlyLibrary): (uid: string | null) => void {
  let firstFrame: Promise<void> | undefined;
  return (uid) => {
    if (uid === null) earlyLibrary.drop();
    // Data of an earlier visit is removed after the first frame. Later calls, such as at sign-out, do not wait.
    firstFrame ??= afterFrame();
    firstFrame
      .then(async () => removeOtherData(uid))
      .catch((error: unknown) => {
        report("Stored data of other users couldn't be removed from this browser.", error);
      });
  };
}

/** What the login screen says about the unsent changes of this user. Nothing if the database does not answer. */
async function findUnsentErrors(uid: string): Promise<readonly string[]> {
  const counted = import('#web/account/unsent-errors.ts').then(async ({ unsentErrors }) => unsentErrors(uid));
  const timeout = new Promise<readonly string[]>((resolve) => {
    setTimeout(resolve, COUNT_TIMEOUT_MS, []);
  });
  return Promise.race([counted, timeout]).catch((error: unknown) => {
    report('The unsent changes could not be counted.', error);
    return [];
  });
}

function timeZoneAbbreviation(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function report(message: string, cause: unknown): void {
  console.warn(message, cause);
}

async function removeOtherData(uid: string | null): Promise<void> {
  if (uid === null && !(await hasStoredData())) return;
  const { removeLibraries } = await import('#web/account/remove-libraries.ts');
  await removeLibraries(uid);
}
