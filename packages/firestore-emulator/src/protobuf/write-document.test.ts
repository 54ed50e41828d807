import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { GeoPoint, Reference, Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';
import { encodeDocument } from '#firestore/protobuf/documents.ts';
import { MessageWriter } from '#firestore/protobuf/message-writer.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { writeDocument } from '#firestore/protobuf/write-document.ts';
import { arbitraryFields } from '#firestore/testing/arbitrary-document.ts';

const messages = loadMessages();
/** Has only a document, in field 1. */
const documentChange = messages.type('google.firestore.v1.DocumentChange');

function written(writer: MessageWriter, fields: MapValue): Buffer {
  return writer.message((to) => {
    writeDocument(to, 0x0a, document(fields));
  });
}

function byProtobufjs(fields: MapValue): Buffer {
  return documentChange.encode({ document: encodeDocument(document(fields)) });
}

function document(fields: MapValue) {
  return {
    name: 'projects/p/databases/(default)/documents/notes/a',
    fields,
    createTime: new Timestamp(1_700_000_000, 123_456_000),
    updateTime: new Timestamp(-1, 0),
  };
}

test('protobufjs reads every document that it would have written itself', () => {
  const writer = new MessageWriter();
  fc.assert(
    fc.property(arbitraryFields, (fields) => {
      const [bytes, expected] = [written(writer, fields), byProtobufjs(fields)];
      expect(bytes.length).toBe(expected.length);
      // The bytes can differ: protobufjs writes a field called "7" before others.
      expect(documentChange.decode(bytes)).toEqual(documentChange.decode(expected));
    }),
  );
});

const lengths = [23, 24, 25, 42, 43, 126, 127, 128, 129, 16_383, 16_384, 70_000, 1_100_000];

test.each(lengths)('texts, bytes, arrays and maps around a length of %i have the right length', (length) => {
  const writer = new MessageWriter();
  const values: readonly Value[] = [
    'a'.repeat(length),
    `${'a'.repeat(length - 1)}ü`,
    '€'.repeat(length),
    new Uint8Array(length).fill(7),
    [null, 'b'.repeat(length - 2)],
    new Map([['c'.repeat(Math.min(length, 1_500)), 'd'.repeat(length - 1)]]),
  ];
  for (const value of values) {
    const fields = new Map([['field', value]]);
    expect(written(writer, fields).equals(byProtobufjs(fields))).toBe(true);
  }
});

test('numbers at the limits of varints keep their value', () => {
  const writer = new MessageWriter();
  const integers = [0n, 127n, 128n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n, 2n ** 63n - 1n];
  const times = [0, -1, 2 ** 31, 2 ** 32, -62_135_596_800, 253_402_300_799];
  const fields = new Map<string, Value>([
    ['integers', integers.flatMap((integer) => [integer, -integer, -integer - 1n])],
    ['times', times.map((seconds) => new Timestamp(seconds, 999_999_000))],
    ['others', [new GeoPoint(-0, 180), new Reference('projects/p/databases/d/documents/a/b'), true, 0.1]],
  ]);
  expect(written(writer, fields)).toEqual(byProtobufjs(fields));
});

test('values without content, nested arrays and special numbers have the bytes of protobufjs', () => {
  const fields = new Map<string, Value>([
    ['empty', ['', new Uint8Array(), [], new Map(), new Map([['', '']]), null, false, 0n, 0]],
    // Firestore stores no arrays in arrays, but a query and an old log may have them.
    [
      'nested',
      [
        [[1n], []],
        [[['deep']], null],
      ],
    ],
    ['numbers', [Number.NaN, -0, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE]],
    [
      '__type__',
      new Map<string, Value>([
        ['__type__', '__vector__'],
        ['value', [1.5, -0]],
      ]),
    ],
    ['ü€💣', 'ü€💣\u0000'],
  ]);
  expect(written(new MessageWriter(), fields)).toEqual(byProtobufjs(fields));
  expect(written(new MessageWriter(), new Map())).toEqual(byProtobufjs(new Map()));
});

test('a message that fails leaves nothing in the next one', () => {
  const writer = new MessageWriter();
  const failing = (): Buffer =>
    writer.message((to) => {
      to.text(0x0a, 'half');
      throw new Error('It has failed.');
    });
  expect(failing).toThrow('It has failed.');
  const fields = new Map([['n', 1n]]);
  expect(written(writer, fields)).toEqual(byProtobufjs(fields));
});
