import type { Collector } from './collector.ts';
import type { Fields } from './fields.ts';
import { collectPath } from './folder-lists.ts';
import { isSet, joinNotes, jsonListOf, nameOf, tagNames, textOf } from './json-values.ts';
import type { RawEntry } from './raw-entry.ts';

/** The names that products use for the same field, in the form of `columnName`. The first one with a usable value counts. */
export const LOOSE_NAMES = {
  url: namesOf('url,link,href,uri,address,web address,page url,link url,bookmark,website,url string'),
  title: namesOf('title,name,link title,page title,link name,text'),
  note: namesOf('note,notes,description,comment,comments,extended,selection,annotation,annotations,summary'),
  created: namesOf(
    'created,created at,date added,add date,added,added at,time added,date created,creation date,saved at,saved date,saved,' +
      'bookmarked at,timestamp,time,date',
  ),
  tags: namesOf('tags,tag,labels,label,keywords,tag names,document tags'),
  folder: namesOf(
    'folder,folders,collection,collections,path,folder path,list,lists,category,categories,group,groups',
  ),
  favorite: namesOf(
    'favorite,favourite,favorited,favourited,is favorite,is favourite,starred,is starred,is marked,pinned,is pinned,important,flagged',
  ),
  archived: namesOf('archived,is archived,archive'),
  unread: namesOf('unread,is unread,toread,to read,read later,readlater,is read later,in queue'),
  cover: namesOf('cover,image,image url,thumbnail,preview'),
};

/** Reads an entry by the usual names of its fields. `paths` are the paths of its folders. */
export function looseEntry(
  entry: Fields,
  collector: Collector,
  paths: readonly (readonly string[])[] = entry.take(LOOSE_NAMES.folder, loosePaths) ?? [],
): RawEntry {
  return {
    url: entry.take(LOOSE_NAMES.url, textOf),
    title: entry.takeText(LOOSE_NAMES.title),
    created: entry.take(LOOSE_NAMES.created, (value) =>
      typeof value === 'string' || typeof value === 'number' ? value : null,
    ),
    folders: paths.map((path) => collectPath(path, collector)),
    tags: entry.take(LOOSE_NAMES.tags, looseTags) ?? [],
    note: joinNotes(...LOOSE_NAMES.note.map((name) => entry.takeText([name]))),
    favorite: entry.take(LOOSE_NAMES.favorite, looseFlag) ?? false,
    archived: entry.take(LOOSE_NAMES.archived, looseFlag) ?? false,
    unread: entry.take(LOOSE_NAMES.unread, looseFlag) ?? false,
    cover: entry.take(LOOSE_NAMES.cover, textOf),
  };
}

/** Instead of a flag, a field can have the date on which the flag was set. */
function looseFlag(value: unknown): boolean | null {
  return isSet(value) || (typeof value === 'string' && /^\s*\d{4}-\d\d-\d\d/.test(value)) ? true : null;
}

/** The paths of the folders, from one path as text or from a list. */
function loosePaths(value: unknown): string[][] | null {
  const names =
    typeof value === 'string' ? [value] : Array.isArray(value) ? tagNames(value) : [nameOf(value) ?? ''];
  // A number is the id of a folder, which the file may list elsewhere.
  if (typeof value === 'number') return null;
  const paths = names.map(loosePath).filter((path) => path.length > 0);
  return paths.length === 0 ? null : paths;
}

/** In a path that separates names by ` / `, a name can contain a bare `/`. */
function loosePath(text: string): string[] {
  const names = text.split(text.includes(' / ') ? ' / ' : '/');
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** Tags as a list, as JSON text, or separated by the first of `,` `|` `;` that occurs in the text. */
function looseTags(value: unknown): string[] | null {
  if (typeof value !== 'string') return tagNames(value).length === 0 ? null : tagNames(value);
  const separator = [',', '|', ';'].find((candidate) => value.includes(candidate));
  return jsonListOf(value) ?? (separator === undefined ? [value] : value.split(separator));
}

function namesOf(list: string): readonly string[] {
  return list.split(',');
}
