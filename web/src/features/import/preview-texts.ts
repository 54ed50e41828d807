import { IMPORT_FOLDERS_MAX_COUNT } from '@foldmark/library/entities/limits';

import type { FilePreview } from '#web/import/file-preview.ts';
import type { KnownCounts } from '#web/import/known-links.ts';
import { numberText } from '@foldmark/library/text/number-text';

interface Account {
  readonly label: string;
  /** Null until the links are counted. */
  readonly count: number | null;
}

/**
 * Accounts for each entry of the file. The first count is the sum of the others. `known` is null until the library is compared.
 */
export function accountOf(
  { entries, links, merged, skipped }: FilePreview,
  known: number | null,
): readonly Account[] {
  return [
    { label: 'Read from the file', count: entries },
    { label: known === null ? 'Links' : 'New', count: links - (known ?? 0) },
    // Shown even before it is counted: a row that appears later would move the buttons below while they are pressed.
    { label: 'Already in your library', count: known },
    ...(merged === 0 ? [] : [{ label: 'Doubled in the file, merged', count: merged }]),
    ...(skipped === 0 ? [] : [{ label: 'Skipped', count: skipped }]),
  ];
}

/** For example '19,000 with a date, 12 with a note, 3 favorites'. Empty if the file has none of these. */
export function detailsOf({ dated, noted, favorites, trashed }: FilePreview): string {
  return [
    ...(dated === 0 ? [] : [`${numberText(dated)} with a date`]),
    ...(noted === 0 ? [] : [`${numberText(noted)} with a note`]),
    ...(favorites === 0 ? [] : [`${numberText(favorites)} favorite${favorites === 1 ? '' : 's'}`]),
    ...(trashed === 0 ? [] : [`${numberText(trashed)} in the trash`]),
  ].join(', ');
}

/** What happens to links that the library already has. Null if there are none, or before they are counted. */
export function knownText({ links }: FilePreview, known: number | null): string | null {
  if (known === null || known === 0) return null;
  if (known === links) {
    return `Nothing new: ${links === 1 ? 'the link is' : `all ${numberText(links)} links are`} already in your library. An import would only add missing folders and notes.`;
  }
  const subject = known === 1 ? '1 is' : `${numberText(known)} are`;
  return `${subject} already in your library: ${known === 1 ? 'it gets' : 'they get'} the folders, nothing is replaced.`;
}

/** How many of the new links are likely duplicates. Null if there are none. */
export function likelyText({ likely, likelyInFile }: KnownCounts): string | null {
  const count = likely + likelyInFile;
  if (count === 0) return null;
  const places = [
    ...(likely === 0 ? [] : [`${numberText(likely)} of links in your library`]),
    ...(likelyInFile === 0 ? [] : [`${numberText(likelyInFile)} of others in this file`]),
  ].join(', ');
  return count === 1
    ? `1 new link is a likely duplicate (${places}). Its url differs, so it is imported. Duplicates shows it afterwards.`
    : `${numberText(count)} new links are likely duplicates (${places}). Their urls differ, so they are imported. Duplicates shows them afterwards.`;
}

/** Why this file can't be imported, although it could be read. */
export function blockedText(
  { links, folders, tags }: FilePreview,
  { tagsAsFolders }: { readonly tagsAsFolders: boolean },
): string | null {
  if (links === 0 && folders === 0) return 'There is nothing to import in this file.';
  return tagsAsFolders && folders + tags >= IMPORT_FOLDERS_MAX_COUNT
    ? `One import can have at most ${numberText(IMPORT_FOLDERS_MAX_COUNT)} folders, so there is no room for all tags.`
    : null;
}

/** What happens to the tags of a file with at least one tag. */
export function tagsText(tags: number, asFolders: boolean): string {
  if (asFolders) {
    return tags === 1
      ? 'The tag becomes a folder in "Tags".'
      : `Each of the ${numberText(tags)} tags becomes a folder in "Tags".`;
  }
  const subject = tags === 1 ? 'the tag of this file is' : `the ${numberText(tags)} tags of this file are`;
  return `Foldmark has no tags, because a link can be in many folders. Without this, ${subject} left out.`;
}

/** What happens after the import to links without an icon. */
export function iconsText(areFetched: boolean): string {
  return areFetched
    ? 'After the import, our server reads one page of each site in the background, or two if the first is gone. You can close Foldmark.'
    : 'No site is read. The links show the first letter of their site instead.';
}
