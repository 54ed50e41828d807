import { compareNames } from '#firestore/model/name-order.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import { compareUtf8 } from '#firestore/model/utf8-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import { GeoPoint, Reference, Timestamp } from '#firestore/model/value.ts';

/** The value types in Firestore's sort order. */
export const TYPE = {
  null: 0,
  boolean: 1,
  number: 2,
  timestamp: 3,
  string: 4,
  bytes: 5,
  reference: 6,
  geoPoint: 7,
  array: 8,
  vector: 9,
  map: 10,
} as const;

export type ValueType = (typeof TYPE)[keyof typeof TYPE];

const VECTOR_TYPE_KEY = '__type__';
const VECTOR_VALUE_KEY = 'value';

export function typeOf(value: Value): ValueType {
  if (value === null) return TYPE.null;
  if (typeof value === 'string') return TYPE.string;
  if (typeof value === 'number' || typeof value === 'bigint') return TYPE.number;
  if (typeof value === 'boolean') return TYPE.boolean;
  if (value instanceof Timestamp) return TYPE.timestamp;
  if (value instanceof Map) return vectorOf(value) === null ? TYPE.map : TYPE.vector;
  if (value instanceof Uint8Array) return TYPE.bytes;
  if (value instanceof Reference) return TYPE.reference;
  return value instanceof GeoPoint ? TYPE.geoPoint : TYPE.array;
}

/** The components of a vector, or null. A vector is a map with a special `__type__`. */
export function vectorOf(map: MapValue): readonly Value[] | null {
  if (map.get(VECTOR_TYPE_KEY) !== '__vector__') return null;
  const components = map.get(VECTOR_VALUE_KEY);
  return Array.isArray(components) ? components : null;
}

/** Compares values in a total order. Integers and doubles compare by exact value, and -0 equals 0. */
export function compareValues(a: Value, b: Value): number {
  const type = typeOf(a);
  return type - typeOf(b) || compareSameType(type, a, b);
}

export function valuesEqual(a: Value, b: Value): boolean {
  return a === b || compareValues(a, b) === 0;
}

function compareSameType(type: ValueType, a: Value, b: Value): number {
  switch (type) {
    case TYPE.null:
      return 0;
    case TYPE.boolean:
      return Number(a) - Number(b);
    case TYPE.number:
      return isNumber(a) && isNumber(b) ? compareNumbers(a, b) : 0;
    case TYPE.string:
      return typeof a === 'string' && typeof b === 'string' ? compareUtf8(a, b) : 0;
    case TYPE.timestamp:
      return a instanceof Timestamp && b instanceof Timestamp ? compareTimestamps(a, b) : 0;
    case TYPE.bytes:
      return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) : 0;
    case TYPE.reference:
      return a instanceof Reference && b instanceof Reference ? compareNames(a.name, b.name) : 0;
    case TYPE.geoPoint:
      return a instanceof GeoPoint && b instanceof GeoPoint ? compareGeoPoints(a, b) : 0;
    case TYPE.array:
      return isArray(a) && isArray(b) ? compareArrays(a, b) : 0;
    case TYPE.vector:
      return a instanceof Map && b instanceof Map ? compareVectors(a, b) : 0;
    case TYPE.map:
      return a instanceof Map && b instanceof Map ? compareMaps(a, b) : 0;
  }
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  // The numbers are equal, or one is NaN, which precedes every number.
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function compareGeoPoints(a: GeoPoint, b: GeoPoint): number {
  return compareDegrees(a.latitude, b.latitude) || compareDegrees(a.longitude, b.longitude);
}

/** As in Google's emulator, -0 comes before 0, unlike in numbers. */
function compareDegrees(a: number, b: number): number {
  return compareNumbers(a, b) || Number(Object.is(b, -0)) - Number(Object.is(a, -0));
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareValues(value, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Compares vectors by dimension, then by components. */
function compareVectors(a: MapValue, b: MapValue): number {
  const left = vectorOf(a) ?? [];
  const right = vectorOf(b) ?? [];
  return left.length - right.length || compareArrays(left, right);
}

/** Compares maps by their sorted entries, and each entry by key, then value. */
function compareMaps(a: MapValue, b: MapValue): number {
  const left = sortedEntries(a);
  const right = sortedEntries(b);
  for (const [index, [key, value]] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareUtf8(key, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function sortedEntries(map: MapValue): [string, Value][] {
  return [...map].sort(([a], [b]) => compareUtf8(a, b));
}
