import { isFindable, type FieldFilter, type Filter } from '#firestore/query/filter.ts';
import type { RuleQuery } from '#firestore/rules/request.ts';
import { Unknown } from '#firestore/rules/values/slot.ts';
import type { Bound, Facts } from '#firestore/rules/values/slot.ts';
import { fromEquality } from '#firestore/rules/unknowns.ts';
import { isNumber, order } from '#firestore/rules/values/equality.ts';
import { isList, typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue, TypeName } from '#firestore/rules/values/rule-value.ts';
import { Reference } from '#firestore/model/value.ts';

/** The real service accepts 30 alternatives. A larger number would make the proof too slow. */
const MAX_CASES = 100;

/** One alternative of a query, with the facts that are true for every document it can find. */
export interface QueryCase {
  readonly data: Unknown;
  /** projects/{p}/databases/{d}/documents/{path} if the query selects one document by name. */
  readonly name: string | null;
}

/**
 * Splits a query into its alternatives (of `or`, `in` and `array-contains-any`). The query finds their union. A rule that
 * grants each alternative grants every document that the query can return. Returns null if there are too many.
 */
export function casesOf({ where, orderBy }: RuleQuery): readonly QueryCase[] | null {
  const alternatives = where === null ? [[]] : expand(where);
  if (alternatives === null) return null;
  return alternatives.map((filters) => {
    const data = new FactNode();
    data.type = 'map';
    // Ordering by a field excludes the documents without that field.
    for (const { path } of orderBy) if (!isNamePath(path)) data.at(path);
    for (const { path, operator, value } of filters) {
      if (!isNamePath(path)) data.at(path).addFilter(operator, value);
    }
    return { data: new Unknown('resource.data', data.facts('resource.data')), name: nameIn(filters) };
  });
}

/**
 * The name of the only document that an alternative can find. As in Google's emulator, a second filter on the name hides it,
 * unless it repeats the first.
 */
function nameIn(filters: Conjunction): string | null {
  let name: string | null = null;
  for (const { path, operator, value } of filters) {
    if (!isNamePath(path)) continue;
    if (operator !== '==' || !(value instanceof Reference)) return null;
    if (name !== null && name !== value.name) return null;
    ({ name } = value);
  }
  return name;
}

function isNamePath(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === '__name__';
}

type Conjunction = readonly FieldFilter[];

function expand(filter: Filter): readonly Conjunction[] | null {
  if (filter.kind === 'field') return expandField(filter);
  if (filter.kind === 'or') {
    const alternatives: Conjunction[] = [];
    for (const inner of filter.filters) {
      const expanded = expand(inner);
      if (expanded === null || alternatives.length + expanded.length > MAX_CASES) return null;
      alternatives.push(...expanded);
    }
    return alternatives;
  }
  let product: readonly Conjunction[] = [[]];
  for (const inner of filter.filters) {
    const expanded = expand(inner);
    if (expanded === null || product.length * expanded.length > MAX_CASES) return null;
    product = product.flatMap((left) => expanded.map((right) => [...left, ...right]));
  }
  return product;
}

function expandField(filter: FieldFilter): readonly Conjunction[] | null {
  const { path, operator, value } = filter;
  const single = operator === 'in' ? '==' : operator === 'array-contains-any' ? 'array-contains' : null;
  if (single === null || !isList(value)) return [[filter]];
  if (value.length > MAX_CASES) return null;
  // Null and NaN in the list find nothing. A list of nothing else proves no value.
  const findable = value.filter(isFindable);
  if (findable.length === 0) return [[filter]];
  return findable.map((item) => [{ kind: 'field', path, operator: single, value: item }]);
}

/** Collects the facts that filters state about a field and about the fields nested in it. */
class FactNode {
  readonly #fields = new Map<string, FactNode>();
  readonly #excluded: RuleValue[] = [];
  readonly #contains: RuleValue[] = [];
  #equal: RuleValue | undefined;
  #lower: Bound | undefined;
  #upper: Bound | undefined;
  type: TypeName | 'number' | undefined;

  at(path: readonly string[]): FactNode {
    const [name, ...rest] = path;
    if (name === undefined) return this;
    // Every document found has a field nested in this field, so this field is a map.
    this.type = 'map';
    const existing = this.#fields.get(name);
    const node = existing ?? new FactNode();
    if (existing === undefined) this.#fields.set(name, node);
    return node.at(rest);
  }

  addFilter(operator: FieldFilter['operator'], value: RuleValue): void {
    const bound = { value, inclusive: operator === '<=' || operator === '>=' };
    switch (operator) {
      case '==':
        this.#equal = value;
        return;
      // Both find only documents with the field, and with another value than null.
      case '!=':
        this.#excluded.push(value, null);
        return;
      case 'not-in':
        if (isList(value)) this.#excluded.push(...value, null);
        return;
      case '<':
      case '<=':
        this.type ??= rangeType(value);
        if (isTighter(bound, this.#upper, -1)) this.#upper = bound;
        return;
      case '>':
      case '>=':
        this.type ??= rangeType(value);
        if (isTighter(bound, this.#lower, 1)) this.#lower = bound;
        return;
      case 'array-contains':
        this.type ??= 'list';
        this.#contains.push(value);
        return;
      // These two are expanded into alternatives, except for those that find nothing.
      case 'array-contains-any':
        this.type ??= 'list';
        return;
      case 'in':
        return;
    }
  }

  facts(source: string): Facts {
    const fields = new Map<string, RuleValue | Unknown>();
    for (const [name, node] of this.#fields) fields.set(name, node.#slot(`${source}.${name}`));
    return {
      fields,
      ...(this.type !== undefined && { type: this.type }),
      ...(this.#lower !== undefined && { lower: this.#lower }),
      ...(this.#upper !== undefined && { upper: this.#upper }),
      excluded: this.#excluded,
      contains: this.#contains,
    };
  }

  #slot(source: string): RuleValue | Unknown {
    return this.#equal === undefined
      ? new Unknown(source, this.facts(source))
      : fromEquality(this.#equal, source);
  }
}

/** A range finds only values of the type of its bound. Ints and floats count as one type. */
function rangeType(value: RuleValue): TypeName | 'number' {
  return isNumber(value) ? 'number' : typeOf(value);
}

function isTighter(bound: Bound, current: Bound | undefined, side: 1 | -1): boolean {
  if (current === undefined) return true;
  const difference = order(bound.value, current.value);
  return difference === side || (difference === 0 && !bound.inclusive);
}
