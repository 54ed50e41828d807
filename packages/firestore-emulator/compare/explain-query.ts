import { at, isObject, list, stringify, text, type Json, type JsonObject } from '#firestore/compare/json.ts';
import type { CallStep, Observation } from '#firestore/compare/step.ts';

export interface FilterLeaf {
  readonly path: string;
  readonly op: string;
  readonly value: Json;
}

/** The comparisons of the filter of a query, without their structure. */
export function filterLeaves({ request }: CallStep): readonly FilterLeaf[] {
  const leaves = (filter: Json | undefined): FilterLeaf[] => {
    const leaf = at(filter, 'fieldFilter') ?? at(filter, 'unaryFilter');
    if (leaf !== undefined) {
      const value = at(leaf, 'value') ?? null;
      return [{ path: text(at(leaf, 'field', 'fieldPath')), op: text(at(leaf, 'op')), value }];
    }
    return list(at(filter, 'compositeFilter', 'filters')).flatMap(leaves);
  };
  return leaves(at(queryOf(request), 'where'));
}

/** The fields of which two filters need other values, or one of which needs a map and the other none. */
export function contradictions(step: CallStep): readonly string[] {
  const leaves = filterLeaves(step);
  return leaves.filter((one) => leaves.some((other) => contradicts(one, other))).map(({ path }) => path);
}

function contradicts(one: FilterLeaf, other: FilterLeaf): boolean {
  if (other.path !== one.path) return other.path.startsWith(`${one.path}.`);
  return areDisjoint(typesOf(one), typesOf(other)) || areDisjoint(equalitiesOf(one), equalitiesOf(other));
}

/** Whether both lists are known and have nothing in common. */
function areDisjoint(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one !== null && other !== null && !one.some((each) => other.includes(each));
}

/** The types of the values that a filter finds, or null if it finds values of all types. */
function typesOf({ op, value }: FilterLeaf): readonly string[] | null {
  if (op.startsWith('ARRAY_CONTAINS')) return ['arrayValue'];
  if (/^(?:LESS|GREATER)/u.test(op)) return [typeOf(value)];
  return equalValues({ op, value })?.map(typeOf) ?? null;
}

/** The values that a filter finds, as JSON. */
function equalitiesOf(leaf: FilterLeaf): readonly string[] | null {
  return equalValues(leaf)?.map(stringify) ?? null;
}

/** The values that an equality filter finds. Null for other filters. */
export function equalValues({ op, value }: Pick<FilterLeaf, 'op' | 'value'>): readonly Json[] | null {
  if (op === 'IN') return list(at(value, 'arrayValue', 'values'));
  return op === 'EQUAL' ? [value] : null;
}

function typeOf(value: Json): string {
  const [type = ''] = isObject(value) ? Object.keys(value) : [];
  return type === 'integerValue' ? 'doubleValue' : type;
}

function queryOf(request: JsonObject): Json | undefined {
  return at(request, 'structuredQuery') ?? at(request, 'structuredAggregationQuery', 'structuredQuery');
}

/** Whether ours refuses the query for its order or filter on the document name, and the query has it. */
export function isRefusedForName(step: CallStep, { message }: Observation): boolean {
  const orders = list(at(queryOf(step.request), 'orderBy'));
  const byName = orders.filter((order) => at(order, 'field', 'fieldPath') === '__name__');
  if (message.startsWith('Firestore does not support descending key scans'))
    return byName.some((order) => at(order, 'direction') === 'DESCENDING');
  if (message.startsWith('The order by clause cannot contain more fields after the key'))
    return byName.length > 0;
  return (
    message.startsWith('Equality on key is not allowed') &&
    filterLeaves(step).some(({ path, op }) => path === '__name__' && (op === 'EQUAL' || op === 'IN'))
  );
}
