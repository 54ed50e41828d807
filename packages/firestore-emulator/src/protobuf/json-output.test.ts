import * as fc from 'fast-check';
import { toProto3JSON, type JSONValue } from 'proto3-json-serializer';
import protobuf from 'protobufjs/light.js';
import { expect, test } from 'vitest';

import { isObject } from '#firestore/protobuf/json-input.ts';
import { createJsonWriter } from '#firestore/protobuf/json-output.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { arbitraryRequest } from '#firestore/protobuf/testing/arbitrary-message.ts';

const messages = loadMessages();

test.each([
  'Document',
  'ListenResponse',
  'WriteResponse',
  'RunQueryResponse',
  'RunAggregationQueryResponse',
  'BatchWriteResponse',
  'CommitRequest',
])('the writer and the serializer give the same JSON for any %s', (name) => {
  const { reflection } = messages.type(`google.firestore.v1.${name}`);
  const write = createJsonWriter(reflection);
  fc.assert(
    fc.property(arbitraryRequest(reflection), (message) => {
      // The details of a status may have any type. Unknown types have no JSON.
      fc.pre(!JSON.stringify(message).includes('"details"'));
      const complete = toProto3JSON(reflection.fromObject(message)) ?? {};
      expect(JSON.parse(write(message))).toEqual(
        JSON.parse(JSON.stringify(withoutDefaults(reflection, complete), signedZero)),
      );
    }),
  );
});

test('the JSON of an answer has no empty fields, no zero and no empty fraction, unless they are values', () => {
  const write = createJsonWriter(messages.type('google.firestore.v1.RunQueryResponse').reflection);
  const readTime = { seconds: 1_600_000_000, nanos: 0 };
  const fields = {
    none: { mapValue: { fields: {} } },
    zero: { doubleValue: 0 },
    no: { booleanValue: false },
  };
  const written = [
    {
      document: { name: 'a', fields: {}, updateTime: { ...readTime, nanos: 1000 } },
      readTime,
      skippedResults: 0,
    },
    { document: { name: 'b', fields }, skippedResults: 2 },
    { document: { fields: { at: { geoPointValue: { latitude: 0, longitude: 1 } } } } },
  ].map((message) => JSON.parse(write(message)));
  expect(written).toEqual([
    { document: { name: 'a', updateTime: '2020-09-13T12:26:40.000001Z' }, readTime: '2020-09-13T12:26:40Z' },
    {
      document: {
        name: 'b',
        fields: { none: { mapValue: {} }, zero: { doubleValue: 0 }, no: { booleanValue: false } },
      },
      skippedResults: 2,
    },
    { document: { fields: { at: { geoPointValue: { longitude: 1 } } } } },
  ]);
});

/** The serializer writes defaults and the fraction of whole seconds. */
function withoutDefaults(type: protobuf.Type, json: JSONValue): JSONValue {
  if (typeof json === 'string') return json.replace(/\.000Z$/u, 'Z');
  if (!isObject(json) || type.fullName.startsWith('.google.protobuf.')) return json;
  const entries = Object.entries(json).flatMap(([name, value]): [string, JSONValue][] => {
    const field = type.fields[name];
    if (field === undefined) return [[name, value]];
    const { resolvedType } = field;
    if (!(resolvedType instanceof protobuf.Type)) {
      const isDefault = [0, '0', '', false].some((zero) => Object.is(zero, value)) || isFirst(field, value);
      return field.partOf === null && isDefault ? [] : [[name, value]];
    }
    if (Array.isArray(value)) return [[name, value.map((each) => withoutDefaults(resolvedType, each))]];
    if (!field.map) return [[name, withoutDefaults(resolvedType, value)]];
    const elements = isObject(value) ? Object.entries(value) : [];
    const map = elements.map(([key, each]) => [key, withoutDefaults(resolvedType, each)]);
    return map.length === 0 ? [] : [[name, Object.fromEntries(map)]];
  });
  return Object.fromEntries(entries);
}

/** Whether the value is the enum's first name. */
function isFirst({ resolvedType }: protobuf.Field, value: JSONValue): boolean {
  return (
    resolvedType instanceof protobuf.Enum && typeof value === 'string' && resolvedType.values[value] === 0
  );
}

/** The serializer loses the sign of -0, which the service preserves. */
function signedZero(_key: string, value: unknown): unknown {
  return Object.is(value, -0) ? '-0' : value;
}
