import { type Popup, useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';

export function usePopup(): Popup | null {
  return useStore(useClientState().popup);
}

/** Returns a function that opens a popup or, with null, closes the open one. Does not subscribe to the open popup. */
export function useSetPopup(): (popup: Popup | null) => void {
  return useClientState().popup.set;
}

export function useClosePopup(): () => void {
  const setPopup = useSetPopup();
  return () => {
    setPopup(null);
  };
}
