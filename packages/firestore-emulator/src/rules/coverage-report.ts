import type { CoverageNode, CoverageReport, CoverageValue } from '#firestore/api/coverage.ts';
import type { Expression } from '#firestore/rules/ast.ts';
import { children } from '#firestore/rules/ast-children.ts';
import type { Coverage } from '#firestore/rules/coverage.ts';
import type { Ruleset } from '#firestore/rules/ruleset.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import { slotToJson } from '#firestore/rules/values/value-json.ts';

/** The report of the official emulator: https://firebase.google.com/docs/rules/emulator-reports */
export function coverageReport({ expressions }: Ruleset, coverage: Coverage): CoverageReport['report'] {
  return expressions.flatMap((expression) => reportOf(expression, coverage, null));
}

/** Constants have no entry of their own. */
function reportOf(
  expression: Expression,
  coverage: Coverage,
  parentTotal: number | null,
): readonly CoverageNode[] {
  const results = coverage.of(expression);
  const total = results?.total ?? 0;
  const visits = parentTotal ?? total;
  const nested = children(expression).flatMap((child) => reportOf(child, coverage, visits));
  if (expression.kind === 'literal') return nested;
  const values = results === null ? [] : equalOnce(results.counted());
  // The official report counts an operand that was skipped, as `false` in `false && x`, as an empty value.
  const skipped = visits - total;
  if (skipped > 0) values.push({ value: {}, count: skipped });
  const { line, column, offset } = expression.start;
  return [
    {
      sourcePosition: { line, column, currentOffset: offset, endOffset: expression.end - 1 },
      ...(values.length > 0 && { values }),
      ...(nested.length > 0 && { children: nested }),
    },
  ];
}

/** Equal lists and maps of different requests count as one value. */
function equalOnce(counted: readonly (readonly [Slot, number])[]): CoverageValue[] {
  const found = new Map<string, CoverageValue>();
  for (const [slot, count] of counted) {
    const value = slotToJson(slot);
    const text = JSON.stringify(value);
    found.set(text, { value, count: count + (found.get(text)?.count ?? 0) });
  }
  return [...found.values()];
}
