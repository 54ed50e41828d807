import { at, list, stringify, text, type Json, type JsonObject } from '#firestore/compare/json.ts';
import type { CallStep, Observation } from '#firestore/compare/step.ts';

export interface FilterLeaf {
  readonly path: string;
  readonly op: string;
  /** The operand as JSON. */
  readonly value: string;
}

/** The comparisons of the filter of a query, without their structure. */
export function filterLeaves({ request }: CallStep): readonly FilterLeaf[] {
  const leaves = (filter: Json | undefined): FilterLeaf[] => {
    const leaf = at(filter, 'fieldFilter') ?? at(filter, 'unaryFilter');
    if (leaf !== undefined) {
      const value = stringify(at(leaf, 'value') ?? null);
      return [{ path: text(at(leaf, 'field', 'fieldPath')), op: text(at(leaf, 'op')), value }];
    }
    return list(at(filter, 'compositeFilter', 'filters')).flatMap(leaves);
  };
  return leaves(at(queryOf(request), 'where'));
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
