import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Collection } from '#functions/library/collections.ts';

/** What a document holds, or null where there is none or only its tombstone. */
export function entityOf<E extends object, K extends Partial<E>>(
  snapshot: DocumentSnapshot,
  { schema }: Collection<E, K>,
): E | null {
  const data: unknown = snapshot.data();
  if (typeof data !== 'object' || data === null) return null;
  return 'deleted' in data && data.deleted === true ? null : z.parse(schema, data);
}

/** The fields of `changes` that `now` has otherwise. */
export function difference<T extends object>(now: T, changes: Partial<T>): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(now));
  const differing: Partial<T> = { ...changes };
  for (const field in changes) if (before.get(field) === changes[field]) delete differing[field];
  return differing;
}
