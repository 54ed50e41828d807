import type { BoundExpression } from '#firestore/rules/bound.ts';

const MIN_INT = -(2n ** 63n);

/** What an `allow` without a condition counts: as much as the literal `true`. */
export const COST_OF_NO_CONDITION = 1;
/** What `&&` and `||` count in addition, for each operand after the first that they evaluate. */
export const COST_OF_NEXT_OPERAND = 1;
/** What a conditional counts in addition if its condition is false. */
export const COST_OF_ELSE = 2;

/**
 * How many of the expressions of one request an evaluation counts, without its operands. The official emulator documents
 * no numbers. These were measured there.
 */
export function costOf(node: BoundExpression): number {
  switch (node.kind) {
    case 'literal':
      // The sign counts, except in the smallest integer, which has no positive counterpart.
      return hasSign(node) ? 2 : 1;
    case 'is':
    case 'conditional':
      return 2;
    case 'logical':
      return node.operands.length - 1;
    case 'path':
      return 1 + node.segments.filter((segment) => typeof segment === 'string').length;
    case 'invoke':
      return 1 + node.callee.lets.length;
    default:
      return 1;
  }
}

/** Whether a literal counts as a negation of a literal. */
export function hasSign({ value, origin }: Extract<BoundExpression, { kind: 'literal' }>): boolean {
  if (typeof value !== 'bigint') return false;
  // The literal `-0` is two characters long, and has the value 0.
  return value === 0n ? origin.end - origin.start.offset > 1 : value < 0n && value !== MIN_INT;
}
