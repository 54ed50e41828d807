import { decodeSnapshot } from '@foldmark/contract/snapshot';
import type { Micros } from '@foldmark/library/entities/records';
import { joinSnapshot, timestampOfPart } from '@foldmark/contract/snapshot-parts';

import { documentsIn } from '#web/sync/rest/rest-document.ts';
import type { LibrarySnapshot, SnapshotAnswer } from '#web/sync/snapshot/snapshot-answer.ts';

/** Decodes Firestore's response. Never rejects, because the app can read the whole library without a snapshot. */
export async function decodeResponse(response: ArrayBuffer): Promise<SnapshotAnswer> {
  let parts: readonly unknown[] = [];
  try {
    parts = documentsIn(JSON.parse(new TextDecoder().decode(response))).map(({ data }) => data);
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

/** The latest timestamp of the parts that have one. */
function timestampOf(parts: readonly unknown[]): Micros | null {
  const times = parts.map(timestampOfPart).filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
