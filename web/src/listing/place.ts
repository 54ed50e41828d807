import type { Key } from '#web/sync/library/keys.ts';
import type { LinkScope } from '#web/sync/library/link-views.ts';

/** Which list is shown, as far as its rows differ. */
export type Place = LinkScope;

export function folderOf(place: Place): Key | null {
  return place.kind === 'folder' ? place.folder : null;
}
