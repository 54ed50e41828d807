import { lazy, Suspense, useEffect, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';

import { SEARCH_FIELD_ID } from './layout/search-field.tsx';
import { shortcutOf } from './shortcut-keys.ts';
import { useUndoKeys } from './use-undo-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Handles the app-wide keyboard shortcuts of members. */
export function Shortcuts() {
  const { popup } = useClientState();
  const undoOrRedo = useUndoKeys();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A popup may be open before it is rendered. What the user types is meant for the popup.
      const isTypingElsewhere = popup.get() !== null || isTyping(event.target);
      const shortcut = shortcutOf(event, isTypingElsewhere);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === 'search') document.getElementById(SEARCH_FIELD_ID)?.focus();
      else if (shortcut === 'help') setHelpOpen(true);
      else if (shortcut === 'undo' || shortcut === 'redo') undoOrRedo(shortcut);
      else popup.set({ kind: shortcut });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [popup, undoOrRedo]);
  if (!isHelpOpen) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutsDialog
        onClose={() => {
          setHelpOpen(false);
        }}
      />
    </Suspense>
  );
}

const TYPING =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]';

/** Whether the focus is in a field, or any popup or menu is open: there, letters have another meaning. */
function isTyping(target: EventTarget | null): boolean {
  const isInField = target instanceof Element && target.closest(TYPING) !== null;
  return isInField || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
