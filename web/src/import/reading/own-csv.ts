import { csvFormat, type CsvCells } from './csv-format.ts';
import { collectPath } from './folder-lists.ts';
import { isSet } from './json-values.ts';

const COLUMNS = ['url', 'title', 'folder', 'tags', 'note', 'created', 'favorite'];
/** A spreadsheet would run such a cell as a formula, so our export puts a `'` before it (docs/decisions/038). */
const GUARDED = /^'+[=+\-@]/;

/** Foldmark's own CSV. The cell of the folders has one path a line. */
export const OWN_CSV = csvFormat({
  kind: 'foldmark-csv',
  source: 'Foldmark',
  fits: (columns) => columns.size === COLUMNS.length && COLUMNS.every((column) => columns.has(column)),
  readRow: (guarded, collector) => {
    const cells: CsvCells = (column) => unguarded(guarded(column));
    const paths = cells('folder')
      .split(/[\r\n]+/)
      .filter((path) => path.trim() !== '');
    collector.link({
      url: cells('url'),
      title: cells('title'),
      created: cells('created'),
      folders: paths.map((path) => collectPath(path.split(' / '), collector)),
      tags: cells('tags').split(','),
      note: cells('note'),
      favorite: isSet(cells('favorite')),
    });
  },
});

function unguarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
