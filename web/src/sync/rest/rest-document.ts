import type { StoredTimestamp } from '@foldmark/contract/stored';
import { fieldsOf } from '@foldmark/library/entities/fields-of';

/** An unparsed document. */
export interface ReadDocument {
  /** The last segment of the document's path. */
  readonly id: string;
  /** The fields of the document, as the SDKs return them. */
  readonly data: unknown;
}

/** The documents in a response of `runQuery`. */
export function documentsIn(rows: unknown): readonly ReadDocument[] {
  if (!Array.isArray(rows)) throw new Error('Firestore responded no list.');
  const documents: ReadDocument[] = [];
  for (const row of rows) {
    const { document, error } = fieldsOf(row);
    // A query can fail after the response has started.
    if (error !== undefined) throw new Error(`Firestore responded ${JSON.stringify(error)}.`);
    // A row without a document contains only the time of the query.
    if (document === undefined) continue;
    const { name, fields } = fieldsOf(document);
    documents.push({ id: String(name).split('/').at(-1) ?? '', data: dataOf(fields) });
  }
  return documents;
}

function dataOf(fields: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fieldsOf(fields)).map(([name, value]) => [name, valueOf(value)]));
}

/** A value has one field, named after its type. The schemas refuse the result for types that the app does not use. */
function valueOf(value: unknown): unknown {
  const [[type, content] = []] = Object.entries(fieldsOf(value));
  if (type === 'integerValue') return Number(content);
  if (type === 'timestampValue') return timestampOf(String(content));
  if (type === 'bytesValue') return bytesOf(String(content));
  if (type === 'mapValue') return dataOf(fieldsOf(content)['fields']);
  if (type === 'arrayValue') return listOf(fieldsOf(content)['values']);
  return content;
}

/** An empty list has no values in JSON. */
function listOf(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values.map(valueOf) : [];
}

/** The text has up to nine decimals of a second, but `Date` reads only three. */
function timestampOf(text: string): StoredTimestamp {
  const millis = Date.parse(text);
  const fraction = /\.(?<digits>\d+)Z$/.exec(text)?.groups?.['digits'] ?? '';
  return {
    seconds: Math.floor(millis / 1000),
    nanoseconds: Number(fraction.padEnd(9, '0')),
    toMillis: () => millis,
    toDate: () => new Date(millis),
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return bytes;
}
