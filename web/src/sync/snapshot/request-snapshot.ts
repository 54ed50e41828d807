import { userPath } from '@foldmark/contract/firestore-paths';

export interface SnapshotRequest {
  /** Firestore's address. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly uid: string;
  readonly idToken: string;
  /** The token of App Check, where it is on. */
  readonly appToken: string | null;
}

/**
 * Requests all parts with one query, so they belong to one snapshot. Returns the unread response. Not with an SDK: it sends no
 * request before Firebase Auth has looked the user up, and the browser would first load and run it. public/ahead.js sends the
 * same request.
 */
export async function requestSnapshot({
  baseUrl,
  projectId,
  uid,
  idToken,
  appToken,
}: SnapshotRequest): Promise<ArrayBuffer> {
  const parent = `projects/${projectId}/databases/(default)/documents/${userPath(uid)}`;
  const response = await fetch(`${baseUrl}/v1/${parent}:runQuery`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${idToken}`,
      ...(appToken === null ? {} : { 'x-firebase-appcheck': appToken }),
    },
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId: 'snapshots' }] } }),
  });
  if (!response.ok) throw new Error(`Firestore responded ${response.status}.`);
  return response.arrayBuffer();
}
