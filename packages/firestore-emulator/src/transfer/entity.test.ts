import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { GeoPoint, Reference, Timestamp, type Value } from '#firestore/model/value.ts';
import { arbitraryFields, arbitraryPath } from '#firestore/testing/arbitrary-document.ts';
import { loadExportMessages } from '#firestore/transfer/entity-messages.ts';
import { decodeEntity, encodeEntity, type ExportedDocument } from '#firestore/transfer/entity.ts';

const messages = loadExportMessages();

function hexOf(document: Partial<ExportedDocument>): string {
  const whole = { project: 'p', database: '(default)', path: 'c/d', fields: new Map(), ...document };
  return Buffer.from(encodeEntity(whole, messages)).toString('hex');
}

/** The bytes of the key (dev~p, c/d) and of the entity group of these documents. */
const KEY = '6a116a056465767e7072080b1201632201640c';
const GROUP = '8201080b1201632201640c';

function vector(...numbers: number[]): Value {
  return new Map<string, Value>([
    ['__type__', '__vector__'],
    ['value', numbers],
  ]);
}

test('every document survives a round trip, with timestamps truncated to microseconds', () => {
  fc.assert(
    fc.property(
      arbitraryPath,
      arbitraryFields,
      fc.constantFrom('(default)', 'other'),
      (path, fields, database) => {
        const document: ExportedDocument = { project: 'demo-project', database, path, fields };
        expect(decodeEntity(encodeEntity(document, messages), messages)).toStrictEqual(document);
      },
    ),
    { numRuns: 500 },
  );
  const fine = new Map<string, Value>([['at', new Timestamp(-1, 123_456_789)]]);
  const bytes = encodeEntity({ project: 'p', database: '(default)', path: 'c/d', fields: fine }, messages);
  expect(decodeEntity(bytes, messages).fields.get('at')).toStrictEqual(new Timestamp(-1, 123_456_000));
});

test.each<[string, Value, string]>([
  ['null', null, '7a071a016620002a00'],
  ['false', false, '7a091a016620002a021000'],
  ['an integer', -7n, '7a121a016620002a0b08f9ffffffffffffffff01'],
  ['a double', 1.5, '7a101a016620002a0921000000000000f83f'],
  ['NaN', Number.NaN, '7a101a016620002a0921000000000000f87f'],
  ['a string', 'é', '7a0b1a016620002a041a02c3a9'],
  ['bytes', Uint8Array.of(0, 255), '7a0d080e1a016620002a041a0200ff'],
  ['a timestamp', new Timestamp(1, 2000), '7a0d08071a016620002a0408c2843d'],
  ['a point', new GeoPoint(35.5, -139.25), '7a1d08091a016620002a142b310000000000c041403900000000006861c02c'],
  ['an empty array', [], '720908181a016620002a00'],
  ['an array', [null, 1n], '7a071a016620012a007a091a016620012a020801'],
  ['an empty map', new Map(), '7a1408131a016620002a0b1a096a046a007200820100'],
  ['a vector', vector(1.5), '7a12081f1a016620012a0921000000000000f83f'],
  [
    'a vector of two numbers',
    vector(-0, Infinity),
    '7a12081f1a016620012a092100000000000000807a12081f1a016620012a0921000000000000f07f',
  ],
])('writes %s as the official emulator does', (_, value, property) => {
  expect(hexOf({ fields: new Map([['f', value]]) })).toBe(`${KEY}${property}${GROUP}`);
});

test('writes references, numeric ids and other databases as the official emulator does', () => {
  const reference = new Reference('projects/p/databases/db2/documents/c/__id7__');
  expect(hexOf({ fields: new Map([['f', reference]]) })).toBe(
    `${KEY}7a1e1a016620002a17636a056465767e70737a016380010774ba010364623264${GROUP}`,
  );
  expect(hexOf({ path: 'c/__id-3__' })).toContain('0b12016318fdffffffffffffffff010c');
  expect(hexOf({ database: 'db2' })).toContain('ba0103646232');
});

test('reads production exports: indexed properties, other partitions, elements in both lists', () => {
  const bytes = messages.entity.encode({
    key: { app: 's~prod', path: { element: [{ type: 'c', name: 'd' }] } },
    property: [
      { name: 'list', multiple: true, value: { booleanValue: true } },
      { name: 'one', multiple: false, value: { int64Value: '1' } },
    ],
    rawProperty: [
      { name: 'list', multiple: true, value: {} },
      { name: 'long', meaning: 15, multiple: false, value: { stringValue: Buffer.from('text') } },
    ],
    entityGroup: {},
  });
  expect(decodeEntity(bytes, messages)).toStrictEqual({
    project: 'prod',
    database: '(default)',
    path: 'c/d',
    fields: new Map<string, Value>([
      ['list', [true, null]],
      ['one', 1n],
      ['long', 'text'],
    ]),
  });
});

test('reads a vector of our older exports, which is a map with the list of its numbers', () => {
  const list = new Map<string, Value>([['__vector__', [1, 2]]]);
  const bytes = encodeEntity(
    { project: 'p', database: '(default)', path: 'c/d', fields: new Map([['v', list]]) },
    messages,
  );
  expect(Buffer.from(bytes).toString('hex')).toContain(Buffer.from('__vector__').toString('hex'));
  expect(decodeEntity(bytes, messages).fields).toStrictEqual(new Map([['v', vector(1, 2)]]));
});

test.each([
  ['a key without a path', { path: {} }, [], /path is empty/u],
  ['a path without an id', { path: { element: [{ type: 'c' }] } }, [], /lacks a document id/u],
  ['a namespace', { nameSpace: 'n' }, [], /namespace/u],
  ['a property twice', {}, [{ value: {} }, { value: {} }], /two values/u],
  ['text that is not UTF-8', {}, [{ value: { stringValue: Uint8Array.of(0xff) } }], /UTF-8/u],
])('rejects %s', (_, key, properties, reason) => {
  const bytes = messages.entity.encode({
    key: { app: 'dev~p', path: { element: [{ type: 'c', name: 'd' }] }, ...key },
    rawProperty: properties.map((property) => ({ name: 'f', multiple: false, ...property })),
    entityGroup: {},
  });
  expect(() => decodeEntity(bytes, messages)).toThrow(reason);
});
