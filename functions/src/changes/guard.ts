import { isSameValue } from '#functions/library/documents.ts';

/** An object after a change. */
export interface Changed<E> {
  readonly entity: E;
  /** The fields that were not changed, because they have another value than the change expected. */
  readonly leftAlone: readonly string[];
}

/**
 * Splits the wanted fields into those to write and those to leave alone. A field is left alone if its stored value differs
 * from the expected one and from the wanted one.
 */
export function guarded<T extends object>(
  stored: T,
  wanted: Partial<T>,
  expected: Partial<NoInfer<T>> = {},
): { fields: Partial<T>; leftAlone: string[] } {
  const now = new Map<string, unknown>(Object.entries(stored));
  const guards = new Map<string, unknown>(Object.entries(expected));
  const fields: Partial<T> = { ...wanted };
  const leftAlone: string[] = [];
  for (const field in wanted) {
    const value = now.get(field);
    if (!guards.has(field) || isSameValue(guards.get(field), value) || isSameValue(wanted[field], value))
      continue;
    delete fields[field];
    leftAlone.push(field);
  }
  return { fields, leftAlone };
}
