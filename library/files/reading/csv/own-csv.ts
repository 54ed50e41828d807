import { LINK_DETAILS } from '#library/entities/link.ts';

import { csvFormat } from './csv-format.ts';
import { collectPath } from '#library/files/reading/collect/folder-lists.ts';
import { unguarded } from '#library/files/reading/clean/formula-guard.ts';
import { isSet } from '#library/files/reading/collect/json-values.ts';

const DETAILS = Object.keys(LINK_DETAILS);

/** The columns in the first line of our file. */
export const OWN_COLUMNS = ['url', 'title', 'folder', 'tags', ...DETAILS, 'created', 'favorite'];
/** Separates the names of a path. If a name contains the separator, the path is read as one with more folders. */
export const PATH_SEPARATOR = ' / ';

/** Foldmark's own CSV. The folder cell has one path per line. */
export const OWN_CSV = csvFormat({
  kind: 'foldmark-csv',
  source: 'Foldmark',
  columns: OWN_COLUMNS,
  others: [],
  entry: (row, collector) => {
    const cell = (column: string): string => unguarded(row.cell(column));
    const paths = cell('folder')
      .split(/[\r\n]+/)
      .filter((path) => path.trim() !== '');
    return {
      url: cell('url'),
      title: cell('title'),
      created: cell('created'),
      folders: paths.map((path) => collectPath(path.split(PATH_SEPARATOR), collector)),
      tags: cell('tags').split(','),
      ...Object.fromEntries(DETAILS.map((name) => [name, cell(name)])),
      favorite: isSet(cell('favorite')),
    };
  },
});
