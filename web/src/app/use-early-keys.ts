import { useEffect } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { isComposing } from '#web/ui/is-composing.ts';

import { isPopupOpen } from '#web/ui/is-typing.ts';

/** Quick open may load after its key. It gets the keys pressed meanwhile, not the focused row or field. */
export function useEarlyKeys(): void {
  const { popup } = useClientState();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const opened = popup.get();
      if (opened?.kind !== 'quick-open' || isPopupOpen()) return;
      const { key, altKey, ctrlKey, metaKey } = event;
      if (altKey || ctrlKey || metaKey || isComposing(event)) return;
      const { text = '' } = opened;
      if (key === 'Escape') popup.set(null);
      else if (key === 'Enter') popup.set({ ...opened, isEntered: true });
      else if (key === 'Backspace') popup.set({ kind: 'quick-open', text: text.slice(0, -1) });
      else if (key.length === 1) popup.set({ kind: 'quick-open', text: text + key });
      else if (key !== 'Delete') return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [popup]);
}
