import { isNamePath, parseFieldPath } from '#firestore/model/field-path.ts';
import type { FieldFilter, Filter, FilterOperator } from '#firestore/query/filter.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';
import { enumName } from '#firestore/protobuf/enum-name.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeElements, decodeValue } from '#firestore/protobuf/values.ts';

type ProtoFilter = google.firestore.v1.StructuredQuery.IFilter;

/** https://firebase.google.com/docs/firestore/query-data/queries#limits_on_or_queries */
const MAX_DISJUNCTIONS = 30;
const MAX_NOT_IN = 10;
const MAX_FILTERS = 100;
const MAX_DEPTH = 20;

const COMPOSITE_OPERATORS = ['OPERATOR_UNSPECIFIED', 'AND', 'OR'];
const FIELD_OPERATORS = [
  'OPERATOR_UNSPECIFIED',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ARRAY_CONTAINS',
  'IN',
  'ARRAY_CONTAINS_ANY',
  'NOT_IN',
];
const UNARY_OPERATORS = [
  'OPERATOR_UNSPECIFIED',
  'OPERATOR_UNUSED',
  'IS_NAN',
  'IS_NULL',
  'IS_NOT_NAN',
  'IS_NOT_NULL',
];
const OPERATORS: ReadonlyMap<string, FilterOperator> = new Map<string, FilterOperator>([
  ['LESS_THAN', '<'],
  ['LESS_THAN_OR_EQUAL', '<='],
  ['GREATER_THAN', '>'],
  ['GREATER_THAN_OR_EQUAL', '>='],
  ['EQUAL', '=='],
  ['NOT_EQUAL', '!='],
  ['ARRAY_CONTAINS', 'array-contains'],
  ['IN', 'in'],
  ['ARRAY_CONTAINS_ANY', 'array-contains-any'],
  ['NOT_IN', 'not-in'],
]);
const LIST_OPERATORS: ReadonlySet<FilterOperator> = new Set(['in', 'not-in', 'array-contains-any']);

export function parseFilter(proto: ProtoFilter): Filter {
  const filter = parseTree(proto, 0);
  const fields = flatten(filter);
  if (fields.length > MAX_FILTERS) throw invalid(`A query can have at most ${MAX_FILTERS} filters.`);
  checkDisjunctions(filter, fields);
  return filter;
}

function parseTree(proto: ProtoFilter, depth: number): Filter {
  if (depth > MAX_DEPTH) throw invalid(`The filters of a query are nested deeper than ${MAX_DEPTH} levels.`);
  if (proto.compositeFilter) return parseComposite(proto.compositeFilter, depth);
  if (proto.fieldFilter) return parseFieldFilter(proto.fieldFilter);
  if (proto.unaryFilter) return parseUnaryFilter(proto.unaryFilter);
  throw invalid('A filter is empty.');
}

function parseComposite(
  { op, filters }: google.firestore.v1.StructuredQuery.ICompositeFilter,
  depth: number,
): Filter {
  const operator = enumName(op, COMPOSITE_OPERATORS);
  const parts = (filters ?? []).map((filter) => parseTree(filter, depth + 1));
  const [only] = parts;
  if (only === undefined) throw invalid('A composite filter has no filters.');
  if (operator !== 'AND' && operator !== 'OR') throw invalid('A composite filter has no operator.');
  return parts.length === 1 ? only : { kind: operator === 'AND' ? 'and' : 'or', filters: parts };
}

function parseUnaryFilter({ op, field }: google.firestore.v1.StructuredQuery.IUnaryFilter): FieldFilter {
  const path = parseFieldPath(field?.fieldPath ?? '');
  if (isNamePath(path)) throw invalid('A document name is never null or NaN.');
  switch (enumName(op, UNARY_OPERATORS)) {
    case 'IS_NAN':
      return { kind: 'field', path, operator: '==', value: Number.NaN };
    case 'IS_NULL':
      return { kind: 'field', path, operator: '==', value: null };
    case 'IS_NOT_NAN':
      return { kind: 'field', path, operator: '!=', value: Number.NaN };
    case 'IS_NOT_NULL':
      return { kind: 'field', path, operator: '!=', value: null };
    default:
      throw invalid('A unary filter has no operator.');
  }
}

