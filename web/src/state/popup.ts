import { type Popup, useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';

export function usePopup(): Popup | null {
  return useStore(useClientState().popup);
}

/** Opens a popup or, with null, closes whichever is open. Does not render again when one opens. */
export function useSetPopup(): (popup: Popup | null) => void {
  return useClientState().popup.set;
}

export function useClosePopup(): () => void {
  const setPopup = useSetPopup();
  return () => {
    setPopup(null);
  };
}
