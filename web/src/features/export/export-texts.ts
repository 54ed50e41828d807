import { numberText } from '@foldmark/library/text/number-text';
import { IMPORT_FOLDERS_MAX_DEPTH } from '@foldmark/library/entities/limits';

import type { ExportFormat } from '@foldmark/library/files/writing/export-format';
import type { ExportedFile } from '@foldmark/library/files/writing/make-export';
import type { SnapshotScope } from '@foldmark/library/files/writing/snapshot';
import { countText, itemCountText } from '#web/sync/count-text.ts';
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

/** Names the part of the library in the name of the file. */
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

/** What the person should know about the file. */
export function remarksOn(
  file: ExportedFile,
  { isCurrent }: { readonly isCurrent: boolean },
): readonly string[] {
  const { trash, leftOut, emptyFolders, splitFolders, deepFolders, onlyInJson } = file;
  return [
    ...(isCurrent ? [] : ['Recent changes from your other devices may be missing.']),
    ...(trash.links + trash.folders === 0
      ? []
      : [
          `The trash is in it too: ${countText(trash.links, 'link')}, ${countText(trash.folders, 'folder')}.`,
        ]),
    ...(leftOut === 0
      ? []
      : [`${countText(leftOut, 'link')} left out: other programs can't read such addresses. JSON has them.`]),
    ...(emptyFolders === 0
      ? []
      : [`${countText(emptyFolders, 'folder')} left out, because CSV has only links.`]),
    ...(splitFolders === 0
      ? []
      : [
          `${countText(splitFolders, 'folder')} with " / " in the name: in CSV, that reads as a folder in another.`,
        ]),
    ...(deepFolders === 0
      ? []
      : [
          `${countText(deepFolders, 'folder')} below level ${IMPORT_FOLDERS_MAX_DEPTH}: on import, their links go to the folder above.`,
        ]),
    ...onlyInJsonText(onlyInJson),
  ];
}

/** Empty if the format has everything. */
function onlyInJsonText({
  equalFolders,
  starredFolders,
  dates,
  marks,
}: ExportedFile['onlyInJson']): readonly string[] {
  const things = [
    ...(equalFolders === 0
      ? []
      : [`${countText(equalFolders, 'folder')} with the name of another beside it`]),
    ...(starredFolders === 0
      ? []
      : [
          starredFolders === 1
            ? 'the star of 1 folder'
            : `the stars of ${numberText(starredFolders)} folders`,
        ]),
    ...(dates === 0
      ? []
      : [`${numberText(dates)} ${dates === 1 ? 'date' : 'dates'} before 1990 or in the future`]),
    ...(marks === 0 ? [] : [`${numberText(marks)} ${marks === 1 ? 'mark' : 'marks'} "no duplicates"`]),
  ];
  return things.length === 0 ? [] : [`Only JSON keeps: ${things.join(', ')}.`];
}
