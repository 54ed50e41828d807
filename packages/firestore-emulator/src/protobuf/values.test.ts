import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { identicalMaps } from '#firestore/model/identical.ts';
import { arbitraryFields } from '#firestore/testing/arbitrary-document.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeFields, decodeRecordedFields, decodeValue, encodeFields } from '#firestore/protobuf/values.ts';

const document = loadMessages().type('google.firestore.v1.Document');
const invalid = expect.objectContaining({ status: 'INVALID_ARGUMENT' });

function fieldsOf(message: object): google.firestore.v1.IDocument['fields'] {
  const sent: google.firestore.v1.IDocument = message;
  return sent.fields;
}

test('every value survives a round trip through bytes and through JSON', () => {
  fc.assert(
    fc.property(arbitraryFields, (fields) => {
      const message = { fields: encodeFields(fields) };
      const fromBytes = document.decode(document.encode(message));
      const fromJson = document.fromJson(JSON.parse(document.toJson(message)));
      expect(identicalMaps(decodeFields(fieldsOf(fromBytes)), fields)).toBe(true);
      expect(identicalMaps(decodeFields(fieldsOf(fromJson)), fields)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a bytes value does not keep its whole message in memory', () => {
  const message = document.decode(document.encode({ fields: { b: { bytesValue: new Uint8Array([1, 2]) } } }));
  const bytes = decodeFields(fieldsOf(message)).get('b');
  expect(bytes).toBeInstanceOf(Uint8Array);
  expect(bytes).toHaveProperty('buffer.byteLength', 2);
});

const nested = (levels: number): google.firestore.v1.IValue =>
  levels === 0 ? { nullValue: 'NULL_VALUE' } : { mapValue: { fields: { m: nested(levels - 1) } } };

test('maps may be nested twenty levels deep, no deeper', () => {
  expect(decodeFields({ f: nested(20) }).size).toBe(1);
  expect(() => decodeFields({ f: nested(21) })).toThrow(/deeper than 20/u);
});

function typed(
  type: string,
  more: Record<string, google.firestore.v1.IValue> = {},
): google.firestore.v1.IValue {
  return { mapValue: { fields: { ['__type__']: { stringValue: type }, ...more } } };
}

function vector(numbers: readonly number[]): google.firestore.v1.IValue {
  return typed('__vector__', {
    value: { arrayValue: { values: numbers.map((doubleValue) => ({ doubleValue })) } },
  });
}

test.each<[string, google.firestore.v1.IValue]>([
  ['no kind', {}],
  ['an array in an array', { arrayValue: { values: [{ arrayValue: {} }] } }],
  ['a reserved field name', { mapValue: { fields: { ['__x__']: { booleanValue: true } } } }],
  ['an empty field name', { mapValue: { fields: { '': { booleanValue: true } } } }],
  ['a geo point out of range', { geoPointValue: { latitude: 91, longitude: 0 } }],
  ['a geo point of NaN', { geoPointValue: { latitude: Number.NaN } }],
  ['a timestamp after the year 9999', { timestampValue: { seconds: 253_402_300_800 } }],
  ['a timestamp of 2e9 nanoseconds', { timestampValue: { nanos: 2e9 } }],
  ['an integer of 65 bits', { integerValue: '9223372036854775808' }],
  ['an integer in exponent notation', { integerValue: '1e3' }],
  ['a reference to a collection', { referenceValue: 'projects/p/databases/d/documents/c' }],
  ['half a surrogate pair', { stringValue: '\ud83d' }],
  ['a function of pipelines', { functionValue: { name: 'abs' } }],
  ['a vector in an array', { arrayValue: { values: [vector([1])] } }],
  ['a vector without components', vector([])],
  ['a vector of 2,049 components', vector(Array.from({ length: 2049 }, () => 1))],
  ['a vector with NaN', vector([Number.NaN])],
  ['a vector of integers', typed('__vector__', { value: { arrayValue: { values: [{ integerValue: 1 }] } } })],
  ['a vector without a value', typed('__vector__')],
  ['a vector of text', typed('__vector__', { value: { stringValue: 'a' } })],
  [
    'a vector with another field',
    { mapValue: { fields: { ...vector([1]).mapValue?.fields, x: vector([1]) } } },
  ],
  ['an unknown map type', typed('__point__')],
  ['a map type that is no text', { mapValue: { fields: { ['__type__']: { integerValue: 1 } } } }],
])('a value with %s is rejected', (_what, value) => {
  expect(() => decodeFields({ f: value })).toThrow(invalid);
});

test('vectors have 1 to 2,048 numbers, and a document has no type of its own', () => {
  expect(decodeFields({ f: vector([Infinity]), g: vector(Array.from({ length: 2048 }, () => 1)) }).size).toBe(
    2,
  );
  expect(() => decodeFields(vector([1]).mapValue?.fields)).toThrow(/"__type__" is invalid/u);
});

test('a value to compare with may be one that cannot be stored, but not an invalid vector', () => {
  const nestedArray = { arrayValue: { values: [{ arrayValue: { values: [{ integerValue: 1 }] } }] } };
  expect(decodeValue(nestedArray)).toEqual([[1n]]);
  expect(decodeValue(typed('__point__'))).toEqual(new Map([['__type__', '__point__']]));
  expect(decodeValue({ mapValue: { fields: { '': vector([Number.NaN]) } } })).toBeInstanceOf(Map);
  expect(() => decodeValue(vector([]))).toThrow('Cannot have a zero length vector.');
});

test('the journal may have values that are rejected today', () => {
  expect(decodeRecordedFields({ ['__type__']: vector([]), f: typed('__point__') }).size).toBe(2);
  const reference = { referenceValue: 'projects/p/databases/d/documents/c/__id9223372036854775808__' };
  expect(decodeRecordedFields({ f: reference }).size).toBe(1);
  expect(() => decodeFields({ f: reference })).toThrow('not a 64 bit integer');
});

test('timestamps are truncated to microseconds', () => {
  expect(decodeValue({ timestampValue: { seconds: 1, nanos: 1999 } })).toMatchObject({
    seconds: 1,
    nanos: 1000,
  });
});

test('a field without a value is rejected', () => {
  // fields { key: "a" } without a value.
  const bytes = Buffer.from([0x12, 0x03, 0x0a, 0x01, 0x61]);
  expect(() => decodeFields(fieldsOf(document.decode(bytes)))).toThrow(invalid);
});
