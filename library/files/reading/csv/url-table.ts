import { readCsv } from './csv-format.ts';
import { csvHeader, type CsvHeader, csvRows } from './csv.ts';
import type { TextFormat } from '#library/files/reading/format.ts';
import { LOOSE_NAMES, looseEntry } from '#library/files/reading/collect/loose-entry.ts';
import { POCKET_CSV } from './csv-products.ts';

const WEB_URL = /^\s*(?:https?|ftp):\/\/\S+\s*$/i;
const PROBE_LENGTH = 100_000;
const PROBE_ROWS = 20;
/** Pocket's columns, for a file without the header. Some files have one more column. */
const POCKET = [
  ['title', 'url', 'time added', 'tags', 'status'],
  ['title', 'url', 'time added', 'cursor', 'tags', 'status'],
];

/** A table with urls in a column of any name, with or without a header. */
export const URL_TABLE: TextFormat = {
  kind: 'table',
  matches: (text) => tableIn(text) !== null,
  read: (text, collector) => {
    const table = tableIn(text);
    if (table === null) return 'CSV';
    if (table.pocket !== null) return POCKET_CSV.read(`${table.pocket.join(',')}\n${text}`, collector);
    readCsv(text, table.header, table.urlColumn, collector, looseEntry);
    return 'CSV';
  },
};

/** The position before the first row of a table without a header. */
const START = { end: 0, row: 0 };

interface UrlTable {
  readonly header: CsvHeader;
  readonly urlColumn: number;
  /** Pocket's columns, if the table is a part of a Pocket file. */
  readonly pocket: readonly string[] | null;
}

function tableIn(text: string): UrlTable | null {
  const header = csvHeader(text);
  if (header === null || header.width < 2) return null;
  const hasHeader = !header.names.some((name) => /^(?:https?|ftp):\/\//.test(name));
  const rows = probeRows(text, hasHeader ? header : { ...header, ...START });
  const urlColumn = header.names.findIndex((_, index) => rows.every((row) => WEB_URL.test(row[index] ?? '')));
  // Needs more than one row, because a line of prose can also have a comma and a url.
  if (
    urlColumn < 0 ||
    rows.length < (hasHeader && header.delimiter !== ',' ? 1 : 2) ||
    (!hasHeader && !isTable(rows, header))
  )
    return null;
  const columns = hasHeader ? header.names : header.names.map((_, index) => `column ${index + 1}`);
  return {
    header: { ...header, ...(hasHeader ? {} : START), names: namesOf(columns, rows, urlColumn) },
    urlColumn,
    pocket: POCKET.find((names) => !hasHeader && isPocket(names, rows)) ?? null,
  };
}

/** The first rows. Empty if they don't fit the header. */
function probeRows(text: string, header: CsvHeader): readonly (readonly string[])[] {
  const probe = text.slice(0, header.end + PROBE_LENGTH);
  const rows: (readonly string[])[] = [];
  const loss = { quoteRow: null, cutRow: null, longRows: 0 };
  for (const { cells } of csvRows(probe, header, 0, loss)) {
    rows.push(cells);
    if (rows.length > PROBE_ROWS) break;
  }
  if (probe.length < text.length && rows.length <= PROBE_ROWS) rows.pop();
  return loss.longRows === 0 && rows.every((row) => row.length === header.width) ? rows : [];
}

/** Distinguishes a table without a header from a list of urls that contain commas. */
function isTable(rows: readonly (readonly string[])[], { width, delimiter }: CsvHeader): boolean {
  if (width > 2) return true;
  return (
    delimiter !== '\t' &&
    rows.some((row) => row.some((cell) => !WEB_URL.test(cell) && cell.trim().includes(' ')))
  );
}

function isPocket(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  return rows.every(
    (row) =>
      row.length === names.length &&
      /^\d{9,10}$/.test(row[2] ?? '') &&
      /^(?:unread|archive)$/.test(row.at(-1) ?? ''),
  );
}

/** The column names, with 'url' and 'title' for these two columns. */
function namesOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  urlColumn: number,
): readonly string[] {
  const isText = (index: number): boolean =>
    index !== urlColumn &&
    rows.some((row) => /\p{L}/u.test(row[index] ?? '') && !WEB_URL.test(row[index] ?? ''));
  const hasTitle = LOOSE_NAMES.title.some((name) => names.includes(name));
  const titleColumn = hasTitle ? -1 : names.findIndex((_, index) => isText(index));
  return names.map((name, index) => (index === urlColumn ? 'url' : index === titleColumn ? 'title' : name));
}
