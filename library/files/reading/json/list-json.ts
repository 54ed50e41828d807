import { numberText } from '#library/text/number-text.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import {
  firstText,
  isRecord,
  joinNotes,
  listOf,
  recordsOf,
  textOf,
  type JsonRecord,
} from '#library/files/reading/collect/json-values.ts';
import { looseEntry } from '#library/files/reading/collect/loose-entry.ts';
import type { RawEntry } from '#library/files/reading/collect/raw-entry.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import { columnName } from '#library/files/reading/csv/csv.ts';

/** A product whose JSON is one list of links, without folders. */
interface ListProduct {
  readonly kind: string;
  readonly source: string;
  /** Finds the list, if it is not the whole value. */
  readonly list?: (value: unknown) => unknown;
  /** Whether an entry of the list identifies this product. */
  readonly matches: (entry: JsonRecord) => boolean;
  /** Reads an entry. Null if it is skipped. */
  readonly entry: (fields: Fields, collector: Collector) => RawEntry | null;
  /** How `entry` names the fields of a key. */
  readonly nameOf?: (key: string) => string;
}

function listJson({
  kind,
  source,
  list = (value) => value,
  matches,
  entry,
  nameOf,
}: ListProduct): JsonFormat {
  return {
    kind,
    matches: (value) => recordsOf(list(value)).some(matches),
    read: (value, collector) => {
      for (const fields of entriesOf(list(value), collector, nameOf)) {
        const link = entry(fields, collector);
        if (link !== null) fields.collect(link, collector);
      }
      return source;
    },
  };
}

/** Yields the objects of a list. Any other element is an entry too, and is skipped, so that the user sees it. */
function* entriesOf(
  list: unknown,
  collector: Collector,
  nameOf?: (key: string) => string,
): Generator<Fields> {
  for (const value of listOf(list)) {
    if (isRecord(value)) yield Fields.of(value, nameOf);
    else collector.skip('not-a-link', '', textOf(value));
  }
}

/** The response of linkding's API, or only the list in it. */
const LINKDING = listJson({
  kind: 'linkding-json',
  source: 'linkding',
  list: (value) => (isRecord(value) ? value['results'] : value),
  matches: (entry) => 'tag_names' in entry || 'date_added' in entry,
  entry: (entry) => ({
    url: entry.text('url'),
    title: firstText(entry.get('title'), entry.get('website_title')),
    created: entry.get('date_added'),
    tags: entry.tags('tag_names'),
    note: joinNotes(entry.get('description'), entry.get('notes')),
    archived: entry.flag('is_archived'),
    unread: entry.flag('unread'),
  }),
});

/** linkding's response, also without bookmarks, or with only some of them. */
const LINKDING_ANSWER: JsonFormat = {
  ...LINKDING,
  matches: (value) =>
    LINKDING.matches(value) || (isRecord(value) && value['count'] === 0 && Array.isArray(value['results'])),
  read: (value, collector) => {
    const { count, results } = isRecord(value) ? value : {};
    const found = listOf(results).length;
    if (typeof count === 'number' && count > found) {
      collector.tell(
        `The file has ${numberText(found)} of the ${numberText(count)} bookmarks of this linkding. Export the others too.`,
      );
    }
    return LINKDING.read(value, collector);
  },
};

/**
 * In Pinboard's JSON, `description` is the title and `extended` the note. JSON is plain text, so entities in it are not decoded.
 */
const PINBOARD = listJson({
  kind: 'pinboard-json',
  source: 'Pinboard',
  matches: (entry) =>
    'href' in entry &&
    !('url' in entry) &&
    ['description', 'extended', 'toread'].some((field) => field in entry),
  entry: (entry) => ({
    url: entry.text('href'),
    title: entry.text('description'),
    created: entry.get('time'),
    tags: entry.text('tags')?.split(/\s+/) ?? entry.tags('tags'),
    note: entry.text('extended'),
    unread: entry.flag('toread'),
  }),
});

/** A metadata file from an Omnivore zip. The description comes from the page, so it does not become a note. */
export const OMNIVORE_JSON = listJson({
  kind: 'omnivore-json',
  source: 'Omnivore',
  matches: (entry) => 'savedAt' in entry && ['slug', 'labels', 'state'].some((field) => field in entry),
  entry: (entry, collector) => {
    const state = entry.text('state')?.toLowerCase();
    if (state === 'deleted') {
      collector.skip('not-a-link', entry.text('url'), entry.text('title'));
      collector.tell('Links that you had deleted in Omnivore were left out.');
      return null;
    }
    return {
      url: entry.text('url'),
      title: entry.text('title'),
      created: entry.get('savedAt'),
      tags: entry.tags('labels'),
      archived: state === 'archived',
      cover: entry.text('thumbnail'),
    };
  },
});

/** The content is the whole article, so only the user's annotations become the note. */
const WALLABAG = listJson({
  kind: 'wallabag-json',
  source: 'wallabag',
  list: (value) => {
    const embedded = isRecord(value) ? value['_embedded'] : null;
    return isRecord(embedded) ? embedded['items'] : value;
  },
  matches: (entry) => 'is_archived' in entry && 'is_starred' in entry,
  entry: (entry) => ({
    url: firstText(entry.get('url'), entry.get('given_url'), entry.get('origin_url')),
    title: entry.text('title'),
    created: entry.get('created_at'),
    tags: entry.tags('tags'),
    note: joinNotes(...recordsOf(entry.get('annotations')).map(annotationText)),
    favorite: entry.flag('is_starred'),
    archived: entry.flag('is_archived'),
    cover: entry.text('preview_picture'),
  }),
});

/** The quoted passage of the article, and then the user's text about it. */
function annotationText(annotation: JsonRecord): string {
  const quote = textOf(annotation['quote'])?.trim() ?? '';
  const text = textOf(annotation['text'])?.trim() ?? '';
  return [quote === '' ? '' : `> ${quote}`, text].filter((line) => line !== '').join('\n');
}

/** Products with usual names for their fields. `signs` are the keys that identify the product. */
const LOOSE = [
  // Readeck's `href` is the url in its API.
  { kind: 'readeck-json', source: 'Readeck', signs: ['url', 'is_marked', 'labels'], ignored: ['href'] },
  { kind: 'goodlinks-json', source: 'GoodLinks', signs: ['url', 'addedAt', 'starred'], ignored: [] },
  { kind: 'anybox-json', source: 'Anybox', signs: ['url', 'dateAdded', 'comment', 'tags'], ignored: [] },
  { kind: 'grimoire-json', source: 'Grimoire', signs: ['url', 'read_later', 'is_pinned'], ignored: [] },
].map(({ kind, source, signs, ignored }) =>
  listJson({
    kind,
    source,
    matches: (entry) => signs.every((sign) => Object.hasOwn(entry, sign)),
    nameOf: columnName,
    entry: (entry, collector) => {
      entry.ignore(...ignored);
      return looseEntry(entry, collector);
    },
  }),
);

/** The formats are tried in this order. Pinboard is last, because Readeck has its fields too. */
export const LIST_JSON: readonly JsonFormat[] = [
  WALLABAG,
  LINKDING_ANSWER,
  OMNIVORE_JSON,
  ...LOOSE,
  PINBOARD,
];
