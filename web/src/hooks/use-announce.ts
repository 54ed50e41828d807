import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { NewToast } from '#web/state/toasts.ts';
import type { Performed } from '#web/sync/changes/performed.ts';

import { useGetIsOnline, useUndo } from './library-hooks.ts';

interface AnnounceOptions {
  /** Shown below the title. */
  readonly details?: readonly string[];
  /** How long the user can undo the gesture. Missing if there is no time limit. */
  readonly undoMs?: number;
  /** Another action beside Undo. */
  readonly other?: NewToast['other'];
}

/** Shows a toast for a gesture, with Undo. */
export type Announce = (title: string, gesture: Performed, options?: AnnounceOptions) => void;

/**
 * Shows the toast of a long gesture until the server has answered all changes. If the server refuses the gesture, the failure
 * message replaces the toast.
 */
export function useAnnounce(): Announce {
  const { toasts } = useClientState();
  const { undo, canUndo, labels } = useUndo();
  const isOnline = useGetIsOnline();
  return useCallback(
    (title, { id, outcome, finished }, { undoMs, details = [], other } = {}) => {
      const toast = toasts.show({
        title,
        details,
        other,
        // The server may have refused the gesture meanwhile.
        ...(canUndo(id) ? { action: { label: 'Undo', run: () => void undo(id) } } : {}),
        // Without a network it may be days until the gesture is finished.
        until: outcome.then(async () => (isOnline() ? finished : undefined)),
        ...(undoMs === undefined ? {} : { expiresAfterMs: undoMs }),
      });
      void outcome.then(({ ok }) => {
        if (!ok) toasts.remove(toast);
      });
      if (!canUndo(id)) return;
      // If Ctrl+Z undoes the gesture, removes the toast, because its button could do nothing.
      const stop = labels.subscribe(() => {
        if (canUndo(id)) return;
        stop();
        toasts.remove(toast);
      });
    },
    [toasts, undo, canUndo, labels, isOnline],
  );
}
