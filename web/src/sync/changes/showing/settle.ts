import type { EditPatch } from '@foldmark/library/memory/patches';
import type { ShownGesture } from '#web/sync/changes/showing/shown-gesture.ts';
import type { LiveFeeds } from '#web/sync/live/live-feeds.ts';
import type { Library } from '@foldmark/library/memory/library';
import type { Timers } from '#web/sync/timers.ts';

/**
 * How long a patch stays after the server's answer, unless the feed delivers the change earlier. Another device may overwrite our
 * change before the feed delivers it, so the patch must expire.
 */
const SETTLE_MS = 5000;

export interface SettleDeps {
  readonly library: Library;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  /** While the feeds are disconnected, patches do not expire. */
  readonly feeds: Pick<LiveFeeds, 'isLive' | 'heardAt' | 'reconnect'>;
}

/** Detaches the patches of answered changes, after the feeds have had time to deliver the changes. */
export function detachLater(deps: SettleDeps, shown: ShownGesture, patches: readonly EditPatch[]): void {
  const { timers, signal, library, feeds } = deps;
  if (patches.length === 0) return;
  const answeredAt = timers.now();
  let hasReconnected = false;
  const later = (): void => {
    if (signal.aborted) return;
    const stop = timers.after(SETTLE_MS, () => {
      signal.removeEventListener('abort', stop);
      if (shown.isDelivered) return;
      // A connection that has delivered nothing since the answer may be dead without an error.
      const isSilent = feeds.heardAt() < answeredAt && !hasReconnected;
      if (feeds.isLive() && !isSilent) {
        library.batch(() => {
          for (const patch of patches) patch.detach();
        });
        return;
      }
      if (feeds.isLive()) {
        hasReconnected = true;
        feeds.reconnect();
      }
      later();
    });
    signal.addEventListener('abort', stop, { once: true });
  };
  later();
}
