import type { Collector } from './collector.ts';
import { columnName } from './csv.ts';
import { collectPath } from './folder-lists.ts';
import type { JsonFormat } from './format.ts';
import { isRecord, isSet, joinNotes, tagNames, textOf, type JsonRecord } from './json-values.ts';
import { LOOSE_COLUMNS, loosePath, looseTags } from './loose-columns.ts';

/** Where a file of no known product has its list. */
const LIST_KEYS = ['bookmarks', 'links', 'items', 'results', 'entries', 'urls', 'data', 'list'];
const WEB_URL = /^\s*(?:https?|ftp):\/\/\S/i;

/** A list of urls, or of objects with a url. Other JSON is refused, even if it has urls somewhere. */
export const GENERIC_JSON: JsonFormat = {
  kind: 'json',
  matches: (value) => listIn(value).some((entry) => WEB_URL.test(urlOf(entry))),
  read: (value, collector) => {
    for (const entry of listIn(value)) {
      if (isRecord(entry)) readEntry(entry, collector);
      else if (typeof entry === 'string' && WEB_URL.test(entry)) collector.link({ url: entry });
      else collector.skip('not-a-link', '', textOf(entry));
    }
    return 'JSON';
  },
};

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  for (const key of LIST_KEYS) {
    const list = Object.hasOwn(value, key) ? value[key] : null;
    if (Array.isArray(list)) return list;
  }
  return [];
}

function urlOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  return isRecord(entry) ? (textOf(firstOf(valuesOf(entry), LOOSE_COLUMNS.url)) ?? '') : '';
}

function readEntry(entry: JsonRecord, collector: Collector): void {
  const values = valuesOf(entry);
  const first = (columns: readonly string[]): unknown => firstOf(values, columns);
  const folder = first(LOOSE_COLUMNS.folder);
  const folderName = isRecord(folder) ? (folder['name'] ?? folder['title']) : folder;
  const path = loosePath(textOf(folderName) ?? '');
  const tags = first(LOOSE_COLUMNS.tags);
  collector.link({
    url: textOf(first(LOOSE_COLUMNS.url)),
    title: textOf(first(LOOSE_COLUMNS.title)),
    created: first(LOOSE_COLUMNS.created),
    folders: path.length === 0 ? [] : [collectPath(path, collector)],
    tags: typeof tags === 'string' ? looseTags(tags) : tagNames(tags),
    note: joinNotes(...LOOSE_COLUMNS.note.map((column) => values.get(column))),
    favorite: isSet(first(LOOSE_COLUMNS.favorite)),
    archived: isSet(first(LOOSE_COLUMNS.archived)),
    unread: isSet(first(LOOSE_COLUMNS.unread)),
    cover: textOf(first(LOOSE_COLUMNS.cover)),
  });
}

function valuesOf(entry: JsonRecord): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(entry).map(([key, value]) => [columnName(key), value]));
}

function firstOf(values: ReadonlyMap<string, unknown>, columns: readonly string[]): unknown {
  return columns.map((column) => values.get(column)).find(isGiven);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
