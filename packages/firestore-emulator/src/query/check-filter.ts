import { StatusError } from '#firestore/api/status.ts';
import { valueSize } from '#firestore/model/document-size.ts';
import { formatFieldPath, isNamePath } from '#firestore/model/field-path.ts';
import { databaseOf } from '#firestore/model/names.ts';
import { isArray } from '#firestore/model/value-order.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';
import { encodeValue } from '#firestore/protobuf/values.ts';
import { isFindable, type FieldFilter, type Filter, type FilterOperator } from '#firestore/query/filter.ts';

/** https://firebase.google.com/docs/firestore/query-data/queries#limits_on_or_queries */
const MAX_DISJUNCTIONS = 30;
/** https://firebase.google.com/docs/firestore/quotas#indexes */
const MAX_PARTS = 100;
/** An index stores no more of a value. https://firebase.google.com/docs/firestore/quotas#indexes */
const MAX_INDEXED_BYTES = 1500;
/** A filter with more disjunctions at any step is refused, so that no request takes long. */
const MAX_NORMALIZED = 1000;

/** Throws INVALID_ARGUMENT for a filter that Firestore would refuse. */
export function checkFilter(filter: Filter): void {
  const fields = flatten(filter);
  if (countDisjunctions(filter) > MAX_DISJUNCTIONS) checkNormalized(filter);
  if (maxArrayFilters(filter) > 1) {
    throw invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  }
  if (fields.filter(({ operator }) => operator === '!=' || operator === 'not-in').length > 1) {
    throw invalid(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  const hasConflict = fields.some(({ operator }) => operator === 'in' || operator === 'array-contains-any');
  if (fields.some(({ operator }) => operator === 'not-in') && (hasConflict || hasOr(filter))) {
    throw invalid("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
  for (const field of fields) checkIndexed(field);
}

function checkIndexed({ path, operator, value }: FieldFilter): void {
  if (isNamePath(path)) return;
  const operands = operator.endsWith('in') || operator === 'array-contains-any' ? value : [value];
  if (!isArray(operands) || operands.every((operand) => valueSize(operand) <= MAX_INDEXED_BYTES)) return;
  const elements = operator.startsWith('array-') ? '[*]' : '';
  throw invalid(`value for ${formatFieldPath(path)}${elements} is too large to be used in a query`);
}

/** Filters, orders and the parent of a query count together. */
export function checkParts(filter: Filter | null, orders: number, hasParent: boolean): void {
  const others = orders + (hasParent ? 1 : 0);
  const filters = filter === null ? 0 : flatten(filter).length;
  if (filters + others <= MAX_PARTS) return;
  const different = filter === null ? 0 : new Set(flatten(filter).map(keyOf)).size;
  if (different + others <= MAX_PARTS) return;
  throw invalid(
    `The query may not have more than ${MAX_PARTS} filters + sort orders + ancestor total. Currently there are ` +
      `${different} filters, ${orders} sort orders, and ${hasParent ? 'an' : 'no'} ancestor filter.`,
  );
}

/** A query without a collection can only find documents by name. */
export function checkKindless(filter: Filter | null): void {
  const other = filter === null ? undefined : flatten(filter).find(({ path }) => !isNamePath(path));
  if (other !== undefined) throw invalid(`kind is required for filter: ${formatFieldPath(other.path)}`);
}

/** Throws INVALID_ARGUMENT if a filter on names compares with a document of another database. */
export function checkDatabases(filter: Filter, database: string): void {
  for (const { path, value } of flatten(filter)) {
    if (!isNamePath(path)) continue;
    for (const name of isArray(value) ? value : [value]) {
      const other = name instanceof Reference ? databaseOf(name.name) : database;
      if (other === database) continue;
      throw invalid(
        `The request was for database '${database}' but was attempting to access database '${other}'`,
      );
    }
  }
}

/** Whether a filter on the name is an equality. */
export function hasNameEquality(filter: Filter): boolean {
  return flatten(filter).some(
    ({ path, operator }) => isNamePath(path) && (operator === '==' || operator === 'in'),
  );
}

/** Whether a filter needs an index of fields. Filters on names only scan the documents. */
export function needsIndex(filter: Filter | null): boolean {
  return filter !== null && flatten(filter).some(({ path }) => !isNamePath(path));
}

/** Counts the conjunctions in the disjunctive normal form, with repetitions. */
function countDisjunctions(filter: Filter): number {
  if (filter.kind === 'field') return valuesOf(filter).length;
  const parts = filter.filters.map(countDisjunctions);
  return filter.kind === 'or'
    ? parts.reduce((total, part) => total + part, 0)
    : parts.reduce((total, part) => total * part, 1);
}

function checkNormalized(filter: Filter): void {
  const { length } = normalize(simplify(filter));
  if (length > MAX_DISJUNCTIONS) throw tooManyDisjunctions(length);
}

function tooManyDisjunctions(count: number): StatusError {
  return invalid(
    `Too many disjunctions after normalization. Result had ${count} disjunctions which is more than the maximum of ` +
      `${MAX_DISJUNCTIONS}`,
  );
}

/** A comparison has no parts. Equal filters have the same key. */
interface Simplified {
  readonly key: string;
  readonly kind: 'comparison' | 'and' | 'or';
  readonly parts: readonly Simplified[];
}

/** Writes lists as disjunctions, and merges nested filters of one kind and repeated parts, before the normalization multiplies them. */
function simplify(filter: Filter): Simplified {
  const kind = filter.kind === 'and' ? 'and' : 'or';
  const parts = filter.kind === 'field' ? comparisonsOf(filter) : filter.filters.map(simplify);
  const merged = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const byKey = new Map(merged.map((part) => [part.key, part]));
  const [only, ...others] = byKey.values();
  if (only !== undefined && others.length === 0) return only;
  return { key: `${kind}(${[...byKey.keys()].sort().join()})`, kind, parts: [...byKey.values()] };
}

function comparisonsOf(filter: FieldFilter): readonly Simplified[] {
  return valuesOf(filter).map((value) => ({
    key: keyOfComparison({ ...filter, value }),
    kind: 'comparison',
    parts: [],
  }));
}

/** The disjunctive normal form without repetitions, as the keys of the comparisons of each conjunction. */
function normalize({ key, kind, parts }: Simplified): readonly (readonly string[])[] {
  if (kind === 'comparison') return [[key]];
  const normalized = parts.map(normalize);
  if (kind === 'or') return distinct(normalized.flat());
  return normalized.reduce(
    (left, right) => {
      if (left.length * right.length > MAX_NORMALIZED) throw tooManyDisjunctions(left.length * right.length);
      return distinct(left.flatMap((one) => right.map((other) => [...one, ...other])));
    },
    [[]],
  );
}

function distinct(conjunctions: readonly (readonly string[])[]): (readonly string[])[] {
  const byKey = new Map<string, readonly string[]>();
  for (const keys of conjunctions) {
    const sorted = [...new Set(keys)].sort();
    byKey.set(sorted.join('\n'), sorted);
  }
  return [...byKey.values()];
}

/** The operands of a filter that counts as several disjunctions, or its only operand. */
function valuesOf({ operator, value }: FieldFilter): readonly Value[] {
  return (operator === 'in' || operator === 'array-contains-any') && isArray(value) ? value : [value];
}

/** A list is a disjunction of equalities, or of `array-contains`. Comparisons with null and NaN find nothing, so they are the same. */
function keyOfComparison({ path, operator, value }: FieldFilter): string {
  switch (operator) {
    case 'array-contains':
    case 'array-contains-any':
      return keyOf({ path, operator: 'array-contains', value });
    case 'in':
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (!isFindable(value)) return keyOf({ path, operator: 'in', value: null });
      return keyOf({ path, operator: operator === 'in' ? '==' : operator, value });
    case '==':
    case '!=':
    case 'not-in':
      return keyOf({ path, operator, value });
  }
}

/** Filters with the same key are the same. The order of a list and its repetitions do not count. */
function keyOf({ path, operator, value }: Omit<FieldFilter, 'kind'>): string {
  const isList = (operator === 'in' || operator === 'array-contains-any') && isArray(value);
  const operands = isList ? value : [value];
  const keys = new Set(operands.map((operand) => keyOfOperand(operator, operand)));
  return JSON.stringify([path, operator, ...[...keys].sort()]);
}

/** Google's emulator looks for an empty array instead of null and NaN in arrays. The count of disjunctions shows it. */
function keyOfOperand(operator: FilterOperator, value: Value): string {
  const compared = operator.startsWith('array-') && !isFindable(value) ? [] : value;
  return JSON.stringify(encodeValue(compared), toCanonical);
}

/** Keeps -0, NaN and the infinities, which JSON lacks. The order of the fields of a map does not count. */
function toCanonical(_key: string, value: unknown): unknown {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The largest number of array filters in one conjunction of the disjunctive normal form. A repeated one counts once. */
function maxArrayFilters(filter: Filter): number {
  if (filter.kind === 'field') return filter.operator.startsWith('array-') ? 1 : 0;
  const byKey = new Map(
    filter.filters.map((each, index) => [each.kind === 'field' ? keyOf(each) : index, each]),
  );
  const parts = [...byKey.values()].map(maxArrayFilters);
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
