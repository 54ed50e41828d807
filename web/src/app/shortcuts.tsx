import { lazy, Suspense, useEffect, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { usePopup } from '#web/state/popup.ts';
import { focusSearchField } from '#web/state/search.ts';

import { isPopupOpen, isTyping } from './is-typing.ts';
import { quickOpen } from './quick-open.ts';
import { shortcutOf } from './shortcut-keys.ts';
import { useEarlyKeys } from './use-early-keys.ts';
import { useLogout } from './use-logout.tsx';
import { useMenuKey } from './use-menu-key.ts';
import { useNoteVisits } from './use-note-visits.ts';
import { usePastedLinks } from './use-pasted-links.ts';
import { useUndoKeys } from './use-undo-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Handles the app-wide keyboard shortcuts of members, pasted urls, and the palette with the same commands. */
export function Shortcuts() {
  const { popup } = useClientState();
  const undoOrRedo = useUndoKeys();
  const { logout, logoutQuestion } = useLogout();
  const isQuickOpen = usePopup()?.kind === 'quick-open';
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEarlyKeys();
  useMenuKey();
  usePastedLinks();
  useNoteVisits();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A popup may be open before it is rendered. What the user types is meant for the popup.
      const isTypingElsewhere = popup.get() !== null || isTyping(event.target);
      const shortcut = shortcutOf(event, isTypingElsewhere);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === 'search') focusSearchField();
      else if (shortcut === 'help') setHelpOpen(true);
      else if (shortcut === 'undo' || shortcut === 'redo') undoOrRedo(shortcut);
      else if (shortcut !== 'quick-open' || (popup.get() === null && !isPopupOpen()))
        popup.set({ kind: shortcut });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [popup, undoOrRedo]);
  return (
    <Suspense fallback={null}>
      {isQuickOpen ? (
        <quickOpen.Component
          app={{
            search: focusSearchField,
            showShortcuts: () => {
              setHelpOpen(true);
            },
            undo: () => {
              undoOrRedo('undo');
            },
            redo: () => {
              undoOrRedo('redo');
            },
            logout,
          }}
        />
      ) : null}
      {logoutQuestion}
      {isHelpOpen ? (
        <ShortcutsDialog
          onClose={() => {
            setHelpOpen(false);
          }}
        />
      ) : null}
    </Suspense>
  );
}
