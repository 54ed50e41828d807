import { numberText } from '#library/text/number-text.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { type CsvHeader, csvHeader, csvRows, type CsvLoss } from './csv.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { LOOSE_NAMES } from '#library/files/reading/collect/loose-entry.ts';
import type { RawEntry } from '#library/files/reading/collect/raw-entry.ts';
import type { TextFormat } from '#library/files/reading/format.ts';

/** How to recognize the table of a product, and read its rows. Column names have the form of `columnName`. */
export interface CsvProduct {
  readonly kind: string;
  readonly source: string;
  /** The table must have all of these columns. */
  readonly columns: readonly string[];
  /** The table must also have one of these columns. */
  readonly oneOf?: readonly string[];
  /** If given, the table must have no columns besides `columns` and these. */
  readonly others?: readonly string[];
  /** Reads the columns of a row besides `url` and `title`. Null if the row is skipped. */
  readonly entry: (row: Fields, collector: Collector) => Partial<RawEntry> | null;
}

/** A format for the CSV files of one product. */
export function csvFormat({ kind, source, columns, oneOf, others, entry }: CsvProduct): TextFormat {
  const allowed = others === undefined ? null : new Set([...columns, ...others]);
  return {
    kind,
    matches: (text) => {
      const found = csvHeader(text)?.columns;
      if (found === undefined || !columns.every((column) => found.has(column))) return false;
      if (oneOf !== undefined && !oneOf.some((column) => found.has(column))) return false;
      return allowed === null || [...found.keys()].every((column) => allowed.has(column));
    },
    read: (text, collector) => {
      const header = csvHeader(text);
      if (header === null) return source;
      const url = LOOSE_NAMES.url.find((column) => header.columns.has(column)) ?? 'url';
      readCsv(text, header, header.columns.get(url) ?? 0, collector, entry);
      return source;
    },
  };
}

/** Reads all rows, and tells the columns that `entry` does not read. */
export function readCsv(
  text: string,
  header: CsvHeader,
  urlColumn: number,
  collector: Collector,
  entry: CsvProduct['entry'],
): void {
  const loss: CsvLoss = { quoteRow: null, cutRow: null, longRows: 0 };
  for (const { cells } of csvRows(text, header, urlColumn, loss)) {
    const row = new Fields(new Map(header.names.map((name, index) => [name, cells[index] ?? ''])));
    const link = entry(row, collector);
    if (link !== null) collector.link({ url: row.cell('url'), title: row.cell('title'), ...link });
    row.tellUnused(collector);
  }
  tellLoss(loss, collector);
}

function tellLoss({ quoteRow, cutRow, longRows }: CsvLoss, collector: Collector): void {
  if (quoteRow !== null) {
    collector.tell(
      `A quote in row ${quoteRow} never ends. This row and everything after it could not be read.`,
    );
  }
  if (cutRow !== null) collector.tell(`The file ends early: row ${cutRow} is not complete and was left out.`);
  if (longRows > 0) {
    const rows = longRows === 1 ? '1 row has' : `${numberText(longRows)} rows have`;
    collector.tell(`${rows} more cells than the first row. The cells beyond it were left out.`);
  }
}
