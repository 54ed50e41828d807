import type { EditPatch } from '#web/sync/changes/showing/patches.ts';
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
  /** Whether the feed is connected. While it is disconnected, patches do not expire. */
  readonly isLive: () => boolean;
}

/** Detaches the patches of answered changes, after the feed has had time to deliver the changes. */
export function detachLater(deps: SettleDeps, patches: readonly EditPatch[]): void {
  const { timers, signal, library, isLive } = deps;
  if (patches.length === 0 || signal.aborted) return;
  const stop = timers.after(SETTLE_MS, () => {
    signal.removeEventListener('abort', stop);
    if (!isLive()) {
      detachLater(deps, patches);
      return;
    }
    library.batch(() => {
      for (const patch of patches) patch.detach();
    });
  });
  signal.addEventListener('abort', stop, { once: true });
}
