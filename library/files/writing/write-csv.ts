import { type Arranged, type ArrangedFolder, compareByCodePoint } from './arrange.ts';
import { guarded } from '#library/files/reading/clean/formula-guard.ts';

const HEADER = 'url,title,folder,tags,note,created,favorite';
const LINE_END = '\r\n';
/** Separates the names of a path. A name can contain it: then the path reads as one with more folders. */
export const PATH_SEPARATOR = ' / ';
/** Excel reads UTF-8 only with a byte order mark. */
const MARK = '\uFEFF';

/** For spreadsheets: one line per link, with the paths of its folders in one cell, one path per line. */
export function writeCsv({ folders, links }: Arranged): string {
  const paths = pathsOf(folders);
  const rows = links.map((link) =>
    [
      link.url,
      link.name,
      folderCell(link.folders.map((position) => paths[position] ?? '')),
      '',
      link.note,
      new Date(link.createdAt).toISOString(),
      link.favorite ? 'true' : '',
    ]
      .map(cell)
      .join(','),
  );
  return MARK + [HEADER, ...rows].map((line) => line + LINE_END).join('');
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

/** A cell of CSV that no spreadsheet runs as a formula. */
function cell(text: string): string {
  const safe = guarded(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
