import type { Expression, Position } from '#firestore/rules/ast.ts';
import { children } from '#firestore/rules/ast-children.ts';

/** How deep a condition, a variable or a result may be. The official emulator documents no number. It was measured there. */
const MAX_DEPTH = 99;

/** The text of the official emulator, so that a web search finds help. */
export const TOO_COMPLEX = 'Expression is too complex to evaluate safely.';

type Chained = Extract<Expression, { kind: 'member' | 'method' | 'index' | 'slice' }>;

/**
 * Returns the place of the first expression that is too deep, as the official emulator reports it, or null. Parentheses add
 * a level. So does each operator of `a || b || c`, which is `(a || b) || c`. The members of `a.b.c()` and the sign of `-a`
 * add none.
 */
export function findTooDeep(node: Expression, outer = 1): Position | null {
  const depth = outer + node.parentheses.length;
  if (depth > MAX_DEPTH + 1) return node.parentheses[MAX_DEPTH + 1 - outer] ?? node.start;
  if (isChained(node)) return findInChain(node, depth);
  if (depth > MAX_DEPTH) return node.start;
  if (node.kind === 'unary' && node.operator === '-') return findTooDeep(node.operand, depth);
  if (node.kind === 'logical') return findInOperands(node, depth);
  return findFirst(children(node), depth + 1);
}

function findFirst(nodes: readonly Expression[], depth: number): Position | null {
  for (const node of nodes) {
    const found = findTooDeep(node, depth);
    if (found !== null) return found;
  }
  return null;
}

function findInOperands(
  { operands, start }: Extract<Expression, { kind: 'logical' }>,
  depth: number,
): Position | null {
  if (depth + operands.length - 1 > MAX_DEPTH) return start;
  for (const [at, operand] of operands.entries()) {
    // The first two operands are the deepest.
    const found = findTooDeep(operand, depth + operands.length - Math.max(at, 1));
    if (found !== null) return found;
  }
  return null;
}

/** Walks a chain in a loop, because it can be long. */
function findInChain(last: Chained, depth: number): Position | null {
  const links: Chained[] = [last];
  let { target } = last;
  while (isChained(target) && target.parentheses.length === 0) {
    links.push(target);
    ({ target } = target);
  }
  const found = findTooDeep(target, depth);
  return found ?? findFirst(links.toReversed().flatMap(argumentsOf), depth + 1);
}

function argumentsOf(link: Chained): readonly Expression[] {
  return children(link).slice(1);
}

/** Whether an expression is a member, method, index or slice of its target. */
export function isChained(node: Expression): node is Chained {
  return ['member', 'method', 'index', 'slice'].includes(node.kind);
}
