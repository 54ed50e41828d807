import { databaseIdOf, projectOf, segmentsOf } from '#firestore/model/names.ts';
import { GeoPoint, Reference, Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';
import {
  bigintOf,
  int64,
  type Codec,
  type EntityMessage,
  type PropertyMessage,
  type ReferenceMessage,
  type ValueMessage,
} from '#firestore/transfer/entity-messages.ts';
import {
  appOf,
  DEFAULT_DATABASE,
  elementsOf,
  pathOf,
  projectOfApp,
} from '#firestore/transfer/entity-path.ts';

/** The type of a property's value, if its storage type alone is ambiguous. */
const MEANING = {
  timestamp: 7,
  geoPoint: 9,
  bytes: 14,
  byteString: 16,
  map: 19,
  emptyList: 24,
  vector: 31,
} as const;

/** Our older exports wrote a vector as a map with only this property, which is the list of its numbers. */
const VECTOR = '__vector__';
const VECTOR_TYPE = '__type__';
const VECTOR_VALUE = 'value';

const MICROS_PER_SECOND = 1_000_000n;
const NANOS_PER_MICRO = 1000;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type EntityCodec = Codec<EntityMessage>;
type Properties = Pick<EntityMessage, 'property' | 'rawProperty'>;

/**
 * Fields are unindexed properties, except for empty arrays: these are indexed, because they have no value to repeat. A
 * vector is a property for each of its numbers.
 */
export function propertiesOf(fields: MapValue, codec: EntityCodec): Properties {
  const property: PropertyMessage[] = [];
  const rawProperty: PropertyMessage[] = [];
  for (const [name, value] of fields) {
    const vector = vectorOf(value);
    if (vector !== null) {
      for (const doubleValue of vector) {
        rawProperty.push({ meaning: MEANING.vector, name, multiple: true, value: { doubleValue } });
      }
    } else if (!isArray(value)) {
      rawProperty.push(propertyOf(name, value, false, codec));
    } else if (value.length === 0) {
      property.push({ meaning: MEANING.emptyList, name, multiple: false, value: {} });
    } else {
      for (const each of value) rawProperty.push(propertyOf(name, each, true, codec));
    }
  }
  return { property, rawProperty };
}

function propertyOf(name: string, value: Value, multiple: boolean, codec: EntityCodec): PropertyMessage {
  const meaning = meaningOf(value);
  return { ...(meaning === null ? {} : { meaning }), name, multiple, value: valueMessage(value, codec) };
}

function meaningOf(value: Value): number | null {
  if (value instanceof Timestamp) return MEANING.timestamp;
  if (value instanceof GeoPoint) return MEANING.geoPoint;
  if (value instanceof Uint8Array) return MEANING.bytes;
  return value instanceof Map ? MEANING.map : null;
}

function valueMessage(value: Value, codec: EntityCodec): ValueMessage {
  switch (typeof value) {
    case 'boolean':
      return { booleanValue: value };
    case 'bigint':
      return { int64Value: int64(value) };
    case 'number':
      return { doubleValue: value };
    case 'string':
      return { stringValue: Buffer.from(value) };
    default:
      return value === null ? {} : objectMessage(value, codec);
  }
}

function objectMessage(
  value: Exclude<Value, null | boolean | bigint | number | string>,
  codec: EntityCodec,
): ValueMessage {
  if (value instanceof Uint8Array) return { stringValue: value };
  if (value instanceof Timestamp) return { int64Value: int64(microsOf(value)) };
  if (value instanceof GeoPoint) return { pointValue: { x: value.latitude, y: value.longitude } };
  if (value instanceof Reference) return { referenceValue: referenceMessage(value) };
  if (isArray(value)) throw new Error('An array within an array is not a Firestore value.');
  return {
    stringValue: codec.encode({
      key: { app: '', path: {} },
      ...propertiesOf(value, codec),
      entityGroup: {},
    }),
  };
}

/** The official format and Firestore itself store timestamps with microsecond precision. */
function microsOf(time: Timestamp): bigint {
  return BigInt(time.seconds) * MICROS_PER_SECOND + BigInt(Math.floor(time.nanos / NANOS_PER_MICRO));
}

function referenceMessage({ name }: Reference): ReferenceMessage {
  const database = databaseIdOf(name);
  return {
    app: appOf(projectOf(name)),
    pathElement: elementsOf(segmentsOf(name)),
    ...(database === DEFAULT_DATABASE ? {} : { databaseId: database }),
  };
}

/** Null if the value is not a vector, or has no numbers and so no property to write. */
function vectorOf(value: Value): readonly number[] | null {
  if (!(value instanceof Map) || value.size !== 2 || value.get(VECTOR_TYPE) !== VECTOR) return null;
  const numbers: Value = value.get(VECTOR_VALUE) ?? null;
  return isArray(numbers) && numbers.length > 0 && numbers.every((each) => typeof each === 'number')
    ? numbers
    : null;
}

function vectorWith(numbers: readonly Value[]): MapValue {
  return new Map<string, Value>([
    [VECTOR_TYPE, VECTOR],
    [VECTOR_VALUE, numbers],
  ]);
}

/** Throws an Error that names the property if Firestore does not support it. */
export function fieldsOf(entity: EntityMessage, codec: EntityCodec): MapValue {
  const fields = new Map<string, Value>();
  const arrays = new Map<string, Value[]>();
  for (const property of [...(entity.property ?? []), ...(entity.rawProperty ?? [])]) {
    const { name = '', multiple = false, meaning } = property;
    const value = valueOf(property, codec);
    const array = arrays.get(name);
    if (array !== undefined && multiple) {
      array.push(value);
      continue;
    }
    if (fields.has(name)) throw new Error(`it has two values for the property ${JSON.stringify(name)}`);
    if (!multiple) {
      fields.set(name, value);
      continue;
    }
    const newArray = [value];
    arrays.set(name, newArray);
    fields.set(name, meaning === MEANING.vector ? vectorWith(newArray) : newArray);
  }
  return fields;
}

function valueOf({ name = '', meaning, value = {} }: PropertyMessage, codec: EntityCodec): Value {
  if (meaning === MEANING.emptyList) return [];
  const { int64Value, stringValue, pointValue, referenceValue } = value;
  if (int64Value !== undefined) {
    return meaning === MEANING.timestamp ? timestampOf(bigintOf(int64Value)) : bigintOf(int64Value);
  }
  if (value.booleanValue !== undefined) return value.booleanValue;
  if (value.doubleValue !== undefined) return value.doubleValue;
  if (pointValue !== undefined) return new GeoPoint(pointValue.x ?? 0, pointValue.y ?? 0);
  if (referenceValue !== undefined) return referenceOf(referenceValue);
  if (stringValue === undefined) return null;
  if (meaning === MEANING.bytes || meaning === MEANING.byteString) return Uint8Array.from(stringValue);
  if (meaning === MEANING.map) return mapOf(stringValue, codec);
  return textOf(stringValue, name);
}

function timestampOf(micros: bigint): Timestamp {
  const within = ((micros % MICROS_PER_SECOND) + MICROS_PER_SECOND) % MICROS_PER_SECOND;
  return new Timestamp(Number((micros - within) / MICROS_PER_SECOND), Number(within) * NANOS_PER_MICRO);
}

function referenceOf({ app = '', pathElement = [], databaseId = '' }: ReferenceMessage): Reference {
  const database = databaseId === '' ? DEFAULT_DATABASE : databaseId;
  return new Reference(
    `projects/${projectOfApp(app)}/databases/${database}/documents/${pathOf(pathElement)}`,
  );
}

function mapOf(bytes: Uint8Array, codec: EntityCodec): MapValue {
  const fields = fieldsOf(codec.decode(bytes), codec);
  const vector = fields.get(VECTOR);
  if (fields.size !== 1 || vector === undefined || !isArray(vector)) return fields;
  return vectorWith(vector);
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new Error(`the text of the property ${JSON.stringify(name)} is not UTF-8`, { cause: error });
  }
}

/** Array.isArray does not narrow a readonly array. */
function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
