import { createContext, use } from 'react';

import type { Dragged, Drop } from '#web/state/dragged.ts';
import { createPreview, type Preview } from '#web/state/preview.ts';
import { ScrollPositions } from '#web/state/scroll-positions.ts';
import { type KeptSelection, NOTHING_SELECTED } from '#web/state/selection.ts';
import { createToasts, type Toasts } from '#web/state/toasts.ts';
import type { Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { createStore, type Store } from '#web/sync/store.ts';

/** The open popup. Opening another closes it. */
export type Popup =
  | {
      readonly kind: 'quick-open';
      /** The text that the user typed before quick open was rendered. */
      readonly text?: string;
      /** Whether the user pressed Enter before quick open was rendered. */
      readonly isEntered?: boolean;
    }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'new-link' }
  | {
      /** Asks before many links are added. */
      readonly kind: 'paste-links';
      readonly count: number;
      readonly onConfirm: () => void;
    }
  | {
      /** Shows the pasted urls that were not added because they are already saved. */
      readonly kind: 'saved-links';
      readonly saved: readonly SavedUrl[];
      /** How many links the paste had. */
      readonly pasted: number;
      readonly folder: Key | null;
      /** The lines that were left out for other reasons. */
      readonly details: readonly string[];
      /** Adds the urls all the same. */
      readonly onSave: () => void;
    }
  | { readonly kind: 'edit-link'; readonly linkId: Key }
  | { readonly kind: 'link-folders'; readonly linkId: Key }
  | { readonly kind: 'details'; readonly linkId: Key }
  | {
      readonly kind: 'new-folder';
      /** By default the shown folder. */
      readonly parentId?: Key;
    }
  | { readonly kind: 'edit-folder'; readonly folderId: Key }
  | {
      readonly kind: 'move';
      readonly items: Items;
      /** The folder from which the links are moved; null for all of their folders. */
      readonly from: Key | null;
    }
  | { readonly kind: 'add-to-folder'; readonly links: readonly Key[] }
  /** The changes that the server could not make. */
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'search-help' }
  | { readonly kind: 'export'; readonly scope: ExportScope };

/** A new url, and the saved link with the same or probably the same url. */
export interface SavedUrl {
  readonly url: string;
  readonly link: Key;
  readonly level: 'same' | 'likely';
}

/** The scope of an export: everything, a folder with everything below, selected items, or the results of a search. */
export type ExportScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'folder'; readonly folder: Key }
  | { readonly kind: 'selection'; readonly items: Items }
  | { readonly kind: 'search'; readonly text: string; readonly items: Items };

export type PopupOf<K extends Popup['kind']> = Extract<Popup, { readonly kind: K }>;

/** The number of links and folders that a search has found. */
export interface Found {
  readonly text: string;
  /** The text whose results show: without an operator that is being typed. */
  readonly shown: string;
  readonly count: number;
  /** The number of items that the search has looked at. */
  readonly total: number;
  /** Hints about operators that the search took as text, as sentences. */
  readonly hints: string;
}

/** The user's input on the page for a new link. */
export interface LinkDraft {
  readonly url: string;
  readonly name: string;
  readonly folder: ChosenFolder | null;
}

/** A folder that the user has chosen; null for none. `step` is the gesture that created the folder, if the picker created it. */
export interface ChosenFolder {
  readonly folder: Key | null;
  readonly step?: string | undefined;
}

/** The state of this tab that never leaves it. */
export interface ClientState {
  readonly popup: Store<Popup | null>;
  /** The text of 'search my links'. */
  readonly search: Store<string>;
  /** The results of the shown search; null if none is shown. */
  readonly found: Store<Found | null>;
  /** The links that were just created or added, while they are highlighted. */
  readonly newLinks: Store<readonly Key[]>;
  readonly selection: Store<KeptSelection>;
  /** Whether the folder tree is to open when it shows next, such as after an import with folders. */
  readonly opensTree: Store<boolean>;
  readonly preview: Preview;
  readonly dragged: Store<Dragged | null>;
  /** The drop, until the end of the drag. */
  readonly drop: Store<Drop | null>;
  readonly toasts: Toasts;
  /** The scroll position of each list, by its history entry. */
  readonly scrollPositions: ScrollPositions;
  /** The drafts by the key of their history entry, so that Back restores them. */
  readonly linkDrafts: Map<string, LinkDraft>;
  /** Display names that the user has typed but not saved, by the key of the history entry. */
  readonly nameDrafts: Map<string, string>;
  /** The import of the sample library, until it is removed. Null without one. */
  readonly sampleImport: Store<string | null>;
  /** Files that the user has chosen but not imported, by the key of the history entry. */
  readonly importFiles: Map<string, File>;
}

export function createClientState(): ClientState {
  return {
    popup: createStore<Popup | null>(null),
    search: createStore(''),
    found: createStore<Found | null>(null),
    newLinks: createStore<readonly Key[]>([]),
    selection: createStore<KeptSelection>({ entry: '', selection: NOTHING_SELECTED }),
    opensTree: createStore(false),
    preview: createPreview(() => localStorage),
    dragged: createStore<Dragged | null>(null),
    drop: createStore<Drop | null>(null),
    toasts: createToasts(),
    scrollPositions: new ScrollPositions(() => sessionStorage),
    linkDrafts: new Map(),
    nameDrafts: new Map(),
    sampleImport: createStore<string | null>(null),
    importFiles: new Map(),
  };
}

export const ClientStateContext = createContext<ClientState | null>(null);

export function useClientState(): ClientState {
  const state = use(ClientStateContext);
  if (state === null) throw new Error('There is no ClientStateContext above this component.');
  return state;
}
