import { numberText } from '@foldmark/library/text/number-text';
import { IMPORT_FOLDERS_MAX_DEPTH } from '@foldmark/library/entities/limits';

import type { ExportFormat } from '@foldmark/library/files/writing/export-format';
import type { ExportedFile } from '@foldmark/library/files/writing/make-export';
import type { SnapshotScope } from '@foldmark/library/files/writing/snapshot';
import { countText, itemCountText } from '@foldmark/library/text/count-text';
import type { ExportScope } from '#web/state/client-state.ts';

export const FORMATS: readonly {
  readonly format: ExportFormat;
  readonly label: string;
  readonly help: string;
}[] = [
  { format: 'html', label: 'HTML', help: 'For browsers and other bookmark managers. Without the trash.' },
  {
    format: 'json',
    label: 'JSON',
    help: 'A backup that Foldmark reads back completely, except your own images.',
  },
  { format: 'csv', label: 'CSV', help: 'For spreadsheets: one row per link. Without the trash.' },
];

/** `folder` is the folder's name, for a scope that is a folder. */
export function scopeText(scope: ExportScope, folder: string): string {
  switch (scope.kind) {
    case 'all':
      return 'Your whole library.';
    case 'folder':
      return `"${folder}" with everything in it.`;
    case 'selection':
      return `The selection: ${itemCountText(scope.items)}.`;
    case 'search':
      return `The results for "${scope.text}": ${itemCountText(scope.items)}.`;
  }
}

/** The part of the file name that names the scope. */
export function partName(scope: ExportScope, folder: string): string {
  return scope.kind === 'all' ? '' : scope.kind === 'folder' ? folder : scope.kind;
}

export function snapshotScope(scope: ExportScope): SnapshotScope {
  switch (scope.kind) {
    case 'all':
      return 'all';
    case 'folder':
      return { folders: [scope.folder], links: [] };
    case 'selection':
    case 'search':
      return scope.items;
  }
}

export function completeText({ counts: { links, folders } }: ExportedFile): string {
  return `Export complete: ${countText(links, 'link')}, ${countText(folders, 'folder')}`;
}

/** The remarks that the user should read about the file. */
export function remarksOn(
  file: ExportedFile,
  { isCurrent }: { readonly isCurrent: boolean },
): readonly string[] {
  const { trash, leftOut, emptyFolders, splitFolders, deepFolders } = file;
  const trashed = [countText(trash.links, 'link'), countText(trash.folders, 'folder')].join(', ');
  const onlyInJson = onlyInJsonThings(file.onlyInJson);
  return [
    ...when(!isCurrent, 'Recent changes from your other devices may be missing.'),
    ...when(trash.links + trash.folders, `The trash is in it too: ${trashed}.`),
    ...when(
      leftOut,
      `${countText(leftOut, 'link')} left out: other programs can't read such addresses. JSON has them.`,
    ),
    ...when(emptyFolders, `${countText(emptyFolders, 'folder')} left out, because CSV has only links.`),
    ...when(
      splitFolders,
      `${countText(splitFolders, 'folder')} with " / " in the name: in CSV, that reads as a folder in another.`,
    ),
    ...when(
      deepFolders,
      `${countText(deepFolders, 'folder')} below level ${IMPORT_FOLDERS_MAX_DEPTH}: on import, their links go to the folder above.`,
    ),
    ...when(onlyInJson.length, `Only JSON keeps: ${onlyInJson.join(', ')}.`),
  ];
}

/** What only a JSON file keeps. Empty if the chosen format loses nothing. */
function onlyInJsonThings(lost: ExportedFile['onlyInJson']): readonly string[] {
  const { equalFolders, starredFolders, folderIcons, dates, marks } = lost;
  const stars = starredFolders === 1 ? 'the star of 1' : `the stars of ${numberText(starredFolders)}`;
  return [
    ...when(equalFolders, `${countText(equalFolders, 'folder')} with the name of another beside it`),
    ...when(starredFolders, `${stars} folder${plural(starredFolders)}`),
    ...when(folderIcons, `the icon${plural(folderIcons)} of ${countText(folderIcons, 'folder')}`),
    ...when(dates, `${numberText(dates)} date${plural(dates)} before 1990 or in the future`),
    ...when(marks, `${numberText(marks)} mark${plural(marks)} "no duplicates"`),
  ];
}

function when(condition: number | boolean, text: string): readonly string[] {
  return condition === 0 || condition === false ? [] : [text];
}

function plural(count: number): string {
  return count === 1 ? '' : 's';
}
