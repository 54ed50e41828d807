import type { ApiClient } from '#web/api/api-client.ts';
import { createAuthGateway } from '#web/account/auth-gateway.ts';
import { watchInstall } from '#web/state/install.ts';
import type { Address } from '#web/sync/feed/address.ts';
import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { prepareLibrary } from '#web/sync/live/prepared.ts';
import { storedUserIn } from '#web/account/stored-user.ts';
import type { Services } from '#web/hooks/services.ts';
import { createSession } from '#web/account/session.ts';
import { createStore } from '#web/sync/store.ts';
import { createUploads } from '#web/uploads/uploads.ts';
import { afterFrame } from '#web/ui/after-frame.ts';

import { type Environment, localUploads } from './environment.ts';
import { loadMemberComponents } from './member-components.ts';

/** What an open library needs of the services. */
type Shared = Pick<Services, 'gateway' | 'api' | 'session' | 'firestoreEmulator'>;

export async function startServices(environment: Environment): Promise<Services> {
  const storedUser = storedUserIn(() => localStorage);
  const install = watchInstall(globalThis);
  const started = Promise.withResolvers<Shared>();
  // Before anything that is waited for.
  const prepared = prepareLibrary({
    uid: storedUser.get()?.uid ?? null,
    open: async (uid, isWanted) => {
      const [{ openInBrowser }] = await Promise.all([
        import('#web/sync/live/open-in-browser.ts'),
        loadMemberComponents(),
      ]);
      return openInBrowser({ uid, services: started.promise, isWanted, report });
    },
    report,
  });
  const [local, appCheck] = await Promise.all([
    environment.name === 'local' ? findLocal() : null,
    environment.appCheckSiteKey === null ? null : import('#web/api/app-check.ts'),
  ]);
  const projectId = local?.projectId ?? environment.firebase.projectId;
  const gateway = createAuthGateway(
    { ...environment.firebase, projectId },
    local === null ? null : urlOf(local.auth),
  );
  // Before anything asks Auth or Firestore, which would refuse what comes without its token.
  const appToken = appCheck?.startAppCheck(gateway.auth.app, environment.appCheckSiteKey ?? '') ?? null;
  const { baseUrl: uploadsUrl, ...place } =
    local === null ? environment.uploads : localUploads(urlOf(local.aws));
  const lockedOut = createStore(false);
  // A visitor calls nothing, so the client and the schemas of all answers wait until somebody does.
  let client: ApiClient | undefined;
  const api = async () => {
    const { createApiClient } = await import('#web/api/api-client.ts');
    return (client ??= createApiClient({
      baseUrl: environment.api,
      fetch: (input, init) => fetch(input, init),
      token: gateway.idToken,
      appToken,
      onLockedOut: () => {
        lockedOut.set(true);
      },
    }));
  };
  const uploads = createUploads({
    ...place,
    grant: async ({ key }, signal) => (await api()).call('/uploads/grant/', { s3_key: key }, { signal }),
  });
  // What an earlier visit has left can wait for the first page of this one; what a logout leaves cannot.
  let drawn: Promise<void> | undefined;
  const session = createSession({
    gateway,
    api,
    storedUser,
    timeZone: timeZoneAbbreviation,
    removeOtherData: (uid) => {
      if (uid === null) prepared.drop();
      drawn ??= afterFrame();
      drawn
        .then(async () => removeOtherData(uid))
        .catch((error: unknown) => {
          report('What is kept of others in this browser could not be removed.', error);
        });
    },
    report: (error) => {
      report('The session fails.', error);
    },
  });
  const shared = { gateway, api, session, firestoreEmulator: local?.firestore ?? null };
  started.resolve(shared);
  const library = createStore<OpenLibrary | null>(null);
  const usesAppCheck = appToken !== null;
  return { ...shared, report, install, lockedOut, prepared, library, uploads, uploadsUrl, usesAppCheck };
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
