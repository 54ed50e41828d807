import type { Key } from '#web/sync/library/keys.ts';
import type { LinkScope } from '#web/sync/library/link-views.ts';

/** The list that is shown: all items, a folder, favorites or trash. */
export type Place = LinkScope;

export function folderOf(place: Place): Key | null {
  return place.kind === 'folder' ? place.folder : null;
}
