import { csvFormat } from './csv-format.ts';
import { collectPath } from './folder-lists.ts';
import { isSet, joinNotes } from './json-values.ts';
import { LOOSE_COLUMNS, loosePath, looseTags } from './loose-columns.ts';

/** A CSV of no known product, or made by hand. */
export const GENERIC_CSV = csvFormat({
  kind: 'csv',
  source: 'CSV',
  fits: (columns) => LOOSE_COLUMNS.url.some((column) => columns.has(column)),
  urlColumn: (columns) => LOOSE_COLUMNS.url.find((column) => columns.has(column)) ?? 'url',
  readRow: (cells, collector) => {
    const first = (columns: readonly string[]): string =>
      columns.map((column) => cells(column)).find((cell) => cell.trim() !== '') ?? '';
    const path = loosePath(first(LOOSE_COLUMNS.folder));
    collector.link({
      url: first(LOOSE_COLUMNS.url),
      title: first(LOOSE_COLUMNS.title),
      created: first(LOOSE_COLUMNS.created),
      folders: path.length === 0 ? [] : [collectPath(path, collector)],
      tags: looseTags(first(LOOSE_COLUMNS.tags)),
      note: joinNotes(...LOOSE_COLUMNS.note.map((column) => cells(column))),
      favorite: isSet(first(LOOSE_COLUMNS.favorite)),
      archived: isSet(first(LOOSE_COLUMNS.archived)),
      unread: isSet(first(LOOSE_COLUMNS.unread)),
      cover: first(LOOSE_COLUMNS.cover),
    });
  },
});
