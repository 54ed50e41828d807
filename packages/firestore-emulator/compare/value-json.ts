import { isArray } from '#firestore/model/value-order.ts';
import { GeoPoint, Reference, Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';
import type { Json, JsonObject } from '#firestore/compare/json.ts';

/** A value in proto3 JSON. */
export function valueJson(value: Value): JsonObject {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'bigint') return { integerValue: value.toString() };
  if (typeof value === 'number') return { doubleValue: doubleJson(value) };
  if (typeof value === 'string') return { stringValue: value };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (value instanceof Timestamp) return { timestampValue: timestampJson(value.seconds, value.nanos) };
  if (value instanceof Reference) return { referenceValue: value.name };
  if (value instanceof GeoPoint) {
    return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  }
  if (isArray(value)) return { arrayValue: { values: value.map(valueJson) } };
  return { mapValue: { fields: fieldsJson(value) } };
}

export function fieldsJson(fields: MapValue): JsonObject {
  return Object.fromEntries([...fields].map(([name, value]) => [name, valueJson(value)]));
}

export function timestampJson(seconds: number, nanos: number): string {
  const date = new Date(seconds * 1000).toISOString();
  return `${date.slice(0, date.indexOf('.'))}.${String(nanos).padStart(9, '0')}Z`;
}

function doubleJson(value: number): Json {
  return Number.isFinite(value) ? value : String(value);
}
