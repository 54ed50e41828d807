import type { Collector } from '#library/files/reading/collect/collector.ts';
import { columnName } from '#library/files/reading/csv/csv.ts';
import type { Fields } from '#library/files/reading/collect/fields.ts';
import { collectFolders } from '#library/files/reading/collect/folder-lists.ts';
import {
  firstText,
  idOf,
  isRecord,
  type JsonRecord,
  recordsOf,
} from '#library/files/reading/collect/json-values.ts';

/** Keys of lists with folders that links refer to by id. */
const LISTS = new Set(['folders', 'collections', 'categories', 'lists', 'groups']);
const PARENTS = ['parentId', 'parent_id', 'parentID', 'parent', 'folderId', 'folder_id'];
/** The field of a link with the id of its folder. */
const IDS =
  'folder id,collection id,category id,list id,group id,parent id,folder,collection,category,list,group'.split(
    ',',
  );

export interface FolderIds {
  /** The key of the folder list in the root of the file. */
  readonly key: string | null;
  readonly positions: ReadonlyMap<string, number>;
}

/** Creates the folders of the first list in the root of a file whose objects all have an id and a name, but no links. */
export function readFolderList(root: unknown, collector: Collector): FolderIds {
  for (const [key, value] of Object.entries(isRecord(root) ? root : {})) {
    const folders = recordsOf(value);
    if (!LISTS.has(columnName(key)) || folders.length === 0 || !folders.every(isFolder)) continue;
    const listed = folders.map((folder) => ({
      id: idOf(folder['id']) ?? '',
      parent: PARENTS.map((name) => idOf(folder[name])).find((id) => id !== null) ?? null,
      name: nameOf(folder),
    }));
    return { key, positions: collectFolders(listed, collector) };
  }
  return { key: null, positions: new Map() };
}

function isFolder(entry: JsonRecord): boolean {
  const hasContent = Object.values(entry).some((value) => typeof value === 'object' && value !== null);
  return !hasContent && idOf(entry['id']) !== null && nameOf(entry) !== null && !('url' in entry);
}

function nameOf(folder: JsonRecord): string | null {
  return firstText(folder['name'], folder['title']);
}

/** The folder that a link refers to by id, or null. */
export function folderById(link: Fields, { positions }: FolderIds): number | null {
  return positions.size === 0 ? null : link.take(IDS, (id) => positions.get(idOf(id) ?? '') ?? null);
}
