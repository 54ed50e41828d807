import { isNamePath, parseFieldPath } from '#firestore/model/field-path.ts';
import { checkFilter } from '#firestore/query/check-filter.ts';
import { isFindable, type FieldFilter, type Filter, type FilterOperator } from '#firestore/query/filter.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';
import { enumName } from '#firestore/protobuf/enum-name.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeElements, decodeValue } from '#firestore/protobuf/values.ts';

type ProtoFilter = google.firestore.v1.StructuredQuery.IFilter;

/** https://firebase.google.com/docs/firestore/query-data/queries#query_limitations */
const MAX_IN = 30;
const MAX_NOT_IN = 10;
const MAX_DEPTH = 100;

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
  checkFilter(filter);
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
  if (operator !== 'AND' && operator !== 'OR') throw invalid('A composite filter has no operator.');
  // An empty AND is true, as in Google's emulator.
  if (only === undefined && operator === 'OR') {
    throw invalid('Composite filter must have at least one sub-filter.');
  }
  return only !== undefined && parts.length === 1
    ? only
    : { kind: operator === 'AND' ? 'and' : 'or', filters: parts };
}

function parseUnaryFilter({ op, field }: google.firestore.v1.StructuredQuery.IUnaryFilter): FieldFilter {
  const path = parseFieldPath(field?.fieldPath ?? '');
  if (isNamePath(path))
    throw invalid('__key__ filter value must be a Key: a document name is never null or NaN.');
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
  if (isFindable(operand)) return { kind: 'field', path, operator, value: operand };
  // Only IS_NULL, IS_NAN and their opposites look for null and NaN. Comparisons behave as IN and NOT_IN do.
  const asList = operator === '==' ? 'in' : operator === '!=' ? 'not-in' : null;
  return asList === null
    ? { kind: 'field', path, operator, value: operand }
    : { kind: 'field', path, operator: asList, value: [operand] };
}

function parseList(name: string, operator: FilterOperator, value: google.firestore.v1.IValue): Value[] {
  if (!value.arrayValue) throw invalid(`'${name}' requires an array value.`);
  const elements = decodeElements(value.arrayValue);
  if (elements.length === 0) throw invalid(`'${name}' requires a non-empty array value.`);
  const maximum = operator === 'not-in' ? MAX_NOT_IN : MAX_IN;
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

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
