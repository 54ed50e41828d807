import { useCallback, useRef } from 'react';

import { useUndo } from '#web/hooks/library-hooks.ts';
import { useClientState } from '#web/state/client-state.ts';

const TEXTS = {
  undo: { done: 'Undone', opposite: 'redo', action: 'Redo' },
  redo: { done: 'Redone', opposite: 'undo', action: 'Undo' },
} as const;

/** Undoes or redoes the last gesture, and shows a toast with the opposite. */
export function useUndoKeys(): (direction: 'undo' | 'redo') => void {
  const undo = useUndo();
  const { toasts } = useClientState();
  const shown = useRef<number | null>(null);
  return useCallback(
    (direction) => {
      const run = (way: 'undo' | 'redo'): void => {
        const label = undo.labels.get()[way];
        const isDone = way === 'undo' ? undo.undo() : undo.redo();
        if (!isDone || label === null) return;
        const { done, opposite, action } = TEXTS[way];
        // The action of an earlier toast would now revert another gesture.
        if (shown.current !== null) toasts.remove(shown.current);
        shown.current = toasts.show({
          title: `${done}: ${label}`,
          action: {
            label: action,
            run: () => {
              run(opposite);
            },
          },
        });
      };
      run(direction);
    },
    [undo, toasts],
  );
}
