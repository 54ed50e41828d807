import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import {
  collectFolders,
  positionsOf,
  type ListedFolder,
} from '#library/files/reading/collect/folder-lists.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import { idOf, isRecord, listOf, textOf } from '#library/files/reading/collect/json-values.ts';

/** Karakeep's export. A bookmark can be in several lists. The export has no favorites. */
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
  const entry = Fields.of(bookmark);
  const content = Fields.of(entry.get('content'));
  const title = entry.text('title') ?? content.text('title');
  const url = content.text('url');
  if (content.get('type') !== 'link' && url === null) {
    collector.skip('not-a-link', '', title);
    return;
  }
  collector.link({
    url,
    title,
    created: entry.get('createdAt'),
    folders: positionsOf(listOf(entry.get('lists')).map(idOf), positions),
    tags: entry.tags('tags'),
    note: entry.text('note'),
    favorite: entry.flag('favourited'),
    archived: entry.flag('archived'),
  });
  for (const fields of [entry, content]) fields.tellUnused(collector);
}
