import type { Collector } from './collector.ts';
import { csvHeader, csvRows, type CsvLoss } from './csv.ts';
import type { TextFormat } from './format.ts';

/** The cells of a row by the name of their column: lower case, without `_` and `-`. Missing ones are empty. */
export type CsvCells = (column: string) => string;

interface CsvProduct {
  readonly kind: string;
  readonly source: string;
  /** Whether the columns are those of this product. */
  fits(columns: ReadonlySet<string>): boolean;
  readRow(cells: CsvCells, collector: Collector): void;
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
      const loss: CsvLoss = { quoteRow: null, cutRow: null };
      for (const { cells } of csvRows(text, header, urlColumn, loss)) {
        product.readRow((column) => cells[header.columns.get(column) ?? -1] ?? '', collector);
      }
      tellLoss(loss, collector);
      return product.source;
    },
  };
}

function tellLoss({ quoteRow, cutRow }: CsvLoss, collector: Collector): void {
  if (quoteRow !== null) {
    collector.tell(
      `A quote in row ${quoteRow} never ends. This row and everything after it could not be read.`,
    );
  }
  if (cutRow !== null) collector.tell(`The file ends early: row ${cutRow} is not complete and was left out.`);
}
