import { BROWSER_NETWORK } from '#web/data/live/browser-network.ts';
import { type OpenLibrary, openLibrary } from '#web/data/live/open-library.ts';
import { watchWaking } from '#web/data/live/watch-waking.ts';
import { openReplica } from '#web/data/replica/open-replica.ts';
import type { Services } from '#web/data/services.ts';
import { SYSTEM_TIMERS } from '#web/data/timers.ts';

type Needed = Pick<Services, 'api' | 'gateway' | 'firestoreEmulator' | 'report'>;

/** With `isHere`, nothing is asked of the server before that says yes. */
export function openInBrowser(
  uid: string,
  services: Needed,
  isHere: Promise<boolean> = Promise.resolve(true),
): OpenLibrary {
  const { report } = services;
  return openLibrary({
    uid,
    api: {
      call: async (...call) => (await services.api()).call(...call),
      callMinimal: async (...call) => (await services.api()).callMinimal(...call),
    },
    replica: openReplica({ uid, timers: SYSTEM_TIMERS, report }),
    loadCloud: async (canWait) => {
      if (!(await isHere)) return null;
      if (canWait) await painted();
      const [{ openCloud }, { Feeds }] = await Promise.all([
        import('#web/data/feed/cloud.ts'),
        import('#web/data/feed/feeds.ts'),
      ]);
      return { open: () => openCloud(services.gateway.auth.app, services.firestoreEmulator), Feeds };
    },
    network: BROWSER_NETWORK,
    onWake: (listener) => watchWaking(document, SYSTEM_TIMERS, listener),
    timers: SYSTEM_TIMERS,
    report,
  });
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
