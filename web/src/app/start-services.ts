import type { ApiClient, ApiClientParts } from '#web/api/api-client.ts';
import { type AuthGateway, createAuthGateway } from '#web/account/auth-gateway.ts';
import { watchInstall } from '#web/state/install.ts';
import type { Address } from '#web/sync/feed/address.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { type EarlyLibrary, openEarlyLibrary } from '#web/sync/live/early-library.ts';
import { storedUserIn } from '#web/account/stored-user.ts';
import type { Services } from '#web/hooks/services.ts';
import { createSession } from '#web/account/session.ts';
import { createStore } from '#web/sync/store.ts';
import { createUploads } from '#web/uploads/uploads.ts';
import { afterFrame } from '#web/ui/after-frame.ts';

import { type Environment, localUploads } from './environment.ts';
import type { LocalServices } from './local-services.ts';
import { loadMemberComponents } from './member-components.ts';

/** The services that an open library uses. */
type LibraryServices = Pick<Services, 'gateway' | 'api' | 'session' | 'firestoreEmulator' | 'uploads'>;

export async function startServices(environment: Environment): Promise<Services> {
  const storedUser = storedUserIn(() => localStorage);
  const install = watchInstall(globalThis);
  const started = Promise.withResolvers<LibraryServices>();
  // Starts before the first await, because it decides when the library can be shown.
  const earlyLibrary = openStoredLibrary(storedUser.get()?.uid ?? null, started.promise);
  const [local, appCheck] = await Promise.all([
    environment.name === 'local' ? findLocal() : null,
    environment.appCheckSiteKey === null ? null : import('#web/api/app-check.ts'),
  ]);
  const gateway = createGateway(environment, local);
  // App Check must start before the first request to Auth or Firestore, which refuse requests without its token.
  const appToken = appCheck?.startAppCheck(gateway.auth.app, environment.appCheckSiteKey ?? '') ?? null;
  const { baseUrl: uploadsUrl, ...place } =
    local === null ? environment.uploads : localUploads(urlOf(local.aws));
  const lockedOut = createStore(false);
  const api = lazyApiClient({
    baseUrl: environment.api,
    fetch: (input, init) => fetch(input, init),
    token: gateway.idToken,
    appToken,
    onLockedOut: () => {
      lockedOut.set(true);
    },
  });
  const uploads = createUploads({
    ...place,
    grant: async ({ key }, signal) => (await api()).call('/uploads/grant/', { s3_key: key }, { signal }),
  });
  const session = createSession({
    gateway,
    api,
    storedUser,
    timeZone: timeZoneAbbreviation,
    removeOtherData: createDataRemover(earlyLibrary),
    discardUnsent: async (uid) => {
      const [{ discardUnsent }, { discardImports }] = await Promise.all([
        import('#web/sync/replica/database.ts'),
        import('#web/sync/imports/import-store.ts'),
      ]);
      await Promise.all([discardUnsent(uid), discardImports(uid)]);
    },
    report: (error) => {
      report('A request of the session failed.', error);
    },
  });
  const shared = { gateway, api, session, firestoreEmulator: local?.firestore ?? null, uploads };
  started.resolve(shared);
  const library = createStore<OpenLibrary | null>(null);
  const usesAppCheck = appToken !== null;
  return { ...shared, report, install, lockedOut, earlyLibrary, library, uploadsUrl, usesAppCheck };
}

/** Opens the library of the stored user while the other services start. */
function openStoredLibrary(uid: string | null, services: Promise<LibraryServices>): EarlyLibrary {
  return openEarlyLibrary({
    uid,
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

function createGateway(environment: Environment, local: LocalServices | null): AuthGateway {
  const projectId = local?.projectId ?? environment.firebase.projectId;
  return createAuthGateway({ ...environment.firebase, projectId }, local === null ? null : urlOf(local.auth));
}

/** Loads the client and its schemas at the first call: visitors make no calls. */
function lazyApiClient(options: ApiClientParts): () => Promise<ApiClient> {
  let client: ApiClient | undefined;
  return async () => {
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

function urlOf({ host, port }: Address): string {
  return `http://${host}:${port}`;
}

async function findLocal() {
  const { findLocalServices } = await import('./local-services.ts');
  return findLocalServices((input, init) => fetch(input, init));
}

function timeZoneAbbreviation(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function report(message: string, cause: unknown): void {
  console.warn(message, cause);
}

async function removeOtherData(uid: string | null): Promise<void> {
  const { removeLibraries } = await import('#web/account/remove-libraries.ts');
  await removeLibraries(uid);
}
