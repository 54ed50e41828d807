import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Key } from '#web/sync/library/keys.ts';

/** The one popup that is open: there is room for one, so opening another closes it. */
export type Popup =
  | { readonly kind: 'new-link' }
  | { readonly kind: 'edit-link'; readonly linkId: Key }
  | { readonly kind: 'link-folders'; readonly linkId: Key }
  | { readonly kind: 'new-folder'; readonly parentId?: Key }
  | { readonly kind: 'edit-folder'; readonly folderId: Key }
  | { readonly kind: 'move-folder'; readonly folderId: Key };

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
