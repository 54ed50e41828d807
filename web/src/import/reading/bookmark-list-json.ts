import type { Collector } from './collector.ts';
import type { JsonFormat } from './format.ts';
import {
  firstText,
  isRecord,
  isSet,
  joinNotes,
  listOf,
  tagNames,
  textOf,
  type JsonRecord,
} from './json-values.ts';

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
        `The file has ${list.length} of the ${count} bookmarks of this linkding. Export the others too.`,
      );
    }
    readEach(list, collector, (entry) => {
      collector.link({
        url: textOf(entry['url']),
        title: firstText(entry['title'], entry['website_title']),
        created: entry['date_added'],
        tags: tagNames(entry['tag_names']),
        note: joinNotes(entry['description'], entry['notes']),
        archived: isSet(entry['is_archived']),
        unread: isSet(entry['unread']),
      });
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
      (entry) => 'href' in entry && ('description' in entry || 'extended' in entry || 'toread' in entry),
    ),
  read: (value, collector) => {
    readEach(listOf(value), collector, (entry) => {
      const tags = textOf(entry['tags']);
      collector.link({
        url: textOf(entry['href']),
        title: textOf(entry['description']),
        created: entry['time'],
        tags: tags === null ? tagNames(entry['tags']) : tags.split(/\s+/),
        note: textOf(entry['extended']),
        unread: isSet(entry['toread']),
      });
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
    const state = textOf(entry['state'])?.toLowerCase();
    if (state === 'deleted') {
      collector.skip('not-a-link', textOf(entry['url']), textOf(entry['title']));
      collector.tell('Links that you had deleted in Omnivore were left out.');
      return;
    }
    collector.link({
      url: textOf(entry['url']),
      title: textOf(entry['title']),
      created: entry['savedAt'],
      tags: tagNames(entry['labels']),
      archived: state === 'archived',
      cover: textOf(entry['thumbnail']),
    });
  });
}

/** The content is the whole article. The user's annotations are the note. */
export const WALLABAG_JSON: JsonFormat = {
  kind: 'wallabag-json',
  matches: (value) =>
    hasEntry(wallabagList(value), (entry) => 'is_archived' in entry && 'is_starred' in entry),
  read: (value, collector) => {
    readEach(wallabagList(value), collector, (entry) => {
      const annotations = listOf(entry['annotations']).filter((annotation) => isRecord(annotation));
      collector.link({
        url: firstText(entry['url'], entry['given_url'], entry['origin_url']),
        title: textOf(entry['title']),
        created: entry['created_at'],
        tags: tagNames(entry['tags']),
        note: joinNotes(...annotations.map(annotationText)),
        favorite: isSet(entry['is_starred']),
        archived: isSet(entry['is_archived']),
        cover: textOf(entry['preview_picture']),
      });
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
function readEach(list: readonly unknown[], collector: Collector, read: (entry: JsonRecord) => void): void {
  for (const entry of list) {
    if (isRecord(entry)) read(entry);
    else collector.skip('not-a-link', '', textOf(entry));
  }
}
