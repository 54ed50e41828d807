import type { Collector } from './collector.ts';
import { collectFolders, positionsOf, type ListedFolder } from './folder-lists.ts';
import type { JsonFormat } from './format.ts';
import { idOf, isRecord, isSet, listOf, tagNames, textOf } from './json-values.ts';

/** A bookmark can be in several lists. Favorites are not part of the export. */
export const KARAKEEP_JSON: JsonFormat = {
  kind: 'karakeep-json',
  matches: (value) =>
    isRecord(value) &&
    Array.isArray(value['bookmarks']) &&
    (Array.isArray(value['lists']) || value['bookmarks'].some(hasContent)),
  read: (value, collector) => {
    const file = isRecord(value) ? value : {};
    const lists = listOf(file['lists']).flatMap((list) => listedFolder(list, collector));
    const positions = collectFolders(lists, collector);
    for (const bookmark of listOf(file['bookmarks'])) readBookmark(bookmark, positions, collector);
    return 'Karakeep';
  },
};

function hasContent(bookmark: unknown): boolean {
  if (!isRecord(bookmark) || !Object.hasOwn(bookmark, 'content')) return false;
  return bookmark['content'] === null || isRecord(bookmark['content']);
}

function listedFolder(list: unknown, collector: Collector): ListedFolder[] {
  const id = isRecord(list) ? idOf(list['id']) : null;
  if (!isRecord(list) || id === null) return [];
  const name = textOf(list['name']) ?? '';
  const isSmart = list['type'] === 'smart';
  if (isSmart) {
    collector.tell(
      `The smart list "${name.slice(0, 100)}" is a search, so it was left out. Its links arrive.`,
    );
  }
  return [{ id, parent: idOf(list['parentId']), name: isSmart ? null : name }];
}

function readBookmark(bookmark: unknown, positions: ReadonlyMap<string, number>, collector: Collector): void {
  const entry = isRecord(bookmark) ? bookmark : {};
  const content = isRecord(entry['content']) ? entry['content'] : {};
  const title = textOf(entry['title']) ?? textOf(content['title']);
  const url = textOf(content['url']);
  if (content['type'] !== 'link' && url === null) {
    collector.skip('not-a-link', '', title);
    return;
  }
  collector.link({
    url,
    title,
    created: entry['createdAt'],
    folders: positionsOf(listOf(entry['lists']).map(idOf), positions),
    tags: tagNames(entry['tags']),
    note: textOf(entry['note']),
    favorite: isSet(entry['favourited']),
    archived: isSet(entry['archived']),
  });
}
