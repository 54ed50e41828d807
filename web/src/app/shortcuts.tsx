import { useCallback, useEffect, useState } from 'react';

import { type ClientState, useClientState } from '#web/state/client-state.ts';
import { useClosePopup, usePopup } from '#web/state/popup.ts';
import { focusSearchField } from '#web/state/search.ts';

import { afterOverlay } from '#web/ui/after-overlay.ts';
import { isPopupOpen, isTyping, openMenu } from '#web/ui/is-typing.ts';
import { overlay } from '#web/ui/loadable.tsx';
import { CloseNotLoaded } from '#web/ui/not-loaded.tsx';
import { quickOpen } from './quick-open.ts';
import { shortcutOf } from './shortcut-keys.ts';
import { useEarlyKeys } from './use-early-keys.ts';
import { useHeldKeys } from './use-held-keys.ts';
import { useLogout } from './use-logout.tsx';
import { useMenuKey } from './use-menu-key.ts';
import { useNoteVisits } from './use-note-visits.ts';
import { usePastedLinks } from './use-pasted-links.ts';
import { useUndoKeys } from './use-undo-keys.ts';

export const shortcutsDialog = overlay(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** Closes an open menu first, which gives the focus back. In a dialog the key does nothing. */
function openQuickOpen({ popup }: ClientState): void {
  const open = () => {
    if (popup.get() === null && !isPopupOpen()) popup.set({ kind: 'quick-open' });
  };
  const menu = openMenu();
  if (menu === null) {
    open();
    return;
  }
  menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  afterOverlay(open);
}

/** Handles the app-wide keyboard shortcuts of members, pasted urls, and the palette with the same commands. */
export function Shortcuts() {
  const state = useClientState();
  const { popup } = state;
  const undoOrRedo = useUndoKeys();
  const { logout, logoutQuestion } = useLogout();
  const closePopup = useClosePopup();
  const isQuickOpen = usePopup()?.kind === 'quick-open';
  const [isHelpOpen, setHelpOpen] = useState(false);
  const closeHelp = useCallback(() => {
    setHelpOpen(false);
  }, []);
  useEarlyKeys();
  useHeldKeys();
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
      else if (shortcut !== 'quick-open') popup.set({ kind: shortcut });
      else openQuickOpen(state);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [state, popup, undoOrRedo]);
  return (
    <>
      {isQuickOpen ? (
        <CloseNotLoaded value={closePopup}>
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
        </CloseNotLoaded>
      ) : null}
      {logoutQuestion}
      {isHelpOpen ? (
        <CloseNotLoaded value={closeHelp}>
          <shortcutsDialog.Component onClose={closeHelp} />
        </CloseNotLoaded>
      ) : null}
    </>
  );
}
