import { expect, test } from 'vitest';

import type { google } from '#firestore/api/proto.ts';
import { decodeWrites, type ProtoWrite } from '#firestore/protobuf/writes.ts';

type ProtoValue = google.firestore.v1.IValue;

const database = 'projects/p/databases/(default)';
const name = `${database}/documents/c/d`;
const longest = 'x'.repeat(1_048_487);
const tooLong: ProtoValue = { stringValue: `${longest}x` };
const inMap = (value: ProtoValue): ProtoValue => ({ mapValue: { fields: { b: value } } });
const inArray = (value: ProtoValue): ProtoValue => ({ arrayValue: { values: [value] } });

function decode(value: ProtoValue, ...fieldPaths: string[]): unknown {
  const updateMask = fieldPaths.length === 0 ? null : { fieldPaths };
  return decodeWrites([{ update: { name, fields: { a: value } }, updateMask }], database);
}

const flat = 'The value of property "a" is longer than 1048487 bytes.';
const nested = 'Property a contains an invalid nested entity.';

test.each<[string, ProtoValue, string]>([
  ['string', tooLong, flat],
  ['string of two-byte characters', { stringValue: 'é'.repeat(524_244) }, flat],
  ['bytes', { bytesValue: Buffer.from(`${longest}x`) }, flat],
  ['string in an array', inArray(tooLong), flat],
  ['string in a map', inMap(tooLong), nested],
  ['string in an array in a map', inMap(inArray(tooLong)), nested],
  ['string in a map in an array', inArray(inMap(tooLong)), nested],
])('a write of a too long %s is refused', (_what, value, message) => {
  expect(() => decode(value)).toThrow(expect.objectContaining({ status: 'INVALID_ARGUMENT', message }));
});

test('the longest values are accepted', () => {
  expect(decode({ stringValue: longest })).toHaveLength(1);
  expect(decode({ stringValue: 'é'.repeat(524_243) })).toHaveLength(1);
  expect(decode({ bytesValue: Buffer.from(longest) })).toHaveLength(1);
});

test('a too long value counts only if the mask of the write has its field', () => {
  expect(decode(tooLong, 'b')).toHaveLength(1);
  expect(decode(inMap(tooLong), 'a.c')).toHaveLength(1);
  expect(() => decode(inMap(tooLong), 'a.b')).toThrow(nested);
  expect(() => decode(tooLong, 'b', 'a')).toThrow(flat);
});

test('an array transform adds no too long value', () => {
  const updateTransforms = [{ fieldPath: 'a', appendMissingElements: { values: [tooLong] } }];
  expect(() => decodeWrites([{ update: { name, fields: {} }, updateTransforms }], database)).toThrow(flat);
});

const transforms = [{ fieldPath: 'n', increment: { integerValue: '1' } }];

test.each<[string, ProtoWrite]>([
  ['delete', { delete: name }],
  ['transform', { transform: { document: name, fieldTransforms: transforms } }],
  ['verify', { verify: name, currentDocument: { exists: true } }],
])('a %s has neither the mask nor the transforms of an update', (operation, write) => {
  expect(decodeWrites([{ ...write, updateTransforms: [] }], database)).toHaveLength(1);
  for (const updateMask of [{}, { fieldPaths: ['a'] }]) {
    expect(() => decodeWrites([{ ...write, updateMask }], database)).toThrow(
      `a ${operation} must not specify a document mask.`,
    );
  }
  expect(() => decodeWrites([{ ...write, updateTransforms: transforms }], database)).toThrow(
    `a ${operation} must not specify a update transform.`,
  );
});

test('a commit transforms at most 500 fields of a document', () => {
  const count = (length: number, document = name): ProtoWrite => ({
    transform: {
      document,
      fieldTransforms: Array.from({ length }, (_, at) => ({ ...transforms[0], fieldPath: `f${at}` })),
    },
  });
  const update: ProtoWrite = { update: { name }, updateTransforms: transforms };
  expect(decodeWrites([count(499), update, count(500, `${name}2`)], database)).toHaveLength(3);
  expect(() => decodeWrites([count(500), update], database)).toThrow(
    `A commit can transform at most 500 fields of a document: ${name}`,
  );
});
