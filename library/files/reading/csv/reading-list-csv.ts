import type { Collector } from '#library/files/reading/collect/collector.ts';
import { csvFormat } from './csv-format.ts';
import type { Fields } from '#library/files/reading/collect/fields.ts';
import { collectPath } from '#library/files/reading/collect/folder-lists.ts';
import { jsonListOf } from '#library/files/reading/collect/json-values.ts';
import { pythonList } from './python-list.ts';

/** Pocket does not export favorites. A page without a title has its url there. */
export const POCKET_CSV = csvFormat({
  kind: 'pocket-csv',
  source: 'Pocket',
  fits: (columns) => columns.has('url') && columns.has('time added'),
  readRow: (row, collector) => {
    const status = stateOf(row, 'status');
    collector.link({
      url: row.cell('url'),
      title: row.cell('title'),
      created: row.cell('time added'),
      tags: row.cell('tags').split('|'),
      unread: status === 'unread',
      archived: status === 'archive',
    });
  },
});

/** The folders `Unread`, `Archive` and `Starred` are states of the link. */
export const INSTAPAPER_CSV = csvFormat({
  kind: 'instapaper-csv',
  source: 'Instapaper',
  fits: (columns) => columns.has('url') && columns.has('selection') && columns.has('folder'),
  readRow: (row, collector) => {
    const folder = row.cell('folder').trim();
    const isState = ['Unread', 'Archive', 'Starred', ''].includes(folder);
    collector.link({
      url: row.cell('url'),
      title: row.cell('title'),
      created: row.cell('timestamp'),
      folders: isState ? [] : [collectPath([folder], collector)],
      tags: jsonTags(row.cell('tags')),
      note: row.cell('selection'),
      favorite: folder === 'Starred',
      archived: folder === 'Archive',
      unread: folder === 'Unread',
    });
  },
});

/** Rows of the location `feed` came from subscriptions. The user never saved them. */
export const READWISE_CSV = csvFormat({
  kind: 'readwise-csv',
  source: 'Readwise Reader',
  fits: (columns) =>
    columns.has('url') && ['document tags', 'reading progress'].some((column) => columns.has(column)),
  readRow: (row, collector) => {
    const location = stateOf(row, 'location');
    if (location === 'feed') {
      collector.skip('feed-item', row.cell('url'), row.cell('title'));
      tellFeed(collector);
      return;
    }
    collector.link({
      url: row.cell('url'),
      title: row.cell('title'),
      created: row.cell('saved date'),
      tags: pythonList(row.cell('document tags')),
      archived: location === 'archive',
      unread: location === 'new' || location === 'later' || location === 'shortlist',
    });
  },
});

/** The content is the whole article, so it's no note. */
export const WALLABAG_CSV = csvFormat({
  kind: 'wallabag-csv',
  source: 'wallabag',
  fits: (columns) =>
    columns.has('url') &&
    columns.has('creation date') &&
    ['mime type', 'content'].some((column) => columns.has(column)),
  readRow: (row, collector) => {
    collector.link({
      url: row.cell('url'),
      title: row.cell('title'),
      created: dayOf(row.cell('creation date')),
      tags: row.cell('tags').split(','),
    });
  },
});

function stateOf(row: Fields, column: string): string {
  return row.cell(column).trim().toLowerCase();
}

function tellFeed(collector: Collector): void {
  collector.tell('Items of your feeds were left out, because you never saved them to your library.');
}

/** Instapaper writes tags as JSON in the cell. */
function jsonTags(cell: string): string[] {
  return jsonListOf(cell) ?? cell.replaceAll(/^\s*\[|\]\s*$/g, '').split(',');
}

/** wallabag writes `d/m/Y h:i:s` with 12 hours and without am or pm, so only the day is sure. */
function dayOf(date: string): string {
  const [, day, month, year] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/.exec(date) ?? [];
  if (day === undefined || month === undefined || year === undefined) return date;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
