import { haveSame } from '#library/entities/derive.ts';
import { FOLDER_DETAILS } from '#library/entities/folder.ts';
import type { LinkDetails } from '#library/entities/link.ts';
import { sameKey } from '#library/duplicates/link-identity.ts';

import type { Arranged, ArrangedLink } from './arrange.ts';
import type { ExportFormat } from './export-format.ts';
import { type FileLink, type LibraryFile, type RefusedFile, TOP } from '#library/files/library-file.ts';
import { cleanDate } from '#library/files/reading/clean/clean-date.ts';

interface Comparison {
  readonly expected: Arranged;
  readonly format: ExportFormat;
  /** The time of reading, in milliseconds. */
  readonly now: number;
}

/** Compares a file that was read back with its expected content. Returns a sentence about the first difference, or null. */
export function differenceOf(comparison: Comparison, file: LibraryFile | RefusedFile): string | null {
  if ('refused' in file) return `It could not be read back. ${file.hint}`;
  const [skipped] = file.skipped;
  if (skipped !== undefined) return `The link ${quoted(skipped.title)} can't be read back.`;
  const positions =
    comparison.format === 'json'
      ? samePositions(comparison.expected, file)
      : positionsOf(comparison.expected, file);
  if (typeof positions === 'string') return positions;
  return linkDifference(comparison, file, positions);
}

/** Our JSON keeps the order of the folders, and all their fields. */
function samePositions({ folders }: Arranged, file: LibraryFile): ReadonlyMap<number, number> | string {
  const positions = new Map([[TOP, TOP]]);
  for (const [position, folder] of folders.entries()) {
    const { name, parent, favorite, trashed } = folder;
    const found = file.folders[position];
    if (found === undefined) return `The folder ${quoted(name)} is missing.`;
    if (found.name !== name || found.parent !== parent)
      return `The folder ${quoted(found.name)} is in another place.`;
    if ((found.favorite === true) !== favorite) return `The folder ${quoted(name)} has another star.`;
    if ((found.trashed === true) !== trashed) return `The folder ${quoted(name)} has another state.`;
    if (!haveSame(FOLDER_DETAILS, found, folder)) return `The folder ${quoted(name)} has another icon.`;
    positions.set(position, position);
  }
  const more = file.folders[folders.length];
  return more === undefined ? positions : `The folder ${quoted(more.name)} is not in your library.`;
}

/** The expected index of each folder of the file, or a sentence about a difference. */
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
  // JSON keeps links with the same url separate. Readers of the other formats merge them.
  const groups =
    format === 'json' ? expected.links.map((link) => [link]) : groupsOf(expected.links, file.links);
  for (const [index, link] of file.links.entries()) {
    const group = groups[index] ?? [];
    if (group.length === 0) return `The link ${quoted(link.title)} is not in your library.`;
    const folders = link.folders.map((folder) => positions.get(folder) ?? TOP);
    const field = differingField(group, { ...link, folders }, format, now);
    if (field !== null) return `The link ${quoted(link.title)} has another ${field}.`;
  }
  const missing = groups.slice(file.links.length).flat()[0];
  return missing === undefined ? null : `The link ${quoted(missing.name)} is missing.`;
}

/**
 * The expected links for each link of the file: those with the same url, or with one that leads to the same page. Then follows
 * one group for each link that the file lacks.
 */
function groupsOf(expected: readonly ArrangedLink[], links: readonly FileLink[]): ArrangedLink[][] {
  const groups: ArrangedLink[][] = links.map(() => []);
  const byUrl = new Map(links.map(({ url }, index) => [url, groups[index] ?? []]));
  const others: ArrangedLink[] = [];
  for (const link of expected) (byUrl.get(link.url) ?? others).push(link);
  if (others.length === 0) return groups;
  // Computed only now, because the keys take the longest, and most libraries need none.
  const byKey = new Map(links.map(({ url }, index) => [sameKey(url), groups[index] ?? []]));
  for (const link of others) {
    const group = byKey.get(sameKey(link.url));
    if (group === undefined) groups.push([link]);
    else group.push(link);
  }
  return groups;
}

/** Returns the name of a field that differs from the links that the reader has merged. Null if none does. */
function differingField(
  group: readonly ArrangedLink[],
  link: FileLink,
  format: ExportFormat,
  now: number,
): string | null {
  const isSingle = group.length === 1;
  if (!group.some(({ url }) => url === link.url)) return 'address';
  if (!group.some(({ name }) => name === link.title)) return 'name';
  for (const [detail, isSame] of Object.entries(SAME_DETAILS))
    if (!group.every((one) => isSame(one, link, isSingle))) return detail;
  if (format === 'json' && group.some(({ description }) => description !== (link.description ?? '')))
    return 'description';
  if (!isCreated(group, link.created, format, now)) return 'date';
  if (group.some(({ favorite }) => favorite) !== (link.favorite === true)) return 'star';
  if (group.some(({ trashed }) => trashed) !== (link.trashed === true)) return 'state';
  const folders = group.flatMap((one) => (one.folders.length === 0 ? [TOP] : one.folders));
  if (!isSameSet(folders, link.folders)) return 'list of folders';
  const marks = format === 'json' ? group.flatMap(({ distinctFrom }) => distinctFrom) : [];
  return isSameSet(marks, link.distinctFrom ?? []) ? null : 'mark "no duplicates"';
}

function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  if (left.length === 1 && right.length === 1) return left[0] === right[0];
  const [one, other] = [new Set(left), new Set(right)];
  return one.size === other.size && left.every((number) => other.has(number));
}

/** Whether the file has a detail of a link, alone or merged with those of other links. */
const SAME_DETAILS: {
  readonly [K in keyof LinkDetails]: (link: LinkDetails, read: LinkDetails, isSingle: boolean) => boolean;
} = {
  note: ({ note }, read, isSingle) => (isSingle ? note === read.note : hasStart(read.note, note)),
};

/** A merged note can be cut at its end, so only the start of this note is compared. */
function hasStart(merged: string, note: string): boolean {
  return merged.includes(note.slice(0, 100)) || merged.length > 3000;
}

/**
 * HTML has no milliseconds. Except in our JSON, readers treat dates before the web or in the future as unknown. Of several links,
 * they use the oldest date.
 */
function isCreated(
  group: readonly ArrangedLink[],
  created: string | null,
  format: ExportFormat,
  now: number,
): boolean {
  const precision = format === 'html' ? 1000 : 1;
  const dates = group.map(({ createdAt }) =>
    new Date(Math.floor(createdAt / precision) * precision).toISOString(),
  );
  if (dates.length === 1 && dates[0] === created) return true;
  const known = dates.flatMap((date) => (format === 'json' ? date : cleanDate(date, now)) ?? []);
  return (known.sort()[0] ?? null) === created;
}

function quoted(name: string): string {
  return name.length > 80 ? `"${name.slice(0, 80).toWellFormed()}..."` : `"${name}"`;
}
