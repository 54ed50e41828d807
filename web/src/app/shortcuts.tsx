import { lazy, Suspense, useEffect, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { SEARCH_FIELD_ID } from '#web/state/search.ts';

import { isTyping } from './is-typing.ts';
import { shortcutOf } from './shortcut-keys.ts';
import { usePastedLinks } from './use-pasted-links.ts';
import { useUndoKeys } from './use-undo-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Handles the app-wide keyboard shortcuts of members, and pasted urls. */
export function Shortcuts() {
  const { popup } = useClientState();
  const undoOrRedo = useUndoKeys();
  usePastedLinks();
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
