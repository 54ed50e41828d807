import { numberText } from '#library/text/number-text.ts';

import { foldTrimmed } from './folder-names.ts';
import type { FieldName } from './tokens.ts';

const EXPECTED: Readonly<Record<FieldName, (value: string) => string>> = {
  title: () => 'It needs a word.',
  url: () => 'It needs a word.',
  note: () => 'It needs a word.',
  site: () => 'It needs a domain such as example.com.',
  in: noFolder,
  tag: noFolder,
  is: () => 'It can be favorite, trash or unfiled.',
  has: () => 'It can be image, note, tag or folder.',
  created: noDate,
  before: noDate,
  after: noDate,
};
/** A field without a value, perhaps followed by quotes that the user is just typing. */
const WITHOUT_VALUE = /^(#|[a-z]+:)"*$/i;
/** A word that looks like a field, unlike `https://…`, `std::vector`, `12:30` and `localhost:3000`. */
const OTHER_FIELD = /^(?!localhost:)([a-z]{2,}):(?![/:]|\d+\/)./i;
/** A value in the form of a date or a range. */
const DATES = /^[<>]?=?\d{4}(?:-\d{1,2}){0,2}(?:\.\.\d{4}(?:-\d{1,2}){0,2})?$/;

/** How to search places of the app that are no folders, by their folded name. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['trash', 'Write is:trash to search the trash.'],
  ['favorites', 'Write is:favorite to search your favorites.'],
]);

const MAX_QUOTED_LENGTH = 40;

export const TOO_DEEP = 'Brackets inside more than 50 others are ignored.';
export const ONLY_OPERATORS = 'OR, AND and NOT need words around them, so they are searched as text.';

export function tooLong(count: number): string {
  return `Only the first ${numberText(count)} words are searched.`;
}

/** Explains why the value of a field is searched as text. */
export function misunderstood(field: FieldName, value: string, text: string): string {
  return `${asText(text)} ${EXPECTED[field](value)}`;
}

/** The hint to quote a folder's name, which otherwise ends at the first blank. Quotes in the name are doubled. */
export function needsQuotes(field: string, name: string): string {
  return `Write ${field}"${shorten(name).replaceAll('"', '""')}" for the folder of that name.`;
}

/** A hint if a word looks like an operator, but is text. `next` is the text of the next word; null if there is none. */
export function hintOf(
  word: string,
  next: string | null,
  fieldOf: (name: string) => FieldName | null,
): string | null {
  if (closesNothing(word)) return `${asText(word)} No bracket is open there.`;
  if (/^-+$/.test(word)) return `${asText(word)} Write -word to exclude a word.`;
  if (word.startsWith('--')) return `${asText(word)} One - excludes a word.`;
  const opened = WITHOUT_VALUE.exec(word)?.[1];
  if (opened === '#') return `${asText(word)} Write #name for the links of a folder.`;
  const empty = opened === undefined ? null : fieldOf(opened.slice(0, -1));
  if (empty !== null && opened === word && next !== null)
    return `${asText(word)} Write ${word}${shorten(next)} without a blank.`;
  if (empty !== null) return misunderstood(empty, '', word);
  const other = OTHER_FIELD.exec(word)?.[1];
  return other === undefined ? null : `${asText(word)} There is no field “${shorten(other)}:”.`;
}

/** Whether a word ends with a bracket that it did not open, as `soup)` does, unlike `max(a,b)`. */
function closesNothing(word: string): boolean {
  return word.endsWith(')') && word.split(')').length > word.split('(').length;
}

function noFolder(value: string): string {
  if (value === '') return 'It needs the name of a folder.';
  return PLACES.get(foldTrimmed(value)) ?? `No folder is named “${shorten(value)}”.`;
}

function noDate(value: string): string {
  if (DATES.test(value)) {
    return value.includes('..') ? 'A range begins with its earlier date.' : 'There is no such date.';
  }
  return `${value === '' ? 'It needs a date' : 'Dates are written'} as 2024, 2024-03, 2024-03-15, <30d or "last month".`;
}

function asText(text: string): string {
  return `“${shorten(text)}” is searched as text.`;
}

function shorten(text: string): string {
  return text.length <= MAX_QUOTED_LENGTH ? text : `${text.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}…`;
}
