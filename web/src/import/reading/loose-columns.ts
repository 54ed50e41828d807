import { jsonListOf } from './json-values.ts';

/** The names that products give to one fact, as `columnName` writes them. The first one with a value counts. */
export const LOOSE_COLUMNS = {
  url: [
    'url',
    'link',
    'href',
    'uri',
    'address',
    'web address',
    'page url',
    'link url',
    'bookmark',
    'website',
  ],
  title: ['title', 'name', 'link title', 'page title', 'link name', 'text'],
  note: ['note', 'notes', 'description', 'comment', 'comments', 'extended', 'selection', 'annotation'],
  created: [
    'created',
    'created at',
    'date added',
    'add date',
    'added',
    'added at',
    'time added',
    'date created',
    'creation date',
    'saved at',
    'saved date',
    'saved',
    'bookmarked at',
    'timestamp',
    'time',
    'date',
  ],
  tags: ['tags', 'tag', 'labels', 'label', 'keywords', 'tag names', 'document tags'],
  folder: [
    'folder',
    'folders',
    'collection',
    'collections',
    'path',
    'folder path',
    'list',
    'category',
    'group',
  ],
  favorite: ['favorite', 'favourite', 'is favorite', 'starred', 'is starred', 'pinned', 'important'],
  archived: ['archived', 'is archived', 'archive'],
  unread: ['unread', 'is unread', 'toread', 'to read'],
  cover: ['cover', 'image', 'image url', 'thumbnail'],
} as const;

/** A path that separates names by ` / ` can have a bare `/` in a name. */
export function loosePath(text: string): string[] {
  const names = text.split(text.includes(' / ') ? ' / ' : '/');
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** Tags as a JSON list, or separated by the first of `,` `|` `;` that the text has. */
export function looseTags(text: string): string[] {
  const separator = [',', '|', ';'].find((candidate) => text.includes(candidate));
  return jsonListOf(text) ?? (separator === undefined ? [text] : text.split(separator));
}
