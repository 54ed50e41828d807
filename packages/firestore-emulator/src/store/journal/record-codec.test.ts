import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Timestamp, type Value } from '#firestore/model/value.ts';
import { encodeDocument } from '#firestore/protobuf/documents.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { encodeTimestamp } from '#firestore/protobuf/values.ts';
import { JOURNAL_TYPES, journalCodec, type SnapshotEntry } from '#firestore/store/journal/record-codec.ts';
import type { CommitRecord } from '#firestore/store/journal/record.ts';
import { arbitraryFields, arbitraryPath } from '#firestore/testing/arbitrary-document.ts';
import { numbered, recordOf } from '#firestore/testing/journalled-documents.ts';

const messages = loadMessages(JOURNAL_TYPES);
const codec = journalCodec(messages);
const recordType = messages.type('foldmark.journal.CommitRecord');
const entryType = messages.type('foldmark.journal.SnapshotEntry');

/** Earlier versions wrote their logs like this. */
function byProtobufjs({ database, commitTime, changes, clears }: CommitRecord): Buffer {
  return recordType.encode({
    database,
    commitTime: encodeTimestamp(commitTime),
    changes: changes.map(({ name, after }) =>
      after === null ? { deleted: name } : { document: encodeDocument(after) },
    ),
    ...(clears === true ? { clears } : {}),
  });
}

function entryByProtobufjs(entry: SnapshotEntry): Buffer {
  return entryType.encode(
    entry.kind === 'document'
      ? { document: encodeDocument(entry.document) }
      : { end: { documents: entry.documents, latest: entry.latest && encodeTimestamp(entry.latest) } },
  );
}

const changes = fc.array(fc.tuple(arbitraryPath, fc.option(arbitraryFields)), { maxLength: 6 });
const times = fc
  .tuple(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([seconds, nanos]) => new Timestamp(seconds, nanos));

test('protobufjs reads each record, and the codec reads the records of protobufjs', () => {
  fc.assert(
    fc.property(changes, times, fc.boolean(), (tuples, commitTime, clears) => {
      const record = { ...recordOf(1, tuples), commitTime, ...(clears ? { clears } : {}) };
      const [bytes, expected] = [codec.encodeRecord(record), byProtobufjs(record)];
      expect(bytes.length).toBe(expected.length);
      expect(recordType.decode(bytes)).toEqual(recordType.decode(expected));
      expect(codec.decodeRecord(bytes)).toStrictEqual(record);
      expect(codec.decodeRecord(expected)).toStrictEqual(record);
    }),
  );
});

test('protobufjs reads each entry of a snapshot, and the codec reads the entries of protobufjs', () => {
  const documents = fc.tuple(arbitraryPath, arbitraryFields, times).map(([name, fields, time]) => ({
    kind: 'document' as const,
    document: { name, fields, createTime: new Timestamp(-1, 1), updateTime: time },
  }));
  const counts = fc.oneof(fc.nat(), fc.constantFrom(0, 127, 128, 2 ** 32 - 1));
  const ends = fc
    .tuple(counts, fc.option(times))
    .map(([count, latest]) => ({ kind: 'end' as const, documents: count, latest }));
  fc.assert(
    fc.property(fc.oneof(documents, ends), (entry) => {
      const [bytes, expected] = [codec.encodeEntry(entry), entryByProtobufjs(entry)];
      expect(entryType.decode(bytes)).toEqual(entryType.decode(expected));
      expect(codec.decodeEntry(bytes)).toStrictEqual(entry);
      expect(codec.decodeEntry(expected)).toStrictEqual(entry);
    }),
  );
});

/** The database, the commit time, a set document, a deleted document, and that the record clears the database. */
const RECORD_HEX = [
  '0a2170726f6a656374732f64656d6f2f6461746162617365732f2864656661756c7429',
  '120408051000',
  '1a5412520a2f70726f6a656374732f64656d6f2f6461746162617365732f2864656661756c74292f646f63756d656e74732f632f61',
  '12070a016e12021007120a0a017312058a0102c3a91a04080510002204080510001a31',
  '0a2f70726f6a656374732f64656d6f2f6461746162617365732f2864656661756c74292f646f63756d656e74732f632f62',
  '2001',
].join('');

test('the bytes of a log are those of earlier versions', () => {
  const fields = new Map<string, Value>([
    ['n', 7n],
    ['s', 'é'],
  ]);
  const changed = recordOf(5, [
    ['c/a', fields],
    ['c/b', null],
  ]);
  const record = { ...changed, clears: true };
  expect(Buffer.from(codec.encodeRecord(record)).toString('hex')).toBe(RECORD_HEX);
  expect(codec.decodeRecord(Buffer.from(RECORD_HEX, 'hex'))).toStrictEqual(record);
});

test('a record may have fields of a later version', () => {
  /** Field 99 with the text "new". */
  const unknown = Buffer.from([0x9a, 0x06, 0x03, 0x6e, 0x65, 0x77]);
  const record = numbered(3);
  expect(codec.decodeRecord(Buffer.concat([unknown, codec.encodeRecord(record), unknown]))).toStrictEqual(
    record,
  );
});

test('returned bytes stay as they are while further records are encoded', () => {
  const sizes = [0, 100, 40_000, 700_000, 1_500_000, 0, 3_000_000, 10];
  const records = sizes.map((size, second) => numbered(second, 'c/d', 'x'.repeat(size)));
  const encoded = records.map((record) => codec.encodeRecord(record));
  for (const [at, record] of records.entries()) {
    const bytes = encoded[at];
    if (bytes === undefined) throw new Error('A record is missing.');
    expect(byProtobufjs(record).equals(bytes)).toBe(true);
  }
});
