import type { Collector } from './collector.ts';
import { csvFormat, type CsvCells } from './csv-format.ts';
import { collectPath } from './folder-lists.ts';
import { isSet } from './json-values.ts';

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
  readRow: (cells, collector) => readRow(cells, ' / ', collector),
});

/** The shape that Raindrop reads. There every `/` separates names. */
export const RAINDROP_IMPORT_CSV = csvFormat({
  kind: 'raindrop-csv',
  source: 'Raindrop.io',
  fits: (columns) =>
    columns.has('url') && columns.has('folder') && [...columns].every((column) => IMPORT_COLUMNS.has(column)),
  readRow: (cells, collector) => readRow(cells, '/', collector),
});

function readRow(cells: CsvCells, separator: string, collector: Collector): void {
  const names = cells('folder').split(separator);
  const path = names.map((name) => name.trim()).filter((name) => name !== '');
  const isUnsorted = path.length === 1 && path[0] === NO_COLLECTION;
  collector.link({
    url: cells('url'),
    title: cells('title'),
    created: cells('created'),
    folders: path.length === 0 || isUnsorted ? [] : [collectPath(path, collector)],
    tags: cells('tags').split(','),
    note: cells('note'),
    favorite: isSet(cells('favorite')),
    cover: cells('cover'),
  });
}
