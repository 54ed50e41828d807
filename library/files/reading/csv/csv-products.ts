import type { Collector } from '#library/files/reading/collect/collector.ts';
import type { Fields } from '#library/files/reading/collect/fields.ts';
import { collectPath } from '#library/files/reading/collect/folder-lists.ts';
import { isSet, jsonListOf } from '#library/files/reading/collect/json-values.ts';
import { LOOSE_NAMES, looseEntry } from '#library/files/reading/collect/loose-entry.ts';
import type { RawEntry } from '#library/files/reading/collect/raw-entry.ts';
import { csvFormat, type CsvProduct } from './csv-format.ts';
import { pythonList } from './python-list.ts';

/** Raindrop writes paths with ` / `. A bare `/` is part of the name. */
const RAINDROP: CsvProduct = {
  kind: 'raindrop-csv',
  source: 'Raindrop.io',
  columns: ['url', 'folder'],
  oneOf: ['excerpt', 'cover', 'highlights'],
  entry: (row, collector) => raindropEntry(row, ' / ', collector),
};

/** The CSV format that Raindrop imports. In it, every `/` separates names. */
const RAINDROP_IMPORT: CsvProduct = {
  kind: RAINDROP.kind,
  source: RAINDROP.source,
  columns: RAINDROP.columns,
  others: ['title', 'note', 'tags', 'created'],
  entry: (row, collector) => raindropEntry(row, '/', collector),
};

function raindropEntry(row: Fields, separator: string, collector: Collector): Partial<RawEntry> {
  const names = row.cell('folder').split(separator);
  const path = names.map((name) => name.trim()).filter((name) => name !== '');
  // The system collection for links without a collection, which is no folder of the user.
  const isUnsorted = path.length === 1 && path[0] === 'Unsorted';
  return {
    created: row.cell('created'),
    folders: isUnsorted ? [] : [collectPath(path, collector)],
    tags: row.cell('tags').split(','),
    note: row.cell('note'),
    favorite: isSet(row.cell('favorite')),
    cover: row.cell('cover'),
  };
}

/** Rows with the location `feed` came from subscriptions. The user has never saved them. */
const READWISE: CsvProduct = {
  kind: 'readwise-csv',
  source: 'Readwise Reader',
  columns: ['url'],
  oneOf: ['document tags', 'reading progress'],
  entry: (row, collector) => {
    const location = stateOf(row, 'location');
    if (location === 'feed') {
      collector.skip('feed-item', row.cell('url'), row.cell('title'));
      collector.tell('Items of your feeds were left out, because you never saved them to your library.');
      return null;
    }
    return {
      created: row.cell('saved date'),
      tags: pythonList(row.cell('document tags')),
      archived: location === 'archive',
      unread: ['new', 'later', 'shortlist'].includes(location),
    };
  },
};

/** The folders `Unread`, `Archive` and `Starred` are states of a link. */
const INSTAPAPER: CsvProduct = {
  kind: 'instapaper-csv',
  source: 'Instapaper',
  columns: ['url', 'selection', 'folder'],
  entry: (row, collector) => {
    const folder = row.cell('folder').trim();
    const isState = ['Unread', 'Archive', 'Starred', ''].includes(folder);
    const tags = row.cell('tags');
    return {
      created: row.cell('timestamp'),
      folders: isState ? [] : [collectPath([folder], collector)],
      tags: jsonListOf(tags) ?? tags.replaceAll(/^\s*\[|\]\s*$/g, '').split(','),
      note: row.cell('selection'),
      favorite: folder === 'Starred',
      archived: folder === 'Archive',
      unread: folder === 'Unread',
    };
  },
};

/** Pocket does not export favorites. The title of a page without one is its url. */
const POCKET: CsvProduct = {
  kind: 'pocket-csv',
  source: 'Pocket',
  columns: ['url', 'time added'],
  entry: (row) => ({
    created: row.cell('time added'),
    tags: row.cell('tags').split('|'),
    unread: stateOf(row, 'status') === 'unread',
    archived: stateOf(row, 'status') === 'archive',
  }),
};

/** The content is the whole article, so it does not become a note. */
const WALLABAG: CsvProduct = {
  kind: 'wallabag-csv',
  source: 'wallabag',
  columns: ['url', 'creation date'],
  oneOf: ['mime type', 'content'],
  entry: (row) => ({ created: dayOf(row.cell('creation date')), tags: row.cell('tags').split(',') }),
};

/** Blanks separate tags. Tags that contain a blank are in quotes. */
const DIIGO: CsvProduct = {
  kind: 'diigo-csv',
  source: 'Diigo',
  columns: ['url', 'tags', 'comments', 'annotations'],
  entry: (row, collector) => {
    const tags = row.cell('tags').match(/"[^"]*"|[^\s"]+/g) ?? [];
    return { ...looseEntry(row, collector), tags: tags.map((tag) => tag.replaceAll('"', '')) };
  },
};

/** Commas join the names of a link's lists. */
const LINKACE: CsvProduct = {
  kind: 'linkace-csv',
  source: 'LinkAce',
  columns: ['url', 'lists', 'tags', 'check disabled'],
  entry: (row, collector) => {
    const lists = row.cell('lists').split(',');
    // These columns are about LinkAce's checks of the page.
    row.ignore('status', 'check disabled', 'last checked at');
    const paths = lists.flatMap((name) => (name.trim() === '' ? [] : [[name]]));
    return looseEntry(row, collector, paths);
  },
};

/** Links in the queue are still to be read. */
const MATTER: CsvProduct = {
  kind: 'matter-csv',
  source: 'Matter',
  columns: ['url', 'in queue', 'publisher'],
  entry: looseEntry,
};

/** The CSV of an unknown product, or made by hand. */
const GENERIC: CsvProduct = {
  kind: 'csv',
  source: 'CSV',
  columns: [],
  oneOf: LOOSE_NAMES.url,
  entry: looseEntry,
};

export const POCKET_CSV = csvFormat(POCKET);

/** The formats are tried in this order. */
export const CSV_FORMATS = [
  ...[RAINDROP, RAINDROP_IMPORT, READWISE, INSTAPAPER].map(csvFormat),
  POCKET_CSV,
  ...[WALLABAG, DIIGO, LINKACE, MATTER, GENERIC].map(csvFormat),
];

function stateOf(row: Fields, column: string): string {
  return row.cell(column).trim().toLowerCase();
}

/** wallabag writes `d/m/Y h:i:s` with 12 hours but without am or pm, so only the day is certain. */
function dayOf(date: string): string {
  const [, day, month, year] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/.exec(date) ?? [];
  if (day === undefined || month === undefined || year === undefined) return date;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
