import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Collection } from '#functions/store/collections.ts';

/** Returns the entity of a document, or null if the document is missing or a tombstone. */
export function entityOf<E extends object, K extends Partial<E>>(
  snapshot: DocumentSnapshot,
  { schema }: Collection<E, K>,
): E | null {
  const data: unknown = snapshot.data();
  if (typeof data !== 'object' || data === null) return null;
  return 'deleted' in data && data.deleted === true ? null : z.parse(schema, data);
}
