import { createContext, use } from 'react';

import type { Dragged } from '#web/state/dragged.ts';
import { createToasts, type Toasts } from '#web/state/toasts.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { createStore, type Store } from '#web/sync/store.ts';

/** The open popup. Opening another closes it. */
export type Popup =
  | { readonly kind: 'new-link' }
  | { readonly kind: 'edit-link'; readonly linkId: Key }
  | { readonly kind: 'link-folders'; readonly linkId: Key }
  | { readonly kind: 'new-folder'; readonly parentId?: Key }
  | { readonly kind: 'edit-folder'; readonly folderId: Key }
  | { readonly kind: 'move-folder'; readonly folderId: Key };

/** The state of this tab that is not sent to the server. */
export interface ClientState {
  readonly popup: Store<Popup | null>;
  /** The text of 'search my links'. */
  readonly search: Store<string>;
  /** The number of search results in the current list; null if no list shows. */
  readonly found: Store<number | null>;
  /** The link that was just created, while it is highlighted. */
  readonly newLink: Store<Key | null>;
  readonly dragged: Store<Dragged | null>;
  /** The drop target, from the drop until the end of the drag. 0 is the top level. */
  readonly droppedOn: Store<Key | null>;
  readonly toasts: Toasts;
}

export function createClientState(): ClientState {
  return {
    popup: createStore<Popup | null>(null),
    search: createStore(''),
    found: createStore<number | null>(null),
    newLink: createStore<Key | null>(null),
    dragged: createStore<Dragged | null>(null),
    droppedOn: createStore<Key | null>(null),
    toasts: createToasts(),
  };
}

export const ClientStateContext = createContext<ClientState | null>(null);

export function useClientState(): ClientState {
  const state = use(ClientStateContext);
  if (state === null) throw new Error('There is no ClientStateContext above this component.');
  return state;
}
