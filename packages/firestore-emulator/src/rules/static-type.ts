import type { BoundExpression } from '#firestore/rules/bound.ts';
import type { BinaryOperator } from '#firestore/rules/ast.ts';
import { hasSign } from '#firestore/rules/limits/expression-cost.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';

/** Names of types, in the order in which the official emulator lists them. */
export type Types = readonly string[];

/** The operand types of an operator, and the type of their result. */
export interface Signature {
  readonly operands: Types;
  readonly result: string;
}

const PRODUCTS: readonly Signature[] = [same('int', 2), same('float', 2)];

export const ARITHMETIC: Readonly<Partial<Record<BinaryOperator, readonly Signature[]>>> = {
  '+': [
    ...PRODUCTS,
    same('string', 2),
    same('duration', 2),
    { operands: ['duration', 'timestamp'], result: 'timestamp' },
    { operands: ['timestamp', 'duration'], result: 'timestamp' },
  ],
  '-': [
    ...PRODUCTS,
    same('duration', 2),
    { operands: ['timestamp', 'duration'], result: 'timestamp' },
    { operands: ['timestamp', 'timestamp'], result: 'duration' },
  ],
  '*': PRODUCTS,
  '/': PRODUCTS,
  '%': PRODUCTS,
};

export const NEGATION: readonly Signature[] = [same('int', 1), same('float', 1), same('duration', 1)];
export const SLICES: readonly Signature[] = [same('string', 1), same('list', 1), same('path', 1)];

/** The types that the results of an expression can have, or null if they depend on the request. */
export function staticTypes(node: BoundExpression): Types | null {
  switch (node.kind) {
    case 'literal':
      return hasSign(node) ? resultsOf(NEGATION) : [typeOf(node.value)];
    case 'wildcard':
      return [node.type];
    case 'list':
    case 'map':
    case 'path':
      return [node.kind];
    case 'slice':
      return resultsOf(SLICES);
    case 'builtin':
      return node.builtin.returns;
    case 'logical':
    case 'is':
      return ['bool'];
    case 'unary':
      return node.operator === '!' ? ['bool'] : resultsOf(NEGATION);
    case 'binary': {
      const signatures = ARITHMETIC[node.operator];
      return signatures === undefined ? ['bool'] : resultsOf(signatures);
    }
    case 'method':
      return union([...node.byType.values()].map(({ returns }) => returns));
    case 'invoke':
      return node.callee.types;
    default:
      return null;
  }
}

/** Null stands for any type. */
export function union(lists: readonly (Types | null)[]): Types | null {
  const known = lists.filter((types) => types !== null);
  return known.length === lists.length ? [...new Set(known.flat())] : null;
}

function same(type: string, operands: number): Signature {
  return { operands: Array.from({ length: operands }, () => type), result: type };
}

function resultsOf(signatures: readonly Signature[]): Types {
  return [...new Set(signatures.map(({ result }) => result))];
}
