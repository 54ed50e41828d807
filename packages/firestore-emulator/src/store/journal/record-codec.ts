import type { INamespace } from 'protobufjs/light.js';

import type { Document } from '#firestore/model/document.ts';
import type { CommitRecord, RecordedChange } from '#firestore/store/journal/record.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import { MessageWriter } from '#firestore/protobuf/message-writer.ts';
import type { Messages } from '#firestore/protobuf/messages.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeRecordedFields, decodeTimestamp } from '#firestore/protobuf/values.ts';
import { writeDocument, writeTimestamp } from '#firestore/protobuf/write-document.ts';

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
  decodeRecord(bytes: Uint8Array): CommitRecord;
  encodeEntry(entry: SnapshotEntry): Uint8Array;
  decodeEntry(bytes: Uint8Array): SnapshotEntry;
}

/** The tags of the types above, as `MessageWriter` takes them. */
const RECORD = { database: 0x0a, commitTime: 0x12, changes: 0x1a, clears: 0x20 } as const;
const CHANGE = { deleted: 0x0a, document: 0x12 } as const;
const ENTRY = { document: 0x0a, end: 0x12 } as const;
const END = { documents: 0x08, latest: 0x12 } as const;

/** Needs messages that were loaded with JOURNAL_TYPES. */
export function journalCodec(messages: Messages): JournalCodec {
  const recordType = messages.type(`${PACKAGE}.CommitRecord`);
  const entryType = messages.type(`${PACKAGE}.SnapshotEntry`);
  const writer = new MessageWriter();
  return {
    encodeRecord: ({ database, commitTime, changes, clears }) =>
      writer.message((to) => {
        to.text(RECORD.database, database);
        writeTimestamp(to, RECORD.commitTime, commitTime);
        for (const change of changes) writeChange(to, change);
        if (clears === true) to.integer(RECORD.clears, 1);
      }),
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
    encodeEntry: (entry) =>
      writer.message((to) => {
        if (entry.kind === 'document') writeDocument(to, ENTRY.document, entry.document);
        else writeEnd(to, entry);
      }),
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

function writeChange(to: MessageWriter, { name, after }: RecordedChange): void {
  const start = to.open(RECORD.changes);
  if (after === null) to.text(CHANGE.deleted, name);
  else writeDocument(to, CHANGE.document, after);
  to.close(start);
}

function writeEnd(
  to: MessageWriter,
  { documents, latest }: Extract<SnapshotEntry, { readonly kind: 'end' }>,
): void {
  const start = to.open(ENTRY.end);
  to.integer(END.documents, documents);
  if (latest !== null) writeTimestamp(to, END.latest, latest);
  to.close(start);
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
