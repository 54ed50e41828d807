import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Collection } from '#functions/library/collections.ts';

/** Returns the entity of a document, or null if the document is missing or a tombstone. */
export function entityOf<E extends object, K extends Partial<E>>(
  snapshot: DocumentSnapshot,
  { schema }: Collection<E, K>,
): E | null {
  const data: unknown = snapshot.data();
  if (typeof data !== 'object' || data === null) return null;
  return 'deleted' in data && data.deleted === true ? null : z.parse(schema, data);
}

/** Returns the fields of `changes` whose values differ from those of `now`. */
export function difference<T extends object>(now: T, changes: Partial<T>): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(now));
  const differing: Partial<T> = { ...changes };
  for (const field in changes) if (isSameValue(before.get(field), changes[field])) delete differing[field];
  return differing;
}

/** Whether two values of a field are equal: texts, numbers, dates, or lists of numbers. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
