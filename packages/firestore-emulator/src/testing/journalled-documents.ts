import type { Document } from '#firestore/model/document.ts';
import { JOURNAL_TYPES, journalCodec, type JournalCodec } from '#firestore/store/journal/record-codec.ts';
import type { JournalledState } from '#firestore/store/journal/journal.ts';
import type { CommitRecord } from '#firestore/store/journal/record.ts';
import { Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';

const DATABASE = 'projects/demo/databases/(default)';

export function newJournalCodec(): JournalCodec {
  return journalCodec(loadMessages(JOURNAL_TYPES));
}

/** The simplest state for a journal: it records the recovered documents in `held`. */
export class JournalledDocuments implements JournalledState {
  readonly held = new Map<string, Document>();
  latest: Timestamp | null = null;
  restored = 0;
  replayed = 0;

  restore(document: Document): void {
    this.restored += 1;
    this.held.set(document.name, document);
  }

  replay(record: CommitRecord): void {
    this.replayed += 1;
    this.apply(record);
  }

  resume(latest: Timestamp): void {
    this.latest = latest;
  }

  apply({ database, changes, clears }: CommitRecord): void {
    if (clears === true) {
      for (const name of this.held.keys()) if (name.startsWith(`${database}/`)) this.held.delete(name);
    }
    for (const { name, after } of changes) {
      if (after === null) this.held.delete(name);
      else this.held.set(name, after);
    }
  }

  documents(): Document[] {
    return [...this.held.values()];
  }

  /** The value of the field `n` of each document, by path. */
  numbers(): Record<string, Value | undefined> {
    const documents = [...this.held.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return Object.fromEntries(
      documents.map(({ name, fields }) => [name.slice(`${DATABASE}/documents/`.length), fields.get('n')]),
    );
  }
}

export function recordOf(
  second: number,
  changes: readonly (readonly [path: string, fields: MapValue | null])[],
): CommitRecord {
  const commitTime = new Timestamp(second, 0);
  return {
    database: DATABASE,
    commitTime,
    changes: changes.map(([path, fields]) => {
      const name = `${DATABASE}/documents/${path}`;
      return { name, after: fields && { name, fields, createTime: commitTime, updateTime: commitTime } };
    }),
  };
}

/** Sets the field `n` of one document to the commit's second. */
export function numbered(second: number, path = 'c/d', padding = ''): CommitRecord {
  const fields = new Map<string, Value>([['n', BigInt(second)]]);
  if (padding !== '') fields.set('padding', padding);
  return recordOf(second, [[path, fields]]);
}
