import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { FAVORITE, MEMBERSHIP } from '@foldmark/library/entities/entities';
import { missing } from '@foldmark/library/entities/derive';
import type { Field, Fields } from '@foldmark/library/entities/field';
import { fieldsOf } from '@foldmark/library/entities/fields-of';
import { FOLDER } from '@foldmark/library/entities/folder';
import { LINK } from '@foldmark/library/entities/link';
import type { Micros, Records } from '@foldmark/library/entities/records';

/** The stored rows do not match the format that this version of the app reads. */
export class BrokenRows extends Error {}

/** The columns of a row, in the order of the entity's table. Rows have no field names, which would be most of the stored text. */
interface RowFormat {
  readonly columns: readonly (readonly [name: string, field: Field])[];
  /** The number of columns that every row has. */
  readonly keys: number;
  readonly blank: Readonly<Record<string, unknown>>;
}

const FORMATS: { readonly [C in LibraryCollection]: RowFormat } = {
  links: formatOf(LINK),
  folders: formatOf(FOLDER),
  folder_links: formatOf(MEMBERSHIP),
  favorites: formatOf(FAVORITE),
};

function formatOf({ key, fields }: { readonly key: Fields; readonly fields: Fields }): RowFormat {
  return {
    columns: Object.entries({ ...key, ...fields }),
    keys: Object.keys(key).length,
    blank: { ...missing(key), ...missing(fields), updated_at: 0 },
  };
}

/** The names of a row's values, in order. */
export function columnsOf(collection: LibraryCollection): string[] {
  return FORMATS[collection].columns.map(([name]) => name);
}

/** Returns the values of a row, without trailing default values such as an empty note. */
export function rowValues<C extends LibraryCollection>(collection: C, record: Records[C]): unknown[] {
  const { columns, keys } = FORMATS[collection];
  const values = fieldsOf(record);
  let end = columns.length;
  while (end > keys && isMissing(columns[end - 1], values)) end -= 1;
  return columns.slice(0, end).map(([name]) => values[name]);
}

function isMissing(
  column: RowFormat['columns'][number] | undefined,
  values: Readonly<Record<string, unknown>>,
) {
  if (column === undefined) return false;
  const [name, field] = column;
  const value = values[name];
  return value === field.missing || (Array.isArray(value) && value.length === 0);
}

/** Reads the values of a row, starting at an index. A row of an older version has fewer columns than the entity's table. */
export function readRow<C extends LibraryCollection>(
  collection: C,
  row: readonly unknown[],
  from: number,
  at: Micros,
): Records[C] {
  const { columns, keys, blank } = FORMATS[collection];
  const count = Math.min(row.length - from, columns.length);
  if (count < keys) throw new BrokenRows('The key is missing.');
  const record: Record<string, unknown> = { ...blank, updated_at: at };
  for (const [index, [name]] of columns.entries()) {
    if (index === count) break;
    record[name] = row[from + index];
  }
  if (!isRecord(collection, record)) throw new BrokenRows('A value is missing.');
  return record;
}

function isRecord<C extends LibraryCollection>(
  collection: C,
  record: Readonly<Record<string, unknown>>,
): record is Record<string, unknown> & Records[C] {
  return FORMATS[collection].columns.every(([name, { isValue }]) => isValue(record[name]));
}
