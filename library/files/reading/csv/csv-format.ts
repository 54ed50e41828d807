import { numberText } from '#library/text/number-text.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { type CsvHeader, csvHeader, csvRows, type CsvLoss } from './csv.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import type { TextFormat } from '#library/files/reading/format.ts';

interface CsvProduct {
  readonly kind: string;
  readonly source: string;
  /** Whether the columns are those of this product. Their names are lower case, without `_` and `-`. */
  fits(columns: ReadonlySet<string>): boolean;
  readRow(row: Fields, collector: Collector): void;
  /** 'url' if missing. */
  urlColumn?(columns: ReadonlySet<string>): string;
}

/** A format for the CSV files of one product. */
export function csvFormat(product: CsvProduct): TextFormat {
  return {
    kind: product.kind,
    matches: (text) => {
      const header = csvHeader(text);
      return header !== null && product.fits(new Set(header.columns.keys()));
    },
    read: (text, collector) => {
      const header = csvHeader(text);
      if (header === null) return product.source;
      const columns = new Set(header.columns.keys());
      const urlColumn = header.columns.get(product.urlColumn?.(columns) ?? 'url') ?? 0;
      readCsv(text, header, urlColumn, collector, (row) => {
        product.readRow(row, collector);
      });
      return product.source;
    },
  };
}

/** Reads all rows, and tells the columns that `readRow` doesn't read. */
export function readCsv(
  text: string,
  header: CsvHeader,
  urlColumn: number,
  collector: Collector,
  readRow: (row: Fields) => void,
): void {
  const loss: CsvLoss = { quoteRow: null, cutRow: null, longRows: 0 };
  for (const { cells } of csvRows(text, header, urlColumn, loss)) {
    const row = new Fields(new Map(header.names.map((name, index) => [name, cells[index] ?? ''])));
    readRow(row);
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
