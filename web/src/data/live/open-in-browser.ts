import { unauthorized } from '#web/data/api/api-error.ts';
import { BROWSER_NETWORK } from '#web/data/live/browser-network.ts';
import { someFirstKey } from '#web/data/library/keys.ts';
import { type OpenLibrary, openLibrary } from '#web/data/live/open-library.ts';
import { watchWaking } from '#web/data/live/watch-waking.ts';
import { ownersByLocks, UNKNOWN_OWNERS } from '#web/data/outbox/owners.ts';
import { openReplica } from '#web/data/replica/open-replica.ts';
import type { Services } from '#web/data/services.ts';
import { SYSTEM_TIMERS } from '#web/data/timers.ts';

type Needed = Pick<Services, 'api' | 'gateway' | 'firestoreEmulator' | 'report'>;

/** Nothing is asked of the server before it is sure that this person is here; with `isWanted`, not before that says yes. */
export function openInBrowser(
  uid: string,
  services: Needed,
  isWanted: Promise<boolean> = Promise.resolve(true),
): OpenLibrary {
  const { gateway, report } = services;
  // One person's changes must never go out under the name of another, who has signed in meanwhile.
  const api = async () => {
    if ((await gateway.uid()) !== uid) throw unauthorized();
    return services.api();
  };
  return openLibrary({
    uid,
    api: {
      call: async (...call) => (await api()).call(...call),
      callMinimal: async (...call) => (await api()).callMinimal(...call),
    },
    replica: openReplica({ uid, timers: SYSTEM_TIMERS, report }),
    loadCloud: async (canWait) => {
      if (!(await isWanted)) return null;
      if (canWait) await painted();
      if ((await gateway.uid()) !== uid) return null;
      const [{ openCloud }, { Feeds }] = await Promise.all([
        import('#web/data/feed/cloud.ts'),
        import('#web/data/feed/feeds.ts'),
      ]);
      const { app } = gateway.auth;
      // What can't show yet is read first, and then has to be painted.
      const open = () => openCloud(app, services.firestoreEmulator, canWait ? undefined : painted);
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
