import { isReserved } from '#firestore/model/field-path.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDocumentName } from '#firestore/model/names.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import { GeoPoint, Reference, Timestamp } from '#firestore/model/value.ts';
import type { google } from '#firestore/api/proto.ts';

type ProtoValue = google.firestore.v1.IValue;
type ProtoFields = Readonly<Record<string, ProtoValue>>;

const MAX_DEPTH = 20;
const MAX_FIELD_NAME_BYTES = 1500;
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;
const NANOS_PER_SECOND = 1_000_000_000;
const NANOS_PER_MICRO = 1000;
const VECTOR_TYPE_KEY = '__type__';
const VECTOR_TYPE = '__vector__';
/** https://firebase.google.com/docs/firestore/vector-search#limitations */
const MAX_DIMENSIONS = 2048;

/** Decodes a value to compare with. It may be one that Firestore can't store, such as an array of arrays. */
export function decodeValue(value: ProtoValue): Value {
  return decodeAt(value, 1, 'operand');
}

export function decodeElements(array: google.firestore.v1.IArrayValue | null | undefined): Value[] {
  return (array?.values ?? []).map(decodeValue);
}

/** Decodes the elements of an array that will be stored. */
export function decodeStoredElements(array: google.firestore.v1.IArrayValue): Value[] {
  return decodeArray(array, 1, 'stored');
}

export function decodeFields(fields: ProtoFields | null | undefined): MapValue {
  return decodeMap(fields, 1, 'stored');
}

/** Decodes fields from the journal. It may have values that an earlier version of the emulator accepted. */
export function decodeRecordedFields(fields: ProtoFields | null | undefined): MapValue {
  return decodeMap(fields, 1, 'recorded');
}

type Use = 'stored' | 'operand' | 'recorded';

function decodeAt(value: ProtoValue, depth: number, use: Use): Value {
  // Decoded messages inherit defaults for missing fields. Only own properties were sent.
  for (const kind of Object.keys(value)) {
    const decoded = decodeKind(value, kind, depth, use);
    if (decoded !== undefined) return decoded;
  }
  throw invalid('A value has no type.');
}

function decodeKind(value: ProtoValue, kind: string, depth: number, use: Use): Value | undefined {
  switch (kind) {
    case 'nullValue':
      return value.nullValue === undefined ? undefined : null;
    case 'booleanValue':
      return value.booleanValue ?? undefined;
    case 'integerValue':
      return value.integerValue === null || value.integerValue === undefined
        ? undefined
        : decodeInteger(value.integerValue);
    case 'doubleValue':
      return value.doubleValue ?? undefined;
    case 'stringValue':
      return checkText(value.stringValue);
    case 'timestampValue':
      return value.timestampValue ? decodeStoredTimestamp(value.timestampValue) : undefined;
    // Copies the bytes: a view would keep the whole received message in memory.
    case 'bytesValue':
      return value.bytesValue ? new Uint8Array(decodeBytes(value.bytesValue)) : undefined;
    case 'referenceValue':
      return typeof value.referenceValue === 'string'
        ? decodeReference(value.referenceValue, use)
        : undefined;
    case 'geoPointValue':
      return value.geoPointValue ? decodeGeoPoint(value.geoPointValue) : undefined;
    case 'arrayValue':
      return value.arrayValue ? decodeArray(value.arrayValue, depth, use) : undefined;
    case 'mapValue':
      return value.mapValue ? decodeMap(value.mapValue.fields, depth + 1, use) : undefined;
    default:
      throw invalid(`A value of type ${kind} cannot be stored or compared.`);
  }
}

function decodeArray(array: google.firestore.v1.IArrayValue, depth: number, use: Use): Value[] {
  checkDepth(depth + 1);
  return (array.values ?? []).map((element) => {
    const value = decodeAt(element, depth + 1, use);
    if (use !== 'stored') return value;
    if (Array.isArray(value)) throw invalid('Cannot convert an array value in an array value.');
    if (value instanceof Map && value.has(VECTOR_TYPE_KEY)) {
      throw invalid('Cannot convert a vector value in an array value.');
    }
    return value;
  });
}

function decodeMap(fields: ProtoFields | null | undefined, depth: number, use: Use): MapValue {
  checkDepth(depth);
  const map = new Map<string, Value>();
  if (fields === null || fields === undefined) return map;
  for (const name of Object.keys(fields)) {
    if (use !== 'operand' || name !== '') checkFieldName(name, depth > 1 || use === 'recorded');
    // protobufjs decodes a map entry without a value as null.
    map.set(name, decodeAt(fields[name] ?? {}, depth, use));
  }
  const type = map.get(VECTOR_TYPE_KEY);
  if (type !== undefined && use !== 'recorded') checkTypedMap(type, map, use);
  return map;
}

/** A map with a `__type__` is a vector. Firestore stores no other type as a map. */
function checkTypedMap(type: Value, map: MapValue, use: Use): void {
  if (typeof type !== 'string') throw invalid(`Field ${VECTOR_TYPE_KEY} is not a string.`);
  if (type === VECTOR_TYPE) return checkVector(map, use);
  if (use === 'operand') return;
  throw invalid(`The map type "${type}" is unknown. The only ${VECTOR_TYPE_KEY} is ${VECTOR_TYPE}.`);
}

