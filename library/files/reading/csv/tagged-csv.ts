import { csvFormat } from './csv-format.ts';
import { looseEntry } from '#library/files/reading/collect/loose-entry.ts';

/** Products whose tables have usual columns, and one that is written in a way of its own. */

/** Tags are separated by blanks. Those with a blank have quotes. */
export const DIIGO_CSV = csvFormat({
  kind: 'diigo-csv',
  source: 'Diigo',
  fits: (columns) => ['url', 'tags', 'comments', 'annotations'].every((column) => columns.has(column)),
  readRow: (row, collector) => {
    const tags = row.cell('tags').match(/"[^"]*"|[^\s"]+/g) ?? [];
    collector.link({ ...looseEntry(row, collector), tags: tags.map((tag) => tag.replaceAll('"', '')) });
  },
});

/** The names of a link's lists are joined by commas. */
export const LINKACE_CSV = csvFormat({
  kind: 'linkace-csv',
  source: 'LinkAce',
  fits: (columns) => ['url', 'lists', 'tags', 'check disabled'].every((column) => columns.has(column)),
  readRow: (row, collector) => {
    const lists = row
      .cell('lists')
      .split(',')
      .filter((name) => name.trim() !== '');
    // How LinkAce checks the page.
    row.ignore('status', 'check disabled', 'last checked at');
    const paths = lists.map((name) => [name]);
    collector.link(looseEntry(row, collector, paths));
  },
});

/** Links in the queue are to read later. */
export const MATTER_CSV = csvFormat({
  kind: 'matter-csv',
  source: 'Matter',
  fits: (columns) => ['url', 'in queue', 'publisher'].every((column) => columns.has(column)),
  readRow: (row, collector) => {
    collector.link(looseEntry(row, collector));
  },
});
