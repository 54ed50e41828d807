import type { Document } from '#firestore/model/document.ts';
import { GeoPoint, Reference, Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';
import type { MessageWriter } from '#firestore/protobuf/message-writer.ts';

/** A tag is eight times the number of a field, plus 0 for a varint, 1 for a double, and 2 for what has a length. */
const DOCUMENT = { name: 0x0a, fields: 0x12, createTime: 0x1a, updateTime: 0x22 } as const;
const MAP = { entries: 0x0a } as const;
const ENTRY = { key: 0x0a, value: 0x12 } as const;
const ARRAY = { values: 0x0a } as const;
const TIMESTAMP = { seconds: 0x08, nanos: 0x10 } as const;
const GEO_POINT = { latitude: 0x09, longitude: 0x11 } as const;
const VALUE = {
  boolean: 0x08,
  integer: 0x10,
  double: 0x19,
  reference: 0x2a,
  map: 0x32,
  geoPoint: 0x42,
  array: 0x4a,
  timestamp: 0x52,
  null: 0x58,
  string: 0x8a,
  bytes: 0x92,
} as const;

/** Writes a google.firestore.v1.Document as a field of the current message. */
export function writeDocument(to: MessageWriter, tag: number, document: Document): void {
  const start = to.open(tag);
  to.text(DOCUMENT.name, document.name);
  writeEntries(to, DOCUMENT.fields, document.fields);
  writeTimestamp(to, DOCUMENT.createTime, document.createTime);
  writeTimestamp(to, DOCUMENT.updateTime, document.updateTime);
  to.close(start);
}

export function writeTimestamp(to: MessageWriter, tag: number, { seconds, nanos }: Timestamp): void {
  const start = to.open(tag);
  to.integer(TIMESTAMP.seconds, seconds);
  to.integer(TIMESTAMP.nanos, nanos);
  to.close(start);
}

function writeEntries(to: MessageWriter, tag: number, map: MapValue): void {
  for (const [name, value] of map) {
    const start = to.open(tag);
    to.text(ENTRY.key, name);
    const valueStart = to.open(ENTRY.value);
    writeValue(to, value);
    to.close(valueStart);
    to.close(start);
  }
}

function writeValue(to: MessageWriter, value: Value): void {
  if (value === null) to.integer(VALUE.null, 0);
  else if (typeof value === 'string') to.text(VALUE.string, value);
  else if (typeof value === 'boolean') to.integer(VALUE.boolean, Number(value));
  else if (typeof value === 'number') to.double(VALUE.double, value);
  else if (typeof value === 'bigint') to.bigint(VALUE.integer, value);
  else if (value instanceof Timestamp) writeTimestamp(to, VALUE.timestamp, value);
  else if (value instanceof Uint8Array) to.bytes(VALUE.bytes, value);
  else if (value instanceof Reference) to.text(VALUE.reference, value.name);
  else writeNested(to, value);
}

function writeNested(to: MessageWriter, value: MapValue | GeoPoint | readonly Value[]): void {
  if (value instanceof GeoPoint) {
    const start = to.open(VALUE.geoPoint);
    to.double(GEO_POINT.latitude, value.latitude);
    to.double(GEO_POINT.longitude, value.longitude);
    to.close(start);
  } else if (value instanceof Map) {
    const start = to.open(VALUE.map);
    writeEntries(to, MAP.entries, value);
    to.close(start);
  } else {
    const start = to.open(VALUE.array);
    if (Array.isArray(value)) for (const element of value) writeElement(to, element);
    to.close(start);
  }
}

function writeElement(to: MessageWriter, element: Value): void {
  const start = to.open(ARRAY.values);
  writeValue(to, element);
  to.close(start);
}
