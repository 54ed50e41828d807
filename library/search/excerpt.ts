import type { LinkRecord } from '#library/entities/records.ts';
import type { Key } from '#library/memory/keys.ts';

import type { FieldContext } from './field-condition.ts';
import type { Mark } from './fold.ts';
import { readableUrl } from './readable-url.ts';

/** The part of a text around its first match. */
export interface Excerpt {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Whether the text is the name of a folder of the link, which the row shows elsewhere if it has room. */
  readonly isFolder: boolean;
}

/** What a row shows of a link. */
export interface ShownTexts {
  readonly name: string;
  /** `any` if the name is still the url. */
  readonly nameField: 'any' | 'title';
  readonly domain: string;
}

interface ExcerptOf {
  readonly key: Key;
  readonly link: Pick<LinkRecord, 'url' | 'note' | 'description'>;
  readonly shown: ShownTexts;
}

type Marks = (
  text: string,
  field: 'any' | 'title' | 'url' | 'note' | 'description' | 'folder',
) => readonly Mark[];

export interface ExcerptWord {
  /** The marks of this word alone. */
  readonly marks: Marks;
  /** Whether the word may be in the name of a folder. */
  readonly isOfFolder: boolean;
}

interface ExcerptWords {
  readonly words: readonly ExcerptWord[];
  /** The marks of all words. */
  readonly marks: Marks;
}

/** A match after this many characters could be cut off at the end of a row. */
const MAX_BEFORE = 30;
/** How many characters to keep before such a match. */
const BEFORE = 15;
const MAX_LENGTH = 200;

/** The part of a link that matches the first word that neither the name nor the domain shows. Null if they show all words. */
export function excerptOf(
  { key, link, shown }: ExcerptOf,
  { words, marks }: ExcerptWords,
  context: FieldContext,
): Excerpt | null {
  const { name, nameField, domain } = shown;
  for (const { marks: ofWord, isOfFolder } of words) {
    if (ofWord(name, nameField).length + ofWord(domain, 'url').length > 0) continue;
    const found = inTexts(link, marks, ofWord) ?? (isOfFolder ? inFolders(key, ofWord, context) : null);
    if (found !== null) return found;
  }
  return null;
}

function inTexts({ url, note, description }: ExcerptOf['link'], marks: Marks, ofWord: Marks): Excerpt | null {
  const around = (text: string, field: 'url' | 'note' | 'description') =>
    aroundFirst(text, ofWord(text, field)[0], () => marks(text, field));
  const shown = url.replace(/^https?:\/\/(?:www\.)?/i, '');
  return (
    around(shown, 'url') ??
    around(readableUrl(shown), 'url') ??
    around(note, 'note') ??
    around(description, 'description')
  );
}

/** The name of the folder with the word. A row shows only the folders of the link, so one above them needs its path. */
function inFolders(key: Key, ofWord: Marks, { library, folders: { tree } }: FieldContext): Excerpt | null {
  const folders = library.foldersOf(key).filter((folder) => tree.isVisible(folder));
  const names = folders.map((folder) => ({ text: tree.name(folder), isFolder: true }));
  const paths = folders.map((folder) => ({
    text: Array.from(tree.path(folder), (each) => tree.name(each)).join(' / '),
    isFolder: false,
  }));
  for (const found of [...names, ...paths]) {
    const marks = ofWord(found.text, 'folder');
    if (marks.length > 0) return { ...found, marks };
  }
  return null;
}

function aroundFirst(text: string, first: Mark | undefined, marksOf: () => readonly Mark[]): Excerpt | null {
  if (first === undefined) return null;
  const from = first.start > MAX_BEFORE ? first.start - BEFORE : 0;
  const before = from === 0 ? '' : '…';
  const to = from + MAX_LENGTH;
  return {
    text: `${before}${text.slice(from, to).toWellFormed()}`,
    marks: marksOf()
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({
        start: start - from + before.length,
        end: end - from + before.length,
      })),
    isFolder: false,
  };
}
