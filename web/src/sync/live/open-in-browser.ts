import type { Auth } from 'firebase/auth';

import type { AppTokenSource } from '#web/api/app-check.ts';
import type { ApiClient, TokenSource } from '#web/api/api-client.ts';
import { unauthorized } from '#web/api/api-failures.ts';
import { deviceName } from '#web/sync/live/device-name.ts';
import { BROWSER_NETWORK } from '#web/sync/live/browser-network.ts';
import { randomFirstKey } from '#web/sync/random-first-key.ts';
import { removeUnusedImages } from '#web/sync/live/image-cleanup.ts';
import { type OpenLibrary, openLibrary } from '#web/sync/live/open-library.ts';
import { watchWaking } from '#web/sync/live/watch-waking.ts';
import { ownersByLocks, UNKNOWN_OWNERS } from '#web/sync/changes/outbox/owners.ts';
import { readSnapshot, takeSnapshotAhead } from '#web/sync/snapshot/read-snapshot.ts';
import { FIRESTORE_URL, type RestAccess } from '#web/sync/rest/run-query.ts';
import { watchImports } from '#web/sync/imports/watch-imports.ts';
import { openReplica } from '#web/sync/replica/open-replica.ts';
import { type Address, urlOf } from '#web/sync/feed/address.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

/** The services of the app that a library uses. */
interface LibraryServices {
  readonly api: () => Promise<ApiClient>;
  readonly gateway: () => Promise<{
    readonly auth: Auth;
    readonly uid: () => Promise<string | null>;
    readonly idToken: TokenSource;
  }>;
  /** The token of App Check. Null if it is off. */
  readonly appToken: AppTokenSource | null;
  readonly startSnapshotWorker: () => Worker;
  readonly session: { readonly changeRefused: (errors: readonly string[]) => void };
  /** Null in production. */
  readonly firestoreEmulator: Address | null;
  readonly uploads: { readonly bucket: string };
}

export interface OpenInBrowserDeps {
  readonly uid: string;
  /** A promise, because reading the replica does not wait for the services. */
  readonly services: Promise<LibraryServices>;
  /** Resolves with whether the user is signed in. Until then, no request is sent. */
  readonly isTaken: Promise<boolean>;
  readonly report: (message: string, cause: unknown) => void;
}

export function openInBrowser({ uid, services, isTaken, report }: OpenInBrowserDeps): OpenLibrary {
  // If another user has signed in meanwhile, requests with this user's changes must not carry the other's token.
  const api = async () => {
    const { gateway, api: client } = await services;
    if ((await (await gateway()).uid()) !== uid) throw unauthorized();
    return client();
  };
  let bucket = '';
  void services.then(({ uploads }) => ({ bucket } = uploads));
  const ahead = takeSnapshotAhead(uid);
  return openLibrary({
    uid,
    bucket: () => bucket,
    device: deviceName(navigator.userAgent),
    api: {
      call: async (...call) => (await api()).call(...call),
      callMinimal: async (...call) => (await api()).callMinimal(...call),
      sendChange: async (...call) => (await api()).sendChange(...call),
    },
    replica: openReplica({ uid, timers: SYSTEM_TIMERS, onStored: () => void keepStorage(report), report }),
    readSnapshot: async () =>
      readSnapshot(ahead, {
        // The worker loads in parallel with the SDK that provides the token.
        startWorker: async () => (await services).startSnapshotWorker(),
        uid,
        access: async () => ((await isTaken) ? accessOf(uid, await services) : null),
      }),
    afterPaint: painted,
    loadCloud: async (canWait) => {
      if (!(await isTaken)) return null;
      if (canWait) await painted();
      const ready = await services;
      const { gateway, firestoreEmulator } = ready;
      const { auth, uid: signedIn } = await gateway();
      if ((await signedIn()) !== uid) return null;
      const [{ openCloud }, { Feeds }] = await Promise.all([
        import('#web/sync/feed/cloud.ts'),
        import('#web/sync/feed/feeds.ts'),
      ]);
      const open = () =>
        openCloud({
          app: auth.app,
          emulator: firestoreEmulator,
          access: async (options) => accessOf(uid, ready, options),
          // If the replica is empty, read the records first. The listener loads after they have been painted.
          afterPaint: canWait ? async () => undefined : painted,
        });
      return { open, Feeds };
    },
    network: BROWSER_NETWORK,
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- insecure contexts (plain http) have no locks
    owners: navigator.locks === undefined ? UNKNOWN_OWNERS : ownersByLocks(navigator.locks),
    newKey,
    firstKey: randomFirstKey(),
    onWake: (listener) => watchWaking(document, SYSTEM_TIMERS, listener),
    onSeen,
    onLeave,
    askBeforeLeaving,
    timers: SYSTEM_TIMERS,
    removeUnusedImages,
    watchImports: (deps) => watchImports({ ...deps, locks: navigator.locks }),
    onLoggedOut: (errors) => void services.then(({ session }) => session.changeRefused(errors)),
    report,
  });
}

/** Null if no user or another one is signed in. */
async function accessOf(
  uid: string,
  { gateway, appToken, firestoreEmulator }: LibraryServices,
  options = { fresh: false },
): Promise<RestAccess | null> {
  const { auth, uid: signedIn, idToken } = await gateway();
  if ((await signedIn()) !== uid) return null;
  const [id, app] = await Promise.all([idToken(options), appToken?.(options) ?? null]);
  if (id === null) return null;
  const baseUrl = firestoreEmulator === null ? FIRESTORE_URL : urlOf(firestoreEmulator);
  return { baseUrl, projectId: auth.app.options.projectId ?? '', idToken: id, appToken: app };
}

/** Not randomUUID, which insecure contexts (plain http) lack. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

export function onSeen(listener: () => void): () => void {
  const change = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  // Some browsers restore a page without firing the other event.
  const show = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener();
  };
  document.addEventListener('visibilitychange', change);
  window.addEventListener('pageshow', show);
  return () => {
    document.removeEventListener('visibilitychange', change);
    window.removeEventListener('pageshow', show);
  };
}

/** A phone can end a hidden page without firing `pagehide`. */
export function onLeave(listener: () => void): () => void {
  const hide = (): void => {
    if (document.visibilityState === 'hidden') listener();
  };
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('pagehide', listener);
  return () => {
    document.removeEventListener('visibilitychange', hide);
    window.removeEventListener('pagehide', listener);
  };
}

/** Adds the listener only while it is needed, because some browsers don't cache a page that has one for Back. */
function askBeforeLeaving(asks: boolean): void {
  if (asks) window.addEventListener('beforeunload', prevent);
  else window.removeEventListener('beforeunload', prevent);
}

function prevent(event: Event): void {
  event.preventDefault();
}

/** Asks the browser not to evict stored changes. Insecure contexts (plain http) have no storage manager. */
async function keepStorage(report: OpenInBrowserDeps['report']): Promise<void> {
  try {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- insecure contexts (plain http) have no storage manager
    if (navigator.storage !== undefined && !(await navigator.storage.persisted())) {
      await navigator.storage.persist();
    }
  } catch (error) {
    report('The browser could not be asked for persistent storage.', error);
  }
}

/** The limit of the wait, because a hidden page does not paint. */
const PAINT_TIMEOUT_MS = 500;

/** Resolves after the browser has painted the last React update. */
async function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_TIMEOUT_MS);
    requestAnimationFrame(() => {
      requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  });
}
