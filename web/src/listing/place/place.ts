import type { Key } from '@foldmark/library/memory/keys';
import type { LinkScope } from '@foldmark/library/memory/link-views';

/** The list that is shown: all items, a folder, favorites or trash. */
export type Place = LinkScope & {
  /** Set for a list that has its own order. */
  readonly listId?: 'recent' | 'search';
};

/** Identifies a list whose order is stored. */
export function listIdOf(place: Place): string {
  return place.listId ?? (place.kind === 'folder' ? `folder:${place.folder}` : place.kind);
}

export function folderOf(place: Place): Key | null {
  return place.kind === 'folder' ? place.folder : null;
}
