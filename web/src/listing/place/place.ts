import type { Key } from '@foldmark/library/memory/keys';
import type { LinkOrder, LinkScope } from '@foldmark/library/memory/link-views';

/** The list that is shown: all items, a folder, favorites or trash. */
export type Place = LinkScope & {
  /** Set for a list that has its own order. */
  readonly listId?: 'recent' | 'search';
  /** The order until the user chooses one. By default, by url. */
  readonly order?: LinkOrder;
};

/** Identifies a list whose order is stored. */
export function listIdOf(place: Place): string {
  return place.listId ?? (place.kind === 'folder' ? `folder:${place.folder}` : place.kind);
}

export function folderOf(place: Place): Key | null {
  return place.kind === 'folder' ? place.folder : null;
}
