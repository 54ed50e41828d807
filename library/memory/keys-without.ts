import type { Key } from './keys.ts';

/** The keys that are not among the others, in their original order. */
export function keysWithout(keys: readonly Key[], others: readonly Key[]): readonly Key[] {
  if (keys.length === 0) return keys;
  const known = new Set(others);
  return keys.filter((key) => !known.has(key));
}
