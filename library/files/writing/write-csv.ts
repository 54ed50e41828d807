import { picked } from '#library/entities/derive.ts';
import { LINK_DETAILS } from '#library/entities/link.ts';

import { OWN_COLUMNS, PATH_SEPARATOR } from '#library/files/reading/csv/own-csv.ts';
import { type Arranged, type ArrangedFolder, type ArrangedLink, compareByCodePoint } from './arrange.ts';
import { guarded } from '#library/files/reading/clean/formula-guard.ts';

const LINE_END = '\r\n';
/** Excel reads UTF-8 only with a byte order mark. */
const MARK = '\uFEFF';

/** For spreadsheets: one line per link, with the paths of its folders in one cell, one path per line. */
export function writeCsv({ folders, links }: Arranged): string {
  const paths = pathsOf(folders);
  const rows = links.map((link) => {
    const cells = cellsOf(link, paths);
    return OWN_COLUMNS.map((column) => cell(String(cells[column]))).join(',');
  });
  return MARK + [OWN_COLUMNS.join(','), ...rows].map((line) => line + LINE_END).join('');
}

function cellsOf(link: ArrangedLink, paths: readonly string[]): Readonly<Record<string, unknown>> {
  const { url, name, folders, createdAt, favorite } = link;
  return {
    ...picked(LINK_DETAILS, link),
    url,
    title: name,
    folder: folderCell(folders.map((position) => paths[position] ?? '')),
    tags: '',
    created: new Date(createdAt).toISOString(),
    favorite: favorite ? 'true' : '',
  };
}

export function pathsOf(folders: readonly ArrangedFolder[]): readonly string[] {
  const paths: string[] = [];
  for (const { name, parent } of folders) {
    const above = paths[parent];
    paths.push(above === undefined ? name : `${above}${PATH_SEPARATOR}${name}`);
  }
  return paths;
}

function folderCell(paths: readonly string[]): string {
  return [...new Set(paths)].sort(compareByCodePoint).join('\n');
}

/** A CSV cell that no spreadsheet runs as a formula. */
function cell(text: string): string {
  const safe = guarded(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
