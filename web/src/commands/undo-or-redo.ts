import type { Toasts } from '#web/state/toasts.ts';
import type { Undo } from '#web/sync/changes/undo/undo-stack.ts';

const TEXTS = {
  undo: { done: 'Undone', opposite: 'redo', action: 'Redo' },
  redo: { done: 'Redone', opposite: 'undo', action: 'Undo' },
} as const;

/** Undoes or redoes the last gesture, and shows a toast with the opposite. */
export function undoOrRedo(way: 'undo' | 'redo', undo: Undo, toasts: Toasts): void {
  const label = undo.labels.get()[way];
  const isDone = way === 'undo' ? undo.undo() : undo.redo();
  if (!isDone || label === null) return;
  const { done, opposite, action } = TEXTS[way];
  const toast = toasts.show({
    title: `${done}: ${label}`,
    action: {
      label: action,
      run: () => {
        undoOrRedo(opposite, undo, toasts);
      },
    },
  });
  // After the next gesture, undo or redo, the toast's button would act on that gesture, so the toast closes.
  const stop = undo.labels.subscribe(() => {
    stop();
    toasts.remove(toast);
  });
}
