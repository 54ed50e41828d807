import type { INamespace } from 'protobufjs/light.js';

import type { Document } from '#firestore/model/document.ts';
import type { CommitRecord, RecordedChange } from '#firestore/store/journal/record.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import { encodeDocument } from '#firestore/protobuf/documents.ts';
import type { Messages } from '#firestore/protobuf/messages.ts';
import type { google } from '#firestore/api/proto.ts';
import { PreparedFields } from '#firestore/store/journal/prepared-fields.ts';
import {
  decodeRecordedFields,
  decodeTimestamp,
  encodeFields,
  encodeTimestamp,
} from '#firestore/protobuf/values.ts';

const PACKAGE = 'foldmark.journal';

/** Load these types together with Firestore's messages, since the journal stores documents as Firestore messages. */
export const JOURNAL_TYPES: INamespace = {
  nested: {
    foldmark: {
      nested: {
        journal: {
          nested: {
            CommitRecord: {
              fields: {
                database: { type: 'string', id: 1 },
                commitTime: { type: 'google.protobuf.Timestamp', id: 2 },
                changes: { rule: 'repeated', type: 'Change', id: 3 },
                clears: { type: 'bool', id: 4 },
              },
            },
            /** Has exactly one of the two fields. */
            Change: {
              fields: {
                deleted: { type: 'string', id: 1 },
                document: { type: 'google.firestore.v1.Document', id: 2 },
              },
            },
            /** Has exactly one of the two fields. `end` is in the last entry, so a snapshot with it is complete. */
            SnapshotEntry: {
              fields: {
                document: { type: 'google.firestore.v1.Document', id: 1 },
                end: { type: 'SnapshotEnd', id: 2 },
              },
            },
            SnapshotEnd: {
              fields: {
                documents: { type: 'uint32', id: 1 },
                latest: { type: 'google.protobuf.Timestamp', id: 2 },
              },
            },
          },
        },
      },
    },
  },
};

interface RecordMessage {
  readonly database?: string;
  readonly commitTime?: google.protobuf.ITimestamp | null;
  readonly changes?: readonly ChangeMessage[];
  readonly clears?: boolean;
}

interface ChangeMessage {
  readonly deleted?: string;
  readonly document?: google.firestore.v1.IDocument | null;
}

interface EntryMessage {
  readonly document?: google.firestore.v1.IDocument | null;
  readonly end?: {
    readonly documents?: number;
    readonly latest?: google.protobuf.ITimestamp | null;
  } | null;
}

export type SnapshotEntry =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'end'; readonly documents: number; readonly latest: Timestamp | null };

/** Encodes records and snapshot entries. Decoding throws an error for invalid bytes. */
export interface JournalCodec {
  encodeRecord(record: CommitRecord): Uint8Array;
  /** Encodes the fields of a document for later records, and returns the number of bytes. */
  prepare(document: Document): number;
  decodeRecord(bytes: Uint8Array): CommitRecord;
  encodeEntry(entry: SnapshotEntry): Uint8Array;
  decodeEntry(bytes: Uint8Array): SnapshotEntry;
}

/** Needs messages that were loaded with JOURNAL_TYPES. */
export function journalCodec(messages: Messages): JournalCodec {
  const recordType = messages.type(`${PACKAGE}.CommitRecord`);
  const entryType = messages.type(`${PACKAGE}.SnapshotEntry`);
  const documentType = messages.type('google.firestore.v1.Document');
  const timestampType = messages.type('google.protobuf.Timestamp');
  const prepared = new PreparedFields({
    fields: (fields) => documentType.encode({ fields: encodeFields(fields) }),
    timestamp: (time) => timestampType.encode(encodeTimestamp(time)),
  });
  return {
    encodeRecord({ database, commitTime, changes, clears }) {
      const documents = changes.flatMap(({ after }) =>
        after !== null && prepared.has(after) ? [after] : [],
      );
      const others =
        documents.length === 0
          ? changes
          : changes.filter(({ after }) => after === null || !prepared.has(after));
      const message: RecordMessage = {
        database,
        commitTime: encodeTimestamp(commitTime),
        changes: others.map(encodeChange),
        ...(clears === true ? { clears } : {}),
      };
      const bytes = recordType.encode(message);
      // The order of a record's changes has no meaning: a document has only one.
      return documents.length === 0 ? bytes : Buffer.concat([bytes, prepared.changes(documents)]);
    },
    prepare: (document) => prepared.prepare(document),
    decodeRecord(bytes) {
      const { database, commitTime, changes = [], clears = false }: RecordMessage = recordType.decode(bytes);
      if (!database || !commitTime) throw new Error('it has no database or no time');
      const record = {
        database,
        commitTime: decodeTimestamp(commitTime),
        changes: changes.map(decodeChange),
      };
      return clears ? { ...record, clears } : record;
    },
    encodeEntry(entry) {
      const message: EntryMessage =
        entry.kind === 'document'
          ? { document: encodeDocument(entry.document) }
          : { end: { documents: entry.documents, latest: entry.latest && encodeTimestamp(entry.latest) } };
      return entryType.encode(message);
    },
    decodeEntry(bytes) {
      const { document, end }: EntryMessage = entryType.decode(bytes);
      if (document) return { kind: 'document', document: decodeDocument(document) };
      if (!end) throw new Error('it is empty');
      return {
        kind: 'end',
        documents: end.documents ?? 0,
        latest: end.latest ? decodeTimestamp(end.latest) : null,
      };
    },
  };
}

function encodeChange({ name, after }: RecordedChange): ChangeMessage {
  return after === null ? { deleted: name } : { document: encodeDocument(after) };
}

function decodeChange({ deleted, document }: ChangeMessage): RecordedChange {
  if (document) {
    const after = decodeDocument(document);
    return { name: after.name, after };
  }
  if (!deleted) throw new Error('a change has no document');
  return { name: deleted, after: null };
}

function decodeDocument({ name, fields, createTime, updateTime }: google.firestore.v1.IDocument): Document {
  if (!name || !createTime || !updateTime) throw new Error('a document lacks its name or its times');
  return {
    name,
    fields: decodeRecordedFields(fields),
    createTime: decodeTimestamp(createTime),
    updateTime: decodeTimestamp(updateTime),
  };
}
