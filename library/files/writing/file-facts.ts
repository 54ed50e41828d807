import { IMPORT_FOLDERS_MAX_DEPTH } from '#library/entities/limits.ts';

import { TOP } from '#library/files/library-file.ts';
import type { Arranged } from './arrange.ts';
import type { ExportFormat } from './export-format.ts';
import { PATH_SEPARATOR } from '#library/files/reading/csv/own-csv.ts';
import { cleanDate } from '#library/files/reading/clean/clean-date.ts';

interface Counts {
  readonly links: number;
  readonly folders: number;
}

/** Facts about the content of a file that the user should know. */
export interface FileFacts {
  /** The content without the trash. */
  readonly counts: Counts;
  readonly trash: Counts;
  /** The number of folders that CSV leaves out because there are no links in or below them. */
  readonly emptyFolders: number;
  /** The number of folders that a reader of CSV splits into nested ones. */
  readonly splitFolders: number;
  /** The number of folders that an import merges into the one above. */
  readonly deepFolders: number;
  /** The content that only JSON can hold. */
  readonly onlyInJson: OnlyInJson;
}

interface OnlyInJson {
  /** The number of folders that were merged with one of the same name and parent. */
  readonly equalFolders: number;
  readonly starredFolders: number;
  /** The number of folders with an emoji or a color. */
  readonly folderIcons: number;
  /** The number of dates that a reader treats as unknown. */
  readonly dates: number;
  /** The number of marks "no duplicates". */
  readonly marks: number;
}

/** `equalFolders` is the number of folders that were merged with others. */
export function factsOf(
  { folders, links }: Arranged,
  format: ExportFormat,
  { equalFolders, now }: { readonly equalFolders: number; readonly now: number },
): FileFacts {
  const used = usedFolders({ folders, links });
  const trashed = new Set<number>();
  const depths: number[] = [];
  const facts = { folders: 0, trashedFolders: 0, emptyFolders: 0, splitFolders: 0, deepFolders: 0 };
  for (const [position, { name, parent, trashed: isTrashed }] of folders.entries()) {
    const depth = (depths[parent] ?? 0) + 1;
    depths.push(depth);
    if (isTrashed || trashed.has(parent)) trashed.add(position);
    if (format === 'csv' && !used.has(position)) {
      facts.emptyFolders += 1;
      continue;
    }
    if (trashed.has(position)) facts.trashedFolders += 1;
    else facts.folders += 1;
    if (format === 'csv' && name.includes(PATH_SEPARATOR)) facts.splitFolders += 1;
    if (depth > IMPORT_FOLDERS_MAX_DEPTH) facts.deepFolders += 1;
  }
  const { folders: activeFolders, trashedFolders, ...rest } = facts;
  const trashedLinks = links.filter((link) => link.trashed).length;
  return {
    ...rest,
    counts: { links: links.length - trashedLinks, folders: activeFolders },
    trash: { links: trashedLinks, folders: trashedFolders },
    onlyInJson:
      format === 'json'
        ? { equalFolders: 0, starredFolders: 0, folderIcons: 0, dates: 0, marks: 0 }
        : {
            equalFolders,
            starredFolders: folders.filter(({ favorite }) => favorite).length,
            folderIcons: folders.filter(({ icon }) => icon !== '').length,
            dates: links.filter(({ createdAt }) => cleanDate(createdAt, now) === null).length,
            marks: links.reduce((sum, { distinctFrom }) => sum + distinctFrom.length, 0),
          },
  };
}

/** The folders that have links in or below them. */
function usedFolders({ folders, links }: Arranged): ReadonlySet<number> {
  const used = new Set<number>();
  for (const link of links) {
    for (const position of link.folders)
      for (let at = position; at !== TOP && !used.has(at); at = folders[at]?.parent ?? TOP) used.add(at);
  }
  return used;
}
