import type { RecordView } from '#library/changes/change.ts';

import type { Library } from './library.ts';
import { membershipKey } from './pairs.ts';

/** A view of the visible library, for the changes. References are keys. */
export function viewOf(library: Library): RecordView {
  return {
    link: (key) => library.link(key),
    folder: (key) => {
      const folder = library.folder(key);
      if (folder === undefined) return undefined;
      const parent_folder_id = library.keyOf('folder', folder.parent_folder_id);
      return parent_folder_id === folder.parent_folder_id ? folder : { ...folder, parent_folder_id };
    },
    member: (folder, link) => library.tables.folder_links.get(membershipKey(folder, link)),
    isFavorite: (kind, key) => library.isFavorite(kind, key),
    distinctOf: (link) => library.link(link)?.distinct_from.map((id) => library.keyOf('link', id)) ?? [],
    foldersOf: (link) => library.foldersOf(link),
    isFolderUsed: (folder) => library.hasLinks(folder) || library.tree.descendants(folder).length > 0,
    // The profile is not part of the library.
    user: () => undefined,
  };
}
