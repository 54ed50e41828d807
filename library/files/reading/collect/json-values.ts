/** Helpers that read values of parsed JSON without trusting their types. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects in a list. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return listOf(value).filter((one) => isRecord(one));
}

/** Returns a text, or null for any other value: Pinboard writes `false` for a missing title. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns the first text that isn't blank. */
export function firstText(...values: readonly unknown[]): string | null {
  for (const value of values) {
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** An id as a key for a Map. Exporters write the same id as a number in one place and as text in another. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Whether a flag is set. Exporters write booleans, 0 and 1, or words. */
export function isSet(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*(?:1|true|yes|y|on|x)\s*$/i.test(value);
  return value === true || value === 1;
}

/** Returns the names of tags. A tag is a text or an object with a name; Anybox writes the list of its path. */
export function tagNames(value: unknown): string[] {
  return listOf(value)
    .flatMap((tag) => listOf(Array.isArray(tag) ? tag : [tag]))
    .flatMap((tag) => nameOf(tag) ?? []);
}

/** The name in a text, or in an object with a name. */
export function nameOf(value: unknown): string | null {
  if (isRecord(value)) return firstText(value['name'], value['label'], value['title'], value['slug']);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Joins the texts that have content, with blank lines between them. */
export function joinNotes(...notes: readonly unknown[]): string {
  const texts = notes.flatMap((note) =>
    typeof note === 'string' && note.trim() !== '' ? [note.trim()] : [],
  );
  return [...new Set(texts)].join('\n\n');
}

/** Returns the names in a cell with a JSON list of tags. Null if the cell contains something else. */
export function jsonListOf(cell: string): string[] | null {
  if (!cell.trimStart().startsWith('[')) return null;
  try {
    const parsed: unknown = JSON.parse(cell);
    return tagNames(parsed);
  } catch {
    return null;
  }
}

/** Whether a value is a text of the user, such as "No" or "0", rather than an empty value that a program wrote as text. */
export function isWritten(value: unknown): boolean {
  return typeof value === 'string' && !/^\s*(?:null|none|\[\]|\{\})?\s*$/i.test(value);
}

/** Whether a value has content. Empty values, zero and `false` do not, even as text in a table. */
export function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return !/^\s*(?:0|false|no|null|none|\[\]|\{\})?\s*$/i.test(value);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== 0;
}
