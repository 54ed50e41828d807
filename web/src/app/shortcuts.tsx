import { lazy, Suspense, useEffect, useState } from 'react';

import { useSetPopup } from '#web/data/popup/popup.ts';

import { SEARCH_FIELD_ID } from './layout/search-field.tsx';
import { shortcutOf } from './shortcut-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** The keys of the whole app, for members. */
export function Shortcuts() {
  const setPopup = useSetPopup();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, isTyping(event.target));
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === 'search') document.getElementById(SEARCH_FIELD_ID)?.focus();
      else if (shortcut === 'help') setHelpOpen(true);
      else setPopup({ kind: shortcut });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [setPopup]);
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
