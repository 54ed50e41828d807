import * as fc from 'fast-check';

import { GeoPoint, Reference, Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';

/** Arbitrary valid documents, with many edge cases of the formats. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const specialText = fc.constantFrom(
  '__id7__',
  '__id-3__',
  '__id07__',
  '7',
  ' ',
  'a.b',
  '`',
  '💣',
  '_',
  '\u0000',
  '﷽',
  '%2F',
);
const segment = fc
  .oneof(specialText, text)
  .map((id) => id.replaceAll('/', '_'))
  .filter((id) => !['', '.', '..'].includes(id));
const collection = segment.map((id) => (id.startsWith('__') ? `c${id}` : id));
const documentId = segment.filter((id) => !id.startsWith('__') || /^__id-?[1-9]\d*__$/u.test(id));

export const arbitraryPath: fc.Arbitrary<string> = fc
  .array(fc.tuple(collection, documentId), { minLength: 1, maxLength: 3 })
  .map((pairs) => pairs.flat().join('/'));

const timestamp = fc
  .tuple(fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }), fc.integer({ min: 0, max: 999_999 }))
  .map(([seconds, micros]) => new Timestamp(seconds, micros * 1000));

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n, 0n),
  fc.double(),
  fc.constantFrom(Number.NaN, -0, 0, Infinity, -Infinity, Number.MIN_VALUE, 1),
  text,
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.uint8Array({ maxLength: 12 }),
  timestamp,
  fc
    .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
    .map(([latitude, longitude]) => new GeoPoint(latitude, longitude)),
  fc
    .tuple(fc.constantFrom('(default)', 'other'), arbitraryPath)
    .map(([database, path]) => new Reference(`projects/elsewhere/databases/${database}/documents/${path}`)),
);

const vectorValue = fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 4 }).map(vector);

const fieldName = fc
  .oneof(specialText, text)
  .map((name) => (name === '' || name.startsWith('__') ? `f${name}` : name));

const nested = fc.letrec<{ value: Value; map: MapValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    vectorValue,
    tie('map'),
    // Firestore allows no arrays and no vectors in arrays.
    fc.array(fc.oneof(scalar, tie('map')), { maxLength: 4 }),
  ),
  map: fc.array(fc.tuple(fieldName, tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
}));

export const arbitraryFields: fc.Arbitrary<MapValue> = nested.map;

function vector(numbers: readonly number[]): MapValue {
  return new Map<string, Value>([
    ['__type__', '__vector__'],
    ['value', numbers],
  ]);
}
