import { useCallback } from 'react';

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
  return useCallback(
    (direction) => {
      const run = (way: 'undo' | 'redo'): void => {
        const label = undo.labels.get()[way];
        const isDone = way === 'undo' ? undo.undo() : undo.redo();
        if (!isDone || label === null) return;
        const { done, opposite, action } = TEXTS[way];
        const toast = toasts.show({
          title: `${done}: ${label}`,
          action: {
            label: action,
            run: () => {
              run(opposite);
            },
          },
        });
        // After the next gesture, undo or redo, the action would be about another gesture.
        const stop = undo.labels.subscribe(() => {
          stop();
          toasts.remove(toast);
        });
      };
      run(direction);
    },
    [undo, toasts],
  );
}
