import { decodeSnapshot } from '@foldmark/contract/snapshot';
import type { Micros } from '@foldmark/library/entities/records';
import { fieldsOf } from '@foldmark/library/entities/fields-of';
import { joinSnapshot, timestampOfPart } from '@foldmark/contract/snapshot-parts';

import { documentOf } from '#web/sync/snapshot/rest-document.ts';
import type { LibrarySnapshot, SnapshotAnswer } from '#web/sync/snapshot/snapshot-answer.ts';

/** Decodes Firestore's response. Never rejects: without a snapshot, the library is read as a whole. */
export async function decodeResponse(response: ArrayBuffer): Promise<SnapshotAnswer> {
  let parts: readonly unknown[] = [];
  try {
    parts = partsIn(JSON.parse(new TextDecoder().decode(response)));
    const joined = joinSnapshot(parts, Date.now() * 1000);
    if (joined === null) return { kind: 'missing' };
    const chunks: { [C in keyof LibrarySnapshot['chunks']]: [number, string][] } = {
      links: [],
      folders: [],
      folder_links: [],
      favorites: [],
    };
    for (const { collection, number, text } of await decodeSnapshot(joined.bytes))
      chunks[collection].push([number, text]);
    return { kind: 'found', snapshot: { at: joined.at, chunks } };
  } catch (error) {
    return { kind: 'refused', reason: messageOf(error), at: timestampOf(parts) };
  }
}

function partsIn(rows: unknown): readonly unknown[] {
  if (!Array.isArray(rows)) throw new Error('Firestore responded no list.');
  // A row without a document has only the time of the query.
  return rows
    .map((row) => fieldsOf(fieldsOf(row)['document'])['fields'])
    .filter((fields) => fields !== undefined)
    .map((fields) => documentOf(fieldsOf(fields)));
}

/** The latest timestamp of the parts, as far as they have one. */
function timestampOf(parts: readonly unknown[]): Micros | null {
  const times = parts.map(timestampOfPart).filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
