import { userPath } from '@foldmark/contract/firestore-paths';
import { decodeSnapshot } from '@foldmark/contract/snapshot';
import type { Micros } from '@foldmark/contract/library-records';
import { fieldsOf } from '@foldmark/contract/fields-of';
import { joinSnapshot, timestampOfPart } from '@foldmark/contract/snapshot-parts';

import { documentOf } from '#web/sync/snapshot/rest-document.ts';
import type { LibrarySnapshot, SnapshotAnswer, SnapshotRequest } from '#web/sync/snapshot/snapshot-answer.ts';

export interface SnapshotPlace {
  /** Firestore's address. */
  readonly baseUrl: string;
  readonly projectId: string;
}

/** Never rejects: without a snapshot, the library is read as a whole. */
export async function fetchSnapshot(
  place: Promise<SnapshotPlace>,
  request: SnapshotRequest,
): Promise<SnapshotAnswer> {
  let parts: readonly unknown[];
  try {
    parts = await fetchParts(await place, request);
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error), at: null };
  }
  try {
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

/** The latest timestamp of the parts, as far as they have one. */
function timestampOf(parts: readonly unknown[]): Micros | null {
  const times = parts.map(timestampOfPart).filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Reads all parts with one request, so they belong to one snapshot. Not with an SDK: it sends no request before Firebase Auth has
 * looked the user up, and the browser would first load and run it.
 */
async function fetchParts(
  { baseUrl, projectId }: SnapshotPlace,
  { uid, idToken, appToken }: SnapshotRequest,
): Promise<readonly unknown[]> {
  const parent = `projects/${projectId}/databases/(default)/documents/${userPath(uid)}`;
  const response = await fetch(`${baseUrl}/v1/${parent}:runQuery`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${idToken}`,
      ...(typeof appToken === 'string' ? { 'x-firebase-appcheck': appToken } : {}),
    },
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId: 'snapshots' }] } }),
  });
  if (!response.ok) throw new Error(`Firestore responded ${response.status}.`);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new Error('Firestore responded no list.');
  // A row without a document has only the time of the query.
  return rows
    .map((row) => fieldsOf(fieldsOf(row)['document'])['fields'])
    .filter((fields) => fields !== undefined)
    .map((fields) => documentOf(fieldsOf(fields)));
}
