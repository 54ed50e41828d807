import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

import type { FolderTree } from '#library/memory/folder-tree.ts';
import type { Key } from '#library/memory/keys.ts';

import { FAVORITE_NAMES } from './field-condition.ts';
import { foldTrimmed, foldPath, folderNamesOf } from './folder-names.ts';
import { fieldNamed, type FieldName, type Token, tokenize } from './tokens.ts';

/** A proposal for the text at the caret. `insert` replaces the text from `from` to `to`. */
export interface Completion {
  readonly label: string;
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly description: string;
}

const MAX_COMPLETIONS = 8;
/**
 * The fewest typed letters before a field name is proposed. Most words begin like a field with their first letter, and a whole
 * field name, such as `note`, is a usual word.
 */
const MIN_LETTERS = 2;

const FIELD_MEANINGS: Readonly<Record<FieldName, string>> = {
  title: 'Words in the name',
  url: 'Words in the url',
  note: 'Words in the note',
  site: 'A domain and those below it',
  in: 'A folder and those below it',
  tag: 'A folder without those below it',
  is: 'favorite, trash or unfiled',
  has: 'image, note, tag or folder',
  created: 'The date added, such as 2024-03 or <30d',
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
  created: {
    today: '',
    yesterday: '',
    'this week': '',
    'last week': '',
    'this month': '',
    'last month': '',
    'this year': '',
    '<30d': 'In the last 30 days',
  },
};

/** Proposes fields, their values and folder names for the word before the caret. */
export function completions(text: string, caret: number, tree: FolderTree): readonly Completion[] {
  const token = tokenize(text.slice(0, caret)).at(-1);
  if (token === undefined || token.end !== caret) return [];
  const typed = typedField(token);
  if (typed !== null) return valueCompletions(text, caret, typed, tree);
  if (token.kind !== 'word' || token.text.length < MIN_LETTERS) return [];
  const typedName = token.text.toLowerCase();
  const place = placeOf(text, token.start, caret);
  return Object.entries(FIELD_MEANINGS)
    .filter(([name]) => name.startsWith(typedName) && name !== typedName)
    .map(([name, description]) => ({ ...place, label: `${name}:`, insert: `${name}:`, description }));
}

/** A field as the user has typed it so far, possibly without a value. */
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
  const whole = placeOf(text, start, caret);
  const place = quotes === 0 || isClosed(text, caret, whole.to) ? whole : { from: start, to: caret };
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

/** Whether quotes that are open at the caret are closed at `end`. A quote before a letter opens another phrase. */
function isClosed(text: string, caret: number, end: number): boolean {
  return end > caret && text[end - 1] === '"' && /^(?:[\s)]|$)/.test(text.slice(end));
}

interface Proposal {
  readonly label: string;
  readonly inserted: string;
  readonly description: string;
}

function valueProposals(name: FieldName, typed: string): readonly Proposal[] {
  const start = foldTrimmed(typed);
  // Proposes nothing if the user has typed another name of `favorite`, which is complete, unless it begins like that one.
  if (name === 'is' && start !== 'fav' && FAVORITE_NAMES.some((other) => other === start)) return [];
  return Object.entries(VALUES[name] ?? {})
    .filter(([value]) => value.startsWith(start) && value !== start)
    .map(([value, description]) => ({ label: value, inserted: value, description }));
}

/**
 * Folders whose name starts with the typed text, then those with a word that does, and then those whose name or path contains it.
 */
function folderProposals(typed: string, tree: FolderTree): readonly Proposal[] {
  const folders = folderNamesOf(tree);
  const needle = foldTrimmed(typed);
  const path = typed.includes('/') ? foldPath(typed) : null;
  // A slash at the end requests the sub-folders.
  if (path !== null && !path.endsWith('/') && folders.find(typed).length > 0) return [];
  const ranked: Key[][] = [[], [], []];
  // Folders of the same name can only be distinguished by their paths.
  const isUnique = folders.named(typed).length === 1;
  for (const [key, name] of folders.names) {
    if (name === needle && isUnique) continue;
    const at = name.indexOf(needle);
    if (at !== -1) ranked[at === 0 ? 0 : /[\s/_-]/.test(name[at - 1] ?? '') ? 1 : 2]?.push(key);
    else if (path !== null && folders.paths.get(key)?.includes(path) === true) ranked[2]?.push(key);
  }
  // Folders with the same name and parent share one proposal.
  const proposals = new Map<string, Proposal>();
  for (const key of ranked.flat()) {
    const label = tree.name(key).trim();
    const isOnly = folders.named(label).length === 1;
    const inserted = isOnly ? label : pathOf(key, tree);
    proposals.set(inserted, { label, inserted, description: parentOf(key, tree, isOnly) });
    if (proposals.size === MAX_COMPLETIONS) break;
  }
  return [...proposals.values()];
}

/** The path of a folder's parents. Empty at the top level, unless another folder has the same name. */
function parentOf(key: Key, tree: FolderTree, isOnly: boolean): string {
  const parents = tree.path(key).slice(0, -1);
  if (parents.length === 0) return isOnly ? '' : 'Top level';
  return parents.map((folder) => tree.name(folder).trim()).join('/');
}

/** A leading slash distinguishes a folder at the top level from others of the same name. */
function pathOf(key: Key, tree: FolderTree): string {
  const isTop = tree.parent(key) === ROOT_FOLDER_ID;
  return `${isTop ? '/' : ''}${tree
    .path(key)
    .map((folder) => tree.name(folder).trim())
    .join('/')}`;
}

/** The word at the caret, including its part after the caret. */
function placeOf(text: string, from: number, caret: number): { readonly from: number; readonly to: number } {
  const token = tokenize(text).find(({ start }) => start === from);
  return { from, to: Math.max(caret, token?.end ?? caret) };
}

/** Curly quotes need quotes too, because they would be read as the quotes around a name. */
function quoteIfNeeded(value: string): string {
  return /[\s"“”„‟()]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
