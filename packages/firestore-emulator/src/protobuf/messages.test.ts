import { expect, test } from 'vitest';

import { loadMessages, cacheEncodings } from '#firestore/protobuf/messages.ts';

const messages = loadMessages();
const value = messages.type('google.firestore.v1.Value');
const commit = messages.type('google.firestore.v1.CommitRequest');
const query = messages.type('google.firestore.v1.RunQueryRequest');

function decoded(json: unknown): unknown {
  return JSON.parse(value.toJson(value.fromJson(JSON.parse(JSON.stringify(json)))));
}

test.each([
  [{ doubleValue: 'NaN' }],
  [{ doubleValue: '-Infinity' }],
  [{ doubleValue: '-0' }],
  [{ doubleValue: 0.1 }],
  [{ integerValue: '-9223372036854775808' }],
  [{ nullValue: null }],
  [{ bytesValue: '+/8=' }],
  [{ timestampValue: '2024-02-29T23:59:59.000001Z' }],
  [{ mapValue: { fields: { constructor: { booleanValue: false }, toString: { stringValue: '' } } } }],
  [{ arrayValue: { values: [{ stringValue: '\u{10FFFD}\u0000' }] } }],
  [{ geoPointValue: { latitude: -90, longitude: 180 } }],
])('%j survives a round trip through bytes and JSON', (json) => {
  expect(decoded(json)).toEqual(json);
  const viaBytes = value.decode(value.encode(value.fromJson(json)));
  expect(JSON.parse(value.toJson(viaBytes))).toEqual(json);
});

test('alternative JSON spellings are accepted', () => {
  expect(decoded({ integer_value: 5 })).toEqual({ integerValue: '5' });
  expect(decoded({ integerValue: '7.0' })).toEqual({ integerValue: '7' });
  expect(decoded({ integerValue: '1.5e3' })).toEqual({ integerValue: '1500' });
  expect(decoded({ integerValue: 2 ** 60 })).toEqual({ integerValue: '1152921504606846976' });
  expect(decoded({ doubleValue: '1.5' })).toEqual({ doubleValue: 1.5 });
  expect(decoded({ bytesValue: '-_8' })).toEqual({ bytesValue: '+/8=' });
  expect(decoded({ nullValue: 'NULL_VALUE' })).toEqual({ nullValue: null });
  expect(decoded({ timestampValue: '2024-01-01T01:00:00.5+02:00' })).toEqual({
    timestampValue: '2023-12-31T23:00:00.500Z',
  });
  expect(decoded({ stringValue: 'a', booleanValue: null })).toEqual({ stringValue: 'a' });
});

test.each([
  [{ strngValue: 'a' }, 'Unknown name "strngValue"'],
  [{ constructor: 'a' }, 'Unknown name "constructor"'],
  [{ stringValue: 5 }, "Invalid value at 'stringValue' (string), 5"],
  [{ booleanValue: 'true' }, "'booleanValue' (bool)"],
  [{ integerValue: '9223372036854775808' }, "'integerValue' (int64)"],
  [{ integerValue: 0.5 }, "'integerValue' (int64)"],
  [{ integerValue: '1e-3' }, "'integerValue' (int64)"],
  [{ doubleValue: '' }, "'doubleValue' (double)"],
  [{ doubleValue: '1e400' }, "'doubleValue' (double)"],
  [{ bytesValue: '***' }, "'bytesValue' (bytes)"],
  [{ timestampValue: 'yesterday' }, "'timestampValue' (Timestamp)"],
  ...[
    '2024-02-31T99:00:00Z',
    '2023-02-29T00:00:00Z',
    '2023-13-01T00:00:00+01:00',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:60Z',
    '2024-01-01T00:00:00.0123456789Z',
    '2024-01-01t00:00:00Z',
    '2024-01-01T00:00:00z',
  ].map((timestampValue): [object, string] => [{ timestampValue }, "'timestampValue' (Timestamp)"]),
  [{ arrayValue: { values: { '0': {} } } }, "'arrayValue.values' (list)"],
  [{ mapValue: { fields: [] } }, "'mapValue.fields' (map)"],
  [{ stringValue: 'a', integerValue: 1 }, "oneof field 'valueType' is already set"],
  [[], 'Invalid value'],
])('%j is rejected, and the error names the path', (json, message) => {
  expect(() => value.fromJson(JSON.parse(JSON.stringify(json)))).toThrow(
    expect.objectContaining({ status: 'INVALID_ARGUMENT', message: expect.stringContaining(message) }),
  );
});

test('a field called __proto__ is rejected and changes no prototype', () => {
  const json = JSON.parse('{"mapValue": {"fields": {"__proto__": {"stringValue": "a"}}}}');
  expect(() => value.fromJson(json)).toThrow(expect.objectContaining({ status: 'INVALID_ARGUMENT' }));
});

test('a message that is nested too deeply is rejected', () => {
  const deep = '{"arrayValue":{"values":['.repeat(3000) + ']}}'.repeat(3000);
  expect(() => value.fromJson(JSON.parse(deep))).toThrow(
    expect.objectContaining({ status: 'INVALID_ARGUMENT' }),
  );
});

test('enums, wrappers and repeated messages survive a round trip', () => {
  const json = {
    structuredQuery: { from: [{ collectionId: 'c' }], orderBy: [{ direction: 'DESCENDING' }], limit: 3 },
  };
  expect(JSON.parse(query.toJson(query.fromJson(json)))).toEqual(json);
  expect(() => query.fromJson({ structuredQuery: { orderBy: [{ direction: 'SIDEWAYS' }] } })).toThrow(
    /SIDEWAYS/u,
  );
});

test('verify writes of the web SDKs are supported', () => {
  const json = { database: 'd', writes: [{ verify: 'x' }] };
  expect(JSON.parse(commit.toJson(commit.decode(commit.encode(commit.fromJson(json)))))).toEqual(json);
});

test('cacheEncodings encodes each message object once', () => {
  const once = cacheEncodings(value);
  const message = { stringValue: 'a' };
  expect(once.encode(message)).toBe(once.encode(message));
  expect(once.encode(message)).toEqual(value.encode(message));
  expect(once.encode({ stringValue: 'a' })).not.toBe(once.encode(message));
});