function parseFieldFilter({
  field,
  op,
  value,
}: google.firestore.v1.StructuredQuery.IFieldFilter): FieldFilter {
  const path = parseFieldPath(field?.fieldPath ?? '');
  const name = enumName(op, FIELD_OPERATORS) ?? '';
  const operator = OPERATORS.get(name);
  if (operator === undefined) throw invalid('A field filter has no operator.');
  if (!value) throw invalid(`The ${name} filter has no value.`);
  const operand = LIST_OPERATORS.has(operator) ? parseList(name, operator, value) : decodeValue(value);
  if (isNamePath(path)) checkNameOperand(operator, operand);
  return { kind: 'field', path, operator, value: operand };
}

function parseList(name: string, operator: FilterOperator, value: google.firestore.v1.IValue): Value[] {
  if (!value.arrayValue) throw invalid(`'${name}' requires an array value.`);
  const elements = decodeElements(value.arrayValue);
  if (elements.length === 0) throw invalid(`'${name}' requires a non-empty array value.`);
  const maximum = operator === 'not-in' ? MAX_NOT_IN : MAX_DISJUNCTIONS;
  if (elements.length > maximum) throw invalid(`'${name}' supports up to ${maximum} comparison values.`);
  return elements;
}

function checkNameOperand(operator: FilterOperator, operand: Value): void {
  if (operator === 'array-contains' || operator === 'array-contains-any') {
    throw invalid('A document name is not an array.');
  }
  const references: readonly Value[] = Array.isArray(operand) ? operand : [operand];
  if (!references.every((reference) => reference instanceof Reference)) {
    throw invalid('__key__ filter value must be a Key: a filter on __name__ compares with references.');
  }
}

function checkDisjunctions(filter: Filter, fields: readonly FieldFilter[]): void {
  if (countDisjunctions(filter) > MAX_DISJUNCTIONS) {
    throw invalid(
      `A query can have at most ${MAX_DISJUNCTIONS} disjunctions in its disjunctive normal form.`,
    );
  }
  if (maxArrayFilters(filter) > 1) {
    throw invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  }
  const notIn = fields.filter(({ operator }) => operator === 'not-in').length;
  const hasConflict = fields.some(({ operator }) => ['in', 'array-contains-any', '!='].includes(operator));
  if (notIn > 1 || (notIn === 1 && (hasConflict || hasOr(filter)))) {
    throw invalid(
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY', 'NOT_EQUAL' or 'OR'.",
    );
  }
}

/** Counts the conjunctions in the disjunctive normal form. */
function countDisjunctions(filter: Filter): number {
  if (filter.kind === 'field') {
    const multiplies = filter.operator === 'in' || filter.operator === 'array-contains-any';
    return multiplies && Array.isArray(filter.value) ? filter.value.length : 1;
  }
  const parts = filter.filters.map(countDisjunctions);
  return filter.kind === 'or'
    ? parts.reduce((total, part) => total + part, 0)
    : parts.reduce((total, part) => total * part, 1);
}

/** The largest number of array filters in one conjunction of the disjunctive normal form. */
function maxArrayFilters(filter: Filter): number {
  if (filter.kind === 'field') return filter.operator.startsWith('array-') ? 1 : 0;
  const parts = filter.filters.map(maxArrayFilters);
  return filter.kind === 'or' ? Math.max(...parts) : parts.reduce((total, part) => total + part, 0);
}

function hasOr(filter: Filter): boolean {
  return filter.kind !== 'field' && (filter.kind === 'or' || filter.filters.some(hasOr));
}

function flatten(filter: Filter): readonly FieldFilter[] {
  return filter.kind === 'field' ? [filter] : filter.filters.flatMap(flatten);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
