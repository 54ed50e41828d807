/** The fields of `changes` whose values differ from those of `now`. */
export function difference<T extends object>(now: T, changes: Partial<T>): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(now));
  const differing: Partial<T> = { ...changes };
  for (const field in changes) if (isSameValue(before.get(field), changes[field])) delete differing[field];
  return differing;
}

/** Whether two values of a field are equal: texts, numbers, dates, or lists of numbers. */
function isSameValue(left: unknown, right: unknown): boolean {
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
