import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { foldName, foldPath, folderNamesOf } from './folder-names.ts';
import { FIELD_NAMES, fieldNamed, type FieldName, type Token, tokenize } from './tokens.ts';

/** A proposal for the text at the caret: `insert` replaces the text between `from` and `to`. */
export interface Completion {
  readonly label: string;
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly description: string;
}

const MAX_COMPLETIONS = 8;

const FIELD_MEANINGS: Readonly<Record<FieldName, string>> = {
  title: 'Words in the name',
  url: 'Words in the url',
  note: 'Words in the note',
  site: 'A domain and those below it',
  in: 'A folder and those below it',
  tag: 'A folder without those below it',
  is: 'favorite, trash or unfiled',
  has: 'image, note, tag or folder',
  created: 'The date added',
  before: 'Added before a date',
  after: 'Added on a date or later',
};

const VALUES: Readonly<Partial<Record<FieldName, Readonly<Record<string, string>>>>> = {
  is: { favorite: 'Your favorites', trash: 'Links in the trash', unfiled: 'Links in no folder' },
  has: {
    image: 'Links with an image of their own',
    note: 'Links with a note',
    tag: 'Links in a folder below “Tags”',
    folder: 'Links in a folder',
  },
};

/** Proposes fields, their values and folder names for the word before the caret. */
export function completions(text: string, caret: number, tree: FolderTree): readonly Completion[] {
  const token = tokenize(text.slice(0, caret)).at(-1);
  if (token === undefined || token.end !== caret) return [];
  const typed = typedField(token);
  if (typed !== null) return valueCompletions(text, caret, typed, tree);
  if (token.kind !== 'word') return [];
  const place = placeOf(text, token.start, caret);
  return FIELD_NAMES.filter((name) => name.startsWith(token.text.toLowerCase())).map((name) => ({
    ...place,
    label: `${name}:`,
    insert: `${name}:`,
    description: FIELD_MEANINGS[fieldNamed(name) ?? 'title'],
  }));
}

/** A field as it is typed so far, possibly without a value. */
interface TypedField {
  readonly name: FieldName;
  readonly start: number;
  readonly valueStart: number;
  readonly value: string;
}

function typedField(token: Token): TypedField | null {
  if (token.kind === 'field') return token;
  if (token.kind !== 'word') return null;
  const { start, text } = token;
  const opened = /^(#|[a-z]+:)"?$/i.exec(text)?.[1];
  const name = opened === '#' ? 'tag' : fieldNamed(opened?.slice(0, -1));
  return name === null ? null : { name, start, valueStart: start + (opened ?? '').length, value: '' };
}

function valueCompletions(
  text: string,
  caret: number,
  { name, start, valueStart, value }: TypedField,
  tree: FolderTree,
): readonly Completion[] {
  const quotes = text.slice(valueStart, caret).split('"').length - 1;
  // The quotes are closed, so the value is complete.
  if (quotes > 0 && quotes % 2 === 0) return [];
  const place = quotes > 0 ? { from: start, to: caret } : placeOf(text, start, caret);
  const prefix = text.slice(start, valueStart);
  const end = place.to === text.length ? ' ' : '';
  const proposals =
    name === 'in' || name === 'tag' ? folderProposals(value, tree) : valueProposals(name, value);
  return proposals.map(({ label, inserted, description }) => ({
    ...place,
    label,
    insert: `${prefix}${quoteIfNeeded(inserted)}${end}`,
    description,
  }));
}

interface Proposal {
  readonly label: string;
  readonly inserted: string;
  readonly description: string;
}

function valueProposals(name: FieldName, typed: string): readonly Proposal[] {
  const start = foldName(typed);
  return Object.entries(VALUES[name] ?? {})
    .filter(([value]) => value.startsWith(start) && value !== start)
    .map(([value, description]) => ({ label: value, inserted: value, description }));
}

/** Folders whose name begins with the typed text, then those with a word that does, then those whose name or path contains it. */
function folderProposals(typed: string, tree: FolderTree): readonly Proposal[] {
  const folders = folderNamesOf(tree);
  const needle = foldName(typed);
  const path = typed.includes('/') ? foldPath(typed) : null;
  const ranked: Key[][] = [[], [], []];
  for (const [key, name] of folders.names) {
    if (name === needle) continue;
    const at = name.indexOf(needle);
    if (at !== -1) ranked[at === 0 ? 0 : /[\s/_-]/.test(name[at - 1] ?? '') ? 1 : 2]?.push(key);
    else if (path !== null && folders.paths.get(key)?.includes(path) === true) ranked[2]?.push(key);
  }
  return ranked
    .flat()
    .slice(0, MAX_COMPLETIONS)
    .map((key) => {
      const label = tree.name(key).trim();
      const description = pathOf(key, tree);
      return { label, inserted: folders.named(label).length === 1 ? label : description, description };
    });
}

/** A slash in front tells a folder of the top level from others of the same name. */
function pathOf(key: Key, tree: FolderTree): string {
  const isTop = tree.parent(key) === ROOT_FOLDER_ID;
  return `${isTop ? '/' : ''}${tree
    .path(key)
    .map((folder) => tree.name(folder).trim())
    .join('/')}`;
}

/** The word at the caret, also behind the caret. */
function placeOf(text: string, from: number, caret: number): { readonly from: number; readonly to: number } {
  const token = tokenize(text).find(({ start }) => start === from);
  return { from, to: Math.max(caret, token?.end ?? caret) };
}

function quoteIfNeeded(value: string): string {
  return /[\s"()]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
