import { StatusError } from '#firestore/api/status.ts';
import { isArray, vectorOf } from '#firestore/model/value-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import { GeoPoint, Reference, Timestamp } from '#firestore/model/value.ts';

const MAX_DOCUMENT_BYTES = 1_048_576;
const DOCUMENT_OVERHEAD = 32;
const NAME_OVERHEAD = 16;
const DATABASE_SEGMENTS = 5;
const SHORT_TEXT = 16;

/** The size of a document by Firestore's rules. See https://firebase.google.com/docs/firestore/storage-size */
export function documentSize(name: string, fields: MapValue): number {
  return nameSize(name) + mapSize(fields) + DOCUMENT_OVERHEAD;
}

export function checkDocumentSize(name: string, fields: MapValue): void {
  const size = documentSize(name, fields);
  if (size <= MAX_DOCUMENT_BYTES) return;
  throw new StatusError(
    'INVALID_ARGUMENT',
    `Document '${name}' cannot be written because its size (${size.toLocaleString('en-US')} bytes) exceeds the ` +
      `maximum allowed size of ${MAX_DOCUMENT_BYTES.toLocaleString('en-US')} bytes.`,
  );
}

/** Counts only the path below the database. */
function nameSize(name: string): number {
  let start = 0;
  for (let skipped = 0; skipped < DATABASE_SEGMENTS; skipped += 1) start = name.indexOf('/', start) + 1;
  // Each segment counts one byte more than its text. The slashes and a final one add up to the same.
  return NAME_OVERHEAD + Buffer.byteLength(name) - start + 1;
}

function mapSize(map: MapValue): number {
  const vector = vectorOf(map);
  if (vector !== null) return listSize(vector);
  let size = 0;
  for (const [key, value] of map) size += textSize(key) + valueSize(value);
  return size;
}

/** https://firebase.google.com/docs/firestore/storage-size#field-size. A vector counts as its numbers. */
export function valueSize(value: Value): number {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return textSize(value);
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Timestamp) return 8;
  if (value instanceof Map) return mapSize(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Reference) return nameSize(value.name);
  if (value instanceof GeoPoint) return 16;
  return isArray(value) ? listSize(value) : 0;
}

function listSize(list: readonly Value[]): number {
  let size = 0;
  for (const element of list) size += valueSize(element);
  return size;
}

function textSize(text: string): number {
  return (isShortAscii(text) ? text.length : Buffer.byteLength(text)) + 1;
}

/** Commits need the size of every field, and Node's method takes twice as long for short texts. */
function isShortAscii(text: string): boolean {
  if (text.length > SHORT_TEXT) return false;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}
