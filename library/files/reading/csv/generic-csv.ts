import { csvFormat } from './csv-format.ts';
import { LOOSE_NAMES, looseEntry } from '#library/files/reading/collect/loose-entry.ts';

/** A CSV of no known product, or made by hand. */
export const GENERIC_CSV = csvFormat({
  kind: 'csv',
  source: 'CSV',
  fits: (columns) => LOOSE_NAMES.url.some((column) => columns.has(column)),
  urlColumn: (columns) => LOOSE_NAMES.url.find((column) => columns.has(column)) ?? 'url',
  readRow: (row, collector) => {
    collector.link(looseEntry(row, collector));
  },
});
