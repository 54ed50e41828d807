import { numberText } from '#library/text/number-text.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import {
  firstText,
  isRecord,
  joinNotes,
  listOf,
  textOf,
  type JsonRecord,
} from '#library/files/reading/collect/json-values.ts';

/** Products whose JSON is a list of bookmarks without folders. */

/** The answer of linkding's API, or only its list. */
export const LINKDING_JSON: JsonFormat = {
  kind: 'linkding-json',
  matches: (value) =>
    isEmptyAnswer(value) ||
    hasEntry(linkdingList(value), (entry) => 'tag_names' in entry || 'date_added' in entry),
  read: (value, collector) => {
    const list = linkdingList(value);
    const count = isRecord(value) ? value['count'] : undefined;
    if (typeof count === 'number' && count > list.length) {
      collector.tell(
        `The file has ${numberText(list.length)} of the ${numberText(count)} bookmarks of this linkding. Export the others too.`,
      );
    }
    readEach(list, collector, (entry) => {
      entry.collect(
        {
          url: entry.text('url'),
          title: firstText(entry.get('title'), entry.get('website_title')),
          created: entry.get('date_added'),
          tags: entry.tags('tag_names'),
          note: joinNotes(entry.get('description'), entry.get('notes')),
          archived: entry.flag('is_archived'),
          unread: entry.flag('unread'),
        },
        collector,
      );
    });
    return 'linkding';
  },
};

/** `description` is the title and `extended` the note. JSON is plain text, so entities in it stay. */
export const PINBOARD_JSON: JsonFormat = {
  kind: 'pinboard-json',
  matches: (value) =>
    hasEntry(
      listOf(value),
      (entry) =>
        'href' in entry &&
        !('url' in entry) &&
        ('description' in entry || 'extended' in entry || 'toread' in entry),
    ),
  read: (value, collector) => {
    readEach(listOf(value), collector, (entry) => {
      const tags = entry.text('tags');
      entry.collect(
        {
          url: entry.text('href'),
          title: entry.text('description'),
          created: entry.get('time'),
          tags: tags === null ? entry.tags('tags') : tags.split(/\s+/),
          note: entry.text('extended'),
          unread: entry.flag('toread'),
        },
        collector,
      );
    });
    return 'Pinboard';
  },
};

/** One metadata file of an Omnivore zip. */
export const OMNIVORE_JSON: JsonFormat = {
  kind: 'omnivore-json',
  matches: (value) =>
    hasEntry(
      listOf(value),
      (entry) => 'savedAt' in entry && ('slug' in entry || 'labels' in entry || 'state' in entry),
    ),
  read: (value, collector) => {
    readOmnivore(value, collector);
    return 'Omnivore';
  },
};

/** The description is the page's, so it's no note. */
export function readOmnivore(value: unknown, collector: Collector): void {
  readEach(listOf(value), collector, (entry) => {
    const state = entry.text('state')?.toLowerCase();
    if (state === 'deleted') {
      collector.skip('not-a-link', entry.text('url'), entry.text('title'));
      collector.tell('Links that you had deleted in Omnivore were left out.');
      return;
    }
    entry.collect(
      {
        url: entry.text('url'),
        title: entry.text('title'),
        created: entry.get('savedAt'),
        tags: entry.tags('labels'),
        archived: state === 'archived',
        cover: entry.text('thumbnail'),
      },
      collector,
    );
  });
}

/** The content is the whole article. The user's annotations are the note. */
export const WALLABAG_JSON: JsonFormat = {
  kind: 'wallabag-json',
  matches: (value) =>
    hasEntry(wallabagList(value), (entry) => 'is_archived' in entry && 'is_starred' in entry),
  read: (value, collector) => {
    readEach(wallabagList(value), collector, (entry) => {
      const annotations = entry.list('annotations').filter((annotation) => isRecord(annotation));
      entry.collect(
        {
          url: firstText(entry.get('url'), entry.get('given_url'), entry.get('origin_url')),
          title: entry.text('title'),
          created: entry.get('created_at'),
          tags: entry.tags('tags'),
          note: joinNotes(...annotations.map(annotationText)),
          favorite: entry.flag('is_starred'),
          archived: entry.flag('is_archived'),
          cover: entry.text('preview_picture'),
        },
        collector,
      );
    });
    return 'wallabag';
  },
};

/** The passage of the article, then what the user wrote about it. */
function annotationText(annotation: JsonRecord): string {
  const quote = textOf(annotation['quote'])?.trim() ?? '';
  const text = textOf(annotation['text'])?.trim() ?? '';
  return [quote === '' ? '' : `> ${quote}`, text].filter((line) => line !== '').join('\n');
}

/** A library without bookmarks. */
function isEmptyAnswer(value: unknown): boolean {
  return isRecord(value) && value['count'] === 0 && Array.isArray(value['results']);
}

function linkdingList(value: unknown): readonly unknown[] {
  return listOf(isRecord(value) ? value['results'] : value);
}

function wallabagList(value: unknown): readonly unknown[] {
  const embedded = isRecord(value) ? value['_embedded'] : null;
  return listOf(isRecord(embedded) ? embedded['items'] : value);
}

function hasEntry(list: readonly unknown[], test: (entry: JsonRecord) => boolean): boolean {
  return list.some((entry) => isRecord(entry) && test(entry));
}

/** An element that is no object is an entry too: it's skipped, so the person sees it. */
function readEach(list: readonly unknown[], collector: Collector, read: (entry: Fields) => void): void {
  for (const value of list) {
    if (!isRecord(value)) {
      collector.skip('not-a-link', '', textOf(value));
      continue;
    }
    read(Fields.of(value));
  }
}
