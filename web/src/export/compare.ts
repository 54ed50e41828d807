import { sameKey } from '@foldmark/contract/link-identity';

import { type Arranged, type ArrangedLink, TOP } from '#web/export/arrange.ts';
import type { ExportFormat } from '#web/export/export-format.ts';
import type { FileLink, LibraryFile, RefusedFile } from '#web/import/library-file.ts';
import { cleanDate } from '#web/import/reading/clean-date.ts';

interface Comparison {
  readonly expected: Arranged;
  readonly format: ExportFormat;
  /** The time of the reading in milliseconds. */
  readonly now: number;
}

/** Compares a file that was read back with what it should contain. Returns a sentence about the first difference, or null. */
export function differenceOf(comparison: Comparison, file: LibraryFile | RefusedFile): string | null {
  if ('refused' in file) return `It could not be read back. ${file.hint}`;
  const [skipped] = file.skipped;
  if (skipped !== undefined) return `The link ${quoted(skipped.title)} can't be read back.`;
  const positions = positionsOf(comparison.expected, file);
  if (typeof positions === 'string') return positions;
  return linkDifference(comparison, file, positions);
}

/** The expected position of each folder of the file, or a sentence about a difference. */
function positionsOf({ folders }: Arranged, file: LibraryFile): ReadonlyMap<number, number> | string {
  const byPath = new Map(folders.map((folder, position) => [pathKey(folder.parent, folder), position]));
  const positions = new Map([[TOP, TOP]]);
  for (const [position, folder] of file.folders.entries()) {
    const found = byPath.get(pathKey(positions.get(folder.parent) ?? TOP, folder));
    if (found === undefined) return `The folder ${quoted(folder.name)} is in another place.`;
    positions.set(position, found);
  }
  const seen = new Set(positions.values());
  const missing = folders.find((_, position) => !seen.has(position));
  return missing === undefined ? positions : `The folder ${quoted(missing.name)} is missing.`;
}

function pathKey(
  parent: number,
  { name, trashed }: { readonly name: string; readonly trashed?: boolean },
): string {
  return `${parent} ${trashed === true} ${name}`;
}

function linkDifference(
  { expected, format, now }: Comparison,
  file: LibraryFile,
  positions: ReadonlyMap<number, number>,
): string | null {
  // JSON keeps links of one url apart. A reader of the other formats merges them.
  const keyOf = (link: { readonly url: string }, index: number) =>
    format === 'json' ? String(index) : sameKey(link.url);
  const groups = new Map<string, ArrangedLink[]>();
  for (const [index, link] of expected.links.entries()) {
    const key = keyOf(link, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [link]);
    else group.push(link);
  }
  for (const [index, link] of file.links.entries()) {
    const key = keyOf(link, index);
    const group = groups.get(key);
    if (group === undefined) return `The link ${quoted(link.title)} is not in your library.`;
    groups.delete(key);
    const folders = new Set(link.folders.map((folder) => positions.get(folder) ?? TOP));
    const created = createdBack(group, format, now);
    const field = differingField(group, { ...link, folders }, created);
    if (field !== null) return `The link ${quoted(link.title)} has another ${field}.`;
  }
  for (const [missing] of groups.values())
    if (missing !== undefined) return `The link ${quoted(missing.name)} is missing.`;
  return null;
}

type BackLink = Omit<FileLink, 'folders'> & { readonly folders: ReadonlySet<number> };

/** A group has several links if their urls are the same for a reader, which merges them. */
function differingField(
  group: readonly ArrangedLink[],
  link: BackLink,
  created: string | null,
): string | null {
  const folders = new Set(group.flatMap((one) => (one.folders.length === 0 ? [TOP] : one.folders)));
  const isSingle = group.length === 1;
  if (!group.some(({ url }) => url === link.url)) return 'address';
  if (!group.some(({ name }) => name === link.title)) return 'name';
  if (!group.every(({ note }) => (isSingle ? note === link.note : hasStart(link.note, note)))) return 'note';
  if (created !== link.created) return 'date';
  if (group.some(({ favorite }) => favorite) !== (link.favorite === true)) return 'star';
  if (group.some(({ trashed }) => trashed) !== (link.trashed === true)) return 'state';
  const isSame = link.folders.size === folders.size && [...folders].every((one) => link.folders.has(one));
  return isSame ? null : 'list of folders';
}

/** Merged notes can be cut at their end. */
function hasStart(merged: string, note: string): boolean {
  return merged.includes(note.slice(0, 100)) || merged.length > 3000;
}

/**
 * The oldest date of a group as a reader returns it. HTML has no milliseconds. Except in our JSON, a reader takes dates before the
 * web or in the future for unknown.
 */
function createdBack(group: readonly ArrangedLink[], format: ExportFormat, now: number): string | null {
  const precision = format === 'html' ? 1000 : 1;
  const dates = group.flatMap(({ createdAt }) => {
    const iso = new Date(Math.floor(createdAt / precision) * precision).toISOString();
    return (format === 'json' ? iso : cleanDate(iso, now)) ?? [];
  });
  return dates.sort()[0] ?? null;
}

function quoted(name: string): string {
  return name.length > 80 ? `"${name.slice(0, 80).toWellFormed()}..."` : `"${name}"`;
}
