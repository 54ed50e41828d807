import type { Auth } from 'firebase/auth';

import type { ApiClient, inputErrors as inputErrorsNow } from '#web/api/api-client.ts';
import { unauthorized } from '#web/api/api-failures.ts';
import { BROWSER_NETWORK } from '#web/sync/live/browser-network.ts';
import { someFirstKey } from '#web/sync/library/keys.ts';
import { dropUnnamedImages } from '#web/sync/live/drop-images.ts';
import { type OpenLibrary, openLibrary } from '#web/sync/live/open-library.ts';
import { watchWaking } from '#web/sync/live/watch-waking.ts';
import { ownersByLocks, UNKNOWN_OWNERS } from '#web/sync/outbox/owners.ts';
import { openReplica } from '#web/sync/replica/open-replica.ts';
import type { Address } from '#web/sync/feed/address.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

/** What the app brings to a library. */
interface Surroundings {
  readonly api: () => Promise<ApiClient>;
  readonly gateway: { readonly auth: Auth; readonly uid: () => Promise<string | null> };
  readonly session: { readonly changeRefused: (errors: readonly string[]) => void };
  /** Null in the real cloud. */
  readonly firestoreEmulator: Address | null;
}

export interface OpenInBrowserParts {
  readonly uid: string;
  /** What is kept here is read without them. */
  readonly services: Promise<Surroundings>;
  /** Nothing is asked of the server before it is sure that this person is here, and this says yes. */
  readonly isWanted: Promise<boolean>;
  readonly report: (message: string, cause: unknown) => void;
}

export function openInBrowser({ uid, services, isWanted, report }: OpenInBrowserParts): OpenLibrary {
  // One person's changes must never go out under the name of another, who has signed in meanwhile.
  const api = async () => {
    const { gateway, api: client } = await services;
    if ((await gateway.uid()) !== uid) throw unauthorized();
    return client();
  };
  // The schemas of all inputs: nothing can be changed before the first rows, which they would hold up.
  let inputErrors: typeof inputErrorsNow | null = null;
  return openLibrary({
    uid,
    inputErrors: (path, input) => inputErrors?.(path, input) ?? [],
    api: {
      call: async (...call) => (await api()).call(...call),
      callMinimal: async (...call) => (await api()).callMinimal(...call),
    },
    replica: openReplica({ uid, timers: SYSTEM_TIMERS, report }),
    loadCloud: async (canWait) => {
      if (!(await isWanted)) return null;
      if (canWait) await painted();
      const { gateway, firestoreEmulator } = await services;
      if ((await gateway.uid()) !== uid) return null;
      const [{ openCloud }, { Feeds }, loaded] = await Promise.all([
        import('#web/sync/feed/cloud.ts'),
        import('#web/sync/feed/feeds.ts'),
        import('#web/api/api-client.ts'),
      ]);
      ({ inputErrors } = loaded);
      const { auth } = gateway;
      const open = () =>
        openCloud({
          app: auth.app,
          emulator: firestoreEmulator,
          isHere: () => auth.currentUser?.uid === uid,
          // What can't show yet is read first, and then has to be painted.
          isShown: canWait ? async () => undefined : painted,
        });
      return { open, Feeds };
    },
    network: BROWSER_NETWORK,
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- a page that is not served safely has none
    owners: navigator.locks === undefined ? UNKNOWN_OWNERS : ownersByLocks(navigator.locks),
    newKey,
    firstKey: someFirstKey(),
    onWake: (listener) => watchWaking(document, SYSTEM_TIMERS, listener),
    onSeen,
    timers: SYSTEM_TIMERS,
    dropImages: dropUnnamedImages,
    onLoggedOut: (errors) => void services.then(({ session }) => session.changeRefused(errors)),
    report,
  });
}

/** Not randomUUID, which a page has only where it is served safely. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

function onSeen(listener: () => void): () => void {
  const change = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', change);
  return () => {
    document.removeEventListener('visibilitychange', change);
  };
}

/** A page that is not seen paints nothing, and is waited for only so long. */
const PAINT_TIMEOUT_MS = 500;

/** Until the browser has painted what React was told just now. */
async function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_TIMEOUT_MS);
    requestAnimationFrame(() => {
      requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  });
}
