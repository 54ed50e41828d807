/** The edits whose values differ from those of the record when the person began to edit. */
export function changedFields<T extends object, E extends Partial<T>>(opened: T, edits: E): Partial<E> {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed: Partial<E> = { ...edits };
  for (const field in edits) if (before.get(field) === edits[field]) delete changed[field];
  return changed;
}
