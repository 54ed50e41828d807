import { isReserved, NAME_FIELD } from '#firestore/model/field-path.ts';
import { isArray } from '#firestore/model/value-order.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';
import type { CallExpression, Expression } from '#firestore/pipeline/expression.ts';
import type { FieldFilter, Filter, FilterOperator } from '#firestore/query/filter.ts';
import { isFindable } from '#firestore/query/filter.ts';

/*
 * The conditions behind a source also filter its query. So the query can use an index, and the security rules can prove
 * that it returns only permitted documents. The stages still run: a filter may keep more documents than its condition.
 */

const OPERATORS: ReadonlyMap<string, FilterOperator> = new Map<string, FilterOperator>([
  ['equal', '=='],
  ['less_than', '<'],
  ['less_than_or_equal', '<='],
  ['greater_than', '>'],
  ['greater_than_or_equal', '>='],
  ['equal_any', 'in'],
  ['array_contains', 'array-contains'],
]);
const MAX_OPERANDS = 30;

/** The filter that all documents of these conditions match. Null if there is none. */
export function filterOf(conditions: readonly Expression[]): Filter | null {
  return junction(
    'and',
    conditions.map(partOf).filter((part) => part !== null),
  );
}

function partOf(condition: Expression): Filter | null {
  if (condition.kind !== 'call') return null;
  // A condition without a filter widens an AND, but it makes an OR useless.
  const parts = condition.name === 'and' || condition.name === 'or' ? condition.args.map(partOf) : null;
  if (parts === null) return fieldFilter(condition);
  const filters = parts.filter((part) => part !== null);
  if (condition.name === 'and') return junction('and', filters);
  return filters.length === parts.length && parts.length <= MAX_OPERANDS ? junction('or', filters) : null;
}

function junction(kind: 'and' | 'or', filters: readonly Filter[]): Filter | null {
  const [first] = filters;
  if (first === undefined) return null;
  return filters.length === 1 ? first : { kind, filters };
}

function fieldFilter({ name, args }: CallExpression): FieldFilter | null {
  const operator = OPERATORS.get(name);
  const [field, operand] = args;
  if (operator === undefined || field?.kind !== 'field' || operand === undefined) return null;
  const value = operator === 'in' ? listOf(operand) : constantOf(operand);
  if (value === undefined || !isComparable(operator, value)) return null;
  const { path } = field;
  const [first = ''] = path;
  if (path.length > 1 || !isReserved(first)) return { kind: 'field', path, operator, value };
  const isName = first === NAME_FIELD && value instanceof Reference && operator !== 'array-contains';
  return isName ? { kind: 'field', path, operator, value } : null;
}

function constantOf(expression: Expression): Value | undefined {
  return expression.kind === 'constant' ? expression.value : undefined;
}

function listOf(expression: Expression): Value | undefined {
  if (expression.kind !== 'call' || expression.name !== 'array') return undefined;
  const values = expression.args.map(constantOf).filter((value) => value !== undefined);
  return values.length === expression.args.length ? values : undefined;
}

/** Some operators of queries never find null or NaN. Those of pipelines do. */
function isComparable(operator: FilterOperator, value: Value): boolean {
  if (operator === 'array-contains') return isFindable(value);
  if (operator !== 'in') return operator === '==' || value !== null;
  return isArray(value) && value.length > 0 && value.length <= MAX_OPERANDS && value.every(isFindable);
}
