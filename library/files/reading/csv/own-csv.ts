import { csvFormat } from './csv-format.ts';
import { collectPath } from '#library/files/reading/collect/folder-lists.ts';
import { unguarded } from '#library/files/reading/clean/formula-guard.ts';
import { isSet } from '#library/files/reading/collect/json-values.ts';

const COLUMNS = ['url', 'title', 'folder', 'tags', 'note', 'created', 'favorite'];

/** Foldmark's own CSV. The cell of the folders has one path a line. */
export const OWN_CSV = csvFormat({
  kind: 'foldmark-csv',
  source: 'Foldmark',
  fits: (columns) => columns.size === COLUMNS.length && COLUMNS.every((column) => columns.has(column)),
  readRow: (row, collector) => {
    const cell = (column: string): string => unguarded(row.cell(column));
    const paths = cell('folder')
      .split(/[\r\n]+/)
      .filter((path) => path.trim() !== '');
    collector.link({
      url: cell('url'),
      title: cell('title'),
      created: cell('created'),
      folders: paths.map((path) => collectPath(path.split(' / '), collector)),
      tags: cell('tags').split(','),
      note: cell('note'),
      favorite: isSet(cell('favorite')),
    });
  },
});
