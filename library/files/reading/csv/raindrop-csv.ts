import type { Collector } from '#library/files/reading/collect/collector.ts';
import { csvFormat } from './csv-format.ts';
import type { Fields } from '#library/files/reading/collect/fields.ts';
import { collectPath } from '#library/files/reading/collect/folder-lists.ts';
import { isSet } from '#library/files/reading/collect/json-values.ts';

/** Raindrop's system collection for links in no collection. It's no folder of the user. */
const NO_COLLECTION = 'Unsorted';
const IMPORT_COLUMNS = new Set(['url', 'folder', 'title', 'note', 'tags', 'created']);

/** Raindrop writes paths with ` / `. A bare `/` belongs to the name. */
export const RAINDROP_CSV = csvFormat({
  kind: 'raindrop-csv',
  source: 'Raindrop.io',
  fits: (columns) =>
    columns.has('url') &&
    columns.has('folder') &&
    ['excerpt', 'cover', 'highlights'].some((column) => columns.has(column)),
  readRow: (row, collector) => readRow(row, ' / ', collector),
});

/** The shape that Raindrop reads. There every `/` separates names. */
export const RAINDROP_IMPORT_CSV = csvFormat({
  kind: 'raindrop-csv',
  source: 'Raindrop.io',
  fits: (columns) =>
    columns.has('url') && columns.has('folder') && [...columns].every((column) => IMPORT_COLUMNS.has(column)),
  readRow: (row, collector) => readRow(row, '/', collector),
});

function readRow(row: Fields, separator: string, collector: Collector): void {
  const names = row.cell('folder').split(separator);
  const path = names.map((name) => name.trim()).filter((name) => name !== '');
  const isUnsorted = path.length === 1 && path[0] === NO_COLLECTION;
  collector.link({
    url: row.cell('url'),
    title: row.cell('title'),
    created: row.cell('created'),
    folders: path.length === 0 || isUnsorted ? [] : [collectPath(path, collector)],
    tags: row.cell('tags').split(','),
    note: row.cell('note'),
    favorite: isSet(row.cell('favorite')),
    cover: row.cell('cover'),
  });
}
