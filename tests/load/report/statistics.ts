export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: number;
}

export function summaryOf(values: readonly number[]): Summary | null {
  const sorted = values.toSorted((left, right) => left - right);
  const [min] = sorted;
  const max = sorted.at(-1);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (min === undefined || max === undefined || upper === undefined || lower === undefined) return null;
  return { median: (lower + upper) / 2, min, max, runs: sorted.length };
}
