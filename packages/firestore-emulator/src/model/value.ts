/**
 * The values of a document. Integers are bigint and doubles are number, which keeps 1 and 1.0 apart. Maps are Map, so a
 * field called `__proto__` is an ordinary field.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Timestamp
  | GeoPoint
  | Reference
  | readonly Value[]
  | MapValue;

export type MapValue = ReadonlyMap<string, Value>;

/** Seconds since the epoch (possibly negative) and nanoseconds 0..999,999,999. */
export class Timestamp {
  readonly seconds: number;
  readonly nanos: number;

  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

export class GeoPoint {
  readonly latitude: number;
  readonly longitude: number;

  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** A full resource name: projects/{p}/databases/{d}/documents/{path}. */
export class Reference {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}
