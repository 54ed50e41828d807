/**
 * Reads the CSV of spreadsheets and exporters: columns by name, `,` `;` or tab as delimiter, and any line ends. Takes linear
 * time.
 */

const HEADER_MAX_LENGTH = 20_000;
const DELIMITERS = [',', ';', '\t'] as const;
/** The delimiter of a file with one column, whose cells contain unquoted commas. */
const NO_DELIMITER = '';
const SEPARATOR_LINE = /^sep=([,;\t])[\r\n]+/i;

export interface CsvHeader {
  /** Column names in lower case, without `_` and `-`. If two columns have the same name, the first one counts. */
  readonly columns: ReadonlyMap<string, number>;
  /** A unique name for each column, even for a column without a name or with the name of another one. */
  readonly names: readonly string[];
  readonly delimiter: string;
  /** The number of cells in a row. */
  readonly width: number;
  /** The index where the rows begin. */
  readonly end: number;
  /** The number of the header's row, as a spreadsheet shows it. */
  readonly row: number;
}

/** Returns the header. Null if the text doesn't begin with one line of column names. */
export function csvHeader(text: string): CsvHeader | null {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  const separator = SEPARATOR_LINE.exec(text.slice(start, start + 8));
  if (separator !== null) start += separator[0].length;
  while (/[\s\uFEFF]/.test(text.charAt(start))) start += 1;
  const line = text.slice(start, start + HEADER_MAX_LENGTH);
  const delimiter = separator?.[1] ?? delimiterOf(line);
  const cursor = new CsvCursor(line, 0, delimiter);
  const names = cursor.next();
  if (names === null || cursor.lost || (line.length === HEADER_MAX_LENGTH && cursor.at >= line.length))
    return null;
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const column = columnName(name);
    if (column !== '' && !columns.has(column)) columns.set(column, index);
  }
  const row = text.slice(0, start).split(/\r\n|\n|\r/).length;
  return {
    columns,
    names: names.map((name, index) => ownName(columns, columnName(name), index)),
    delimiter,
    width: names.length,
    end: start + cursor.at,
    row,
  };
}

function ownName(columns: ReadonlyMap<string, number>, column: string, index: number): string {
  if (columns.get(column) === index) return column;
  return column === '' ? `column ${index + 1}` : `${column} in column ${index + 1}`;
}

/** `dateAdded`, `date_added` and `Date Added` are the same column. */
export function columnName(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[\s\uFEFF_-]+/g, ' ');
  return words.trim().toLowerCase();
}

/** Counts the delimiters outside of quotes, in the first line only. */
function delimiterOf(header: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of header) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n' || character === '\r') break;
    else counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  let best: string = NO_DELIMITER;
  for (const delimiter of DELIMITERS) {
    if ((counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0)) best = delimiter;
  }
  return best;
}

export interface CsvRow {
  readonly cells: readonly string[];
  /** The row number, as a spreadsheet shows it: the first row of the file is 1. */
  readonly row: number;
}

/** The data that the rows of a file have lost. Complete only after the last row. */
export interface CsvLoss {
  /** The row whose quote never ends. */
  quoteRow: number | null;
  /** The last row, if the file ends inside of it. */
  cutRow: number | null;
  /** The number of rows with text after the last column of the header. */
  longRows: number;
}

/** Yields the rows that have text. */
export function* csvRows(
  text: string,
  header: CsvHeader,
  urlColumn: number,
  loss: CsvLoss,
): Generator<CsvRow> {
  const cursor = new CsvCursor(text, header.end, header.delimiter, header.width);
  let { row } = header;
  let fullRows = 0;
  let shortRows = 0;
  for (let cells = cursor.next(); cells !== null; cells = cursor.next()) {
    row += 1;
    if (cursor.lost) {
      loss.quoteRow = row;
      return;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    const isShort = cells.length < header.width;
    // Without a line end, the last row can be incomplete, and its last cell half a url.
    if (
      isShort &&
      cursor.endsWithoutLineEnd &&
      cells.length - 1 <= urlColumn &&
      fullRows > 0 &&
      shortRows === 0
    ) {
      loss.cutRow = row;
      return;
    }
    if (isShort) shortRows += 1;
    else fullRows += 1;
    if (cursor.isLong) loss.longRows += 1;
    yield { cells, row };
  }
}

class CsvCursor {
  at: number;
  /** Whether a quote of the file never ends. */
  lost = false;
  /** Whether the last record ended with the text, without a line end. */
  endsWithoutLineEnd = false;
  /** Whether the last record had text after the requested cells. */
  isLong = false;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #maxCells: number;

  /** Drops all cells after `maxCells`, because a long row may have millions. */
  constructor(text: string, at: number, delimiter: string, maxCells = Infinity) {
    this.#text = text;
    this.at = at;
    this.#delimiter = delimiter;
    this.#maxCells = maxCells;
  }

  /** Returns the cells of the next record, or null at the end. */
  next(): string[] | null {
    const text = this.#text;
    if (this.at >= text.length) return null;
    const cells: string[] = [];
    this.isLong = false;
    for (;;) {
      const cell = this.#cell();
      if (cells.length < this.#maxCells) cells.push(cell);
      else this.isLong ||= cell.trim() !== '';
      if (this.lost) return cells;
      const end = text.charAt(this.at);
      this.at += 1;
      if (end === '\r' && text.charAt(this.at) === '\n') this.at += 1;
      if (end !== this.#delimiter || end === '') {
        this.endsWithoutLineEnd = end === '';
        return cells;
      }
    }
  }

  #cell(): string {
    return this.#text.charAt(this.at) === '"' ? this.#quoted() : this.#plain();
  }

  #plain(): string {
    const start = this.at;
    while (this.at < this.#text.length && !this.#endsCell(this.at)) this.at += 1;
    return this.#text.slice(start, this.at);
  }

  /** Two quotes mean one. A single quote in the middle of a cell is text, because exporters forget to double it. */
  #quoted(): string {
    const text = this.#text;
    const parts: string[] = [];
    let from = this.at + 1;
    for (;;) {
      const quote = text.indexOf('"', from);
      if (quote === -1) {
        this.lost = true;
        this.at = text.length;
        return '';
      }
      if (text.charAt(quote + 1) === '"') {
        parts.push(text.slice(from, quote + 1));
        from = quote + 2;
        continue;
      }
      let end = quote + 1;
      while (text.charAt(end) === ' ') end += 1;
      if (end >= text.length || this.#endsCell(end)) {
        parts.push(text.slice(from, quote));
        this.at = end;
        return parts.join('');
      }
      parts.push(text.slice(from, quote + 1));
      from = quote + 1;
    }
  }

  #endsCell(at: number): boolean {
    const character = this.#text.charAt(at);
    return character === this.#delimiter || character === '\n' || character === '\r';
  }
}