function checkVector(map: MapValue, use: Use): void {
  const components = map.get('value');
  if (components === undefined) throw invalid("Vector map is missing key 'value'.");
  if (!Array.isArray(components)) throw invalid('Vector Value type must be an array.');
  if (map.size > 2) throw invalid('Vector Value map has extraneous entries.');
  if (components.length === 0) throw invalid('Cannot have a zero length vector.');
  if (components.length > MAX_DIMENSIONS) {
    throw invalid(`Vectors must be at most ${MAX_DIMENSIONS} dimensions.`);
  }
  for (const component of components) {
    if (typeof component !== 'number') throw invalid("Vector must only contain values of type 'double'");
    if (use === 'stored' && Number.isNaN(component)) throw invalid('Vector cannot contain NaN values.');
  }
}

/** Level 1 is the document's own fields. */
function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH + 1) throw invalid(`Maps and arrays are nested deeper than ${MAX_DEPTH} levels.`);
}

function checkFieldName(name: string, mayBeType: boolean): void {
  if (name === '') throw invalid('A field name is empty.');
  if (isReserved(name) && !(mayBeType && name === VECTOR_TYPE_KEY)) {
    throw invalid(`Field name "${name}" is invalid because it is reserved.`);
  }
  if (name.length > MAX_FIELD_NAME_BYTES / 4 && Buffer.byteLength(name) > MAX_FIELD_NAME_BYTES) {
    throw invalid(`A field name is longer than ${MAX_FIELD_NAME_BYTES} bytes.`);
  }
  checkText(name);
}

function checkText(text: string | null | undefined): string | undefined {
  if (typeof text === 'string' && !text.isWellFormed()) throw invalid('A string is not valid Unicode.');
  return text ?? undefined;
}

function decodeReference(name: string, use: Use): Reference {
  return new Reference(use === 'recorded' ? name : checkDocumentName(name));
}

function decodeGeoPoint({ latitude, longitude }: google.type.ILatLng): GeoPoint {
  const point = new GeoPoint(latitude ?? 0, longitude ?? 0);
  if (!(Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180)) {
    throw invalid('A geo point lies outside -90..90 degrees of latitude and -180..180 of longitude.');
  }
  return point;
}

/** An int64 is a number, a string, or the two 32-bit halves of protobufjs. */
export function decodeInteger(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (isLong(value)) return BigInt.asIntN(64, (BigInt(value.high) << 32n) | BigInt(value.low >>> 0));
  if (typeof value === 'string' && /^-?\d{1,19}$/u.test(value)) {
    const integer = BigInt(value);
    if (integer === BigInt.asIntN(64, integer)) return integer;
  }
  throw invalid('An integer does not fit into 64 bits.');
}

function isLong(value: unknown): value is { readonly low: number; readonly high: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'low' in value &&
    'high' in value &&
    typeof value.low === 'number' &&
    typeof value.high === 'number'
  );
}

export function decodeTimestamp({ seconds, nanos }: google.protobuf.ITimestamp): Timestamp {
  const time = new Timestamp(Number(decodeInteger(seconds ?? 0)), nanos ?? 0);
  if (time.seconds < MIN_SECONDS || time.seconds > MAX_SECONDS) {
    throw invalid('A timestamp lies outside the years 1 to 9999.');
  }
  if (time.nanos < 0 || time.nanos >= NANOS_PER_SECOND) throw invalid('A timestamp has invalid nanoseconds.');
  return time;
}

/** Stored timestamps have microsecond precision. */
function decodeStoredTimestamp(proto: google.protobuf.ITimestamp): Timestamp {
  const time = decodeTimestamp(proto);
  return new Timestamp(time.seconds, time.nanos - (time.nanos % NANOS_PER_MICRO));
}

export function decodeBytes(bytes: Uint8Array | string | null | undefined): Uint8Array {
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64');
  // protobufjs shows missing bytes as an empty array.
  return bytes instanceof Uint8Array ? bytes : new Uint8Array();
}

export function encodeValue(value: Value): ProtoValue {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return { doubleValue: value };
  if (typeof value === 'bigint') return { integerValue: encodeInteger(value) };
  if (value instanceof Timestamp) return { timestampValue: encodeTimestamp(value) };
  if (value instanceof Map) return { mapValue: { fields: encodeFields(value) } };
  if (value instanceof Uint8Array) return { bytesValue: value };
  if (value instanceof Reference) return { referenceValue: value.name };
  if (value instanceof GeoPoint) {
    return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  }
  return { arrayValue: { values: Array.isArray(value) ? value.map(encodeValue) : [] } };
}

export function encodeFields(fields: MapValue): Record<string, ProtoValue> {
  const encoded: Record<string, ProtoValue> = {};
  for (const [name, value] of fields) encoded[name] = encodeValue(value);
  return encoded;
}

export function encodeInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

export function encodeTimestamp({ seconds, nanos }: Timestamp): google.protobuf.ITimestamp {
  return { seconds, nanos };
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
