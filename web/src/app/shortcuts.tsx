import { lazy, Suspense, useEffect, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';

import { SEARCH_FIELD_ID } from './layout/search-field.tsx';
import { shortcutOf } from './shortcut-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** The keys of the whole app, for members. */
export function Shortcuts() {
  const { popup } = useClientState();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A popup that opens may not be on the screen yet, and what is typed is meant for it.
      const isTaken = popup.get() !== null || isTyping(event.target);
      const shortcut = shortcutOf(event, isTaken);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === 'search') document.getElementById(SEARCH_FIELD_ID)?.focus();
      else if (shortcut === 'help') setHelpOpen(true);
      else popup.set({ kind: shortcut });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [popup]);
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

/** In a field; or in a popup or menu, where letters mean something else. */
function isTyping(target: EventTarget | null): boolean {
  const isInField = target instanceof Element && target.closest(TYPING) !== null;
  return isInField || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
