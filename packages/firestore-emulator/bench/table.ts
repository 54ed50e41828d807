export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('An empty list has no median.');
  return (lower + upper) / 2;
}

export type Unit = 'ms' | '/s' | 'MB';

export function withUnit(value: number, unit: Unit): string {
  const digits = unit === 'ms' && value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
  return unit === '/s' ? `${digits}/s` : `${digits} ${unit}`;
}

/** Formats a row of a Markdown table, ready for the README. */
export function tableRow(cells: readonly string[], widths: readonly number[]): string {
  return `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
}
