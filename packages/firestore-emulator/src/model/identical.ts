import type { MapValue, Value } from '#firestore/model/value.ts';
import { GeoPoint, Reference, Timestamp } from '#firestore/model/value.ts';

/** Whether two values are identical. Unlike in queries, 1 differs from 1.0, and 0 from -0. */
export function identical(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Map) return b instanceof Map && identicalMaps(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && identicalLists(a, b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Timestamp) {
    return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  }
  if (a instanceof GeoPoint) {
    return b instanceof GeoPoint && Object.is(a.latitude, b.latitude) && Object.is(a.longitude, b.longitude);
  }
  return a instanceof Reference && b instanceof Reference && a.name === b.name;
}

export function identicalMaps(a: MapValue, b: MapValue): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !identical(value, other)) return false;
  }
  return true;
}

function identicalLists(a: readonly Value[], b: readonly Value[]): boolean {
  return (
    a.length === b.length &&
    a.every((value, index) => {
      const other = b[index];
      return other !== undefined && identical(value, other);
    })
  );
}
