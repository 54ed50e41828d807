import { parseId } from '#web/listing/place/path-id.ts';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

/** The part of the library that a search can be narrowed to: a folder with everything below it, the favorites or the trash. */
export type SearchPlace =
  | { readonly kind: 'folder'; readonly folder: Key }
  | { readonly kind: 'favorites' | 'trash' };

/** The place that a page shows, as the URL of a search writes it. Null for a page without such a place. */
export function placeShownAt(pathname: string): string | null {
  const [, place] = /^\/folders\/(favorites|trash|-?\d+)\/?$/.exec(pathname) ?? [];
  return place ?? null;
}

/** The place that the URL of a search names. Null if it names none, or a folder that cannot be shown. */
export function readPlace(place: string | null, library: Library, tree: FolderTree): SearchPlace | null {
  if (place === 'favorites' || place === 'trash') return { kind: place };
  const id = parseId(place ?? undefined);
  if (id === null) return null;
  const folder = library.keyOf('folder', id);
  return tree.isVisible(folder) ? { kind: 'folder', folder } : null;
}

/** `folder` is the folder of the place, if the place is a folder. */
export function nameOfPlace(
  place: SearchPlace,
  folder: { readonly name: string } | null | undefined,
): string {
  return place.kind === 'folder'
    ? (folder?.name ?? '')
    : { favorites: 'Favorites', trash: 'Trash' }[place.kind];
}

/** The state that a search stores in its history entry. */
export interface SearchState {
  /** Whether the entry before it is the page on which the search began. */
  readonly canReturn: boolean;
  /** The place that the search can be narrowed to. */
  readonly place: string | null;
}

/** The state of a search that was opened by its URL. */
const OPENED: SearchState = { canReturn: false, place: null };

export function searchStateIn(state: unknown): SearchState {
  const stored = fieldOf(state, 'search');
  const place = fieldOf(stored, 'place');
  if (stored === undefined) return OPENED;
  return {
    canReturn: fieldOf(stored, 'canReturn') === true,
    place: typeof place === 'string' ? place : null,
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
