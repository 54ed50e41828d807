import type { FieldFilter } from '#firestore/query/filter.ts';
import type { ValueType } from '#firestore/model/value-order.ts';
import { compareValues, TYPE, typeOf } from '#firestore/model/value-order.ts';
import type { Entry } from '#firestore/store/entry.ts';
import type { IndexItem } from '#firestore/store/field-index.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import type { Position } from '#firestore/store/sorted-list.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';

/** A sorted list's own way to say where a value stands in it. */
export interface Axis<Item> {
  compare(item: Item, value: Value): number;
  typeOf(item: Item): ValueType;
}

/** The stretch of a list that may hold results: after every `from` and before every `to`. */
export interface Bounds<Item> {
  readonly from: Position<Item>[];
  readonly to: Position<Item>[];
}

export const valueAxis: Axis<IndexItem> = {
  compare: (item, value) => compareValues(item.value, value),
  typeOf: (item) => typeOf(item.value),
};

export const nameAxis: Axis<Entry> = {
  compare: (entry, value) => (value instanceof Reference ? compareNames(entry.name, value.name) : 0),
  typeOf: () => TYPE.reference,
};

/** Narrows the bounds by a filter on the axis; an operator that says nothing of order leaves them. */
export function boundByFilter<Item>(bounds: Bounds<Item>, axis: Axis<Item>, filter: FieldFilter): void {
  const { operator, value } = filter;
  const type = typeOf(value);
  switch (operator) {
    case '==':
      bounds.from.push(before(axis, value));
      bounds.to.push(after(axis, value));
      return;
    case '<':
      bounds.from.push(startOf(axis, type));
      bounds.to.push(before(axis, value));
      return;
    case '<=':
      bounds.from.push(startOf(axis, type));
      bounds.to.push(after(axis, value));
      return;
    case '>':
      bounds.from.push(after(axis, value));
      bounds.to.push(endOf(axis, type));
      return;
    case '>=':
      bounds.from.push(before(axis, value));
      bounds.to.push(endOf(axis, type));
      return;
    case '!=':
    case 'not-in':
      bounds.from.push(startOf(axis, TYPE.boolean));
      return;
    case 'in':
    case 'array-contains':
    case 'array-contains-any':
  }
}

/** Narrows the bounds by the first value of a cursor, when the axis is what the query is ordered by first. */
export function boundByCursor<Item>(
  bounds: Bounds<Item>,
  axis: Axis<Item>,
  values: readonly Value[],
  side: 'from' | 'to',
  excludesEqual: boolean,
): void {
  const [value] = values;
  if (value === undefined) return;
  // More values decide among those that are equal in the first, so that all of these stay in.
  const tight = excludesEqual && values.length === 1;
  const wantsBefore = (side === 'from') !== tight;
  bounds[side].push(wantsBefore ? before(axis, value) : after(axis, value));
}

export function before<Item>(axis: Axis<Item>, value: Value): Position<Item> {
  return (item) => axis.compare(item, value);
}

export function after<Item>(axis: Axis<Item>, value: Value): Position<Item> {
  return (item) => (axis.compare(item, value) <= 0 ? -1 : 1);
}

function startOf<Item>(axis: Axis<Item>, type: ValueType): Position<Item> {
  return (item) => axis.typeOf(item) - type;
}

function endOf<Item>(axis: Axis<Item>, type: ValueType): Position<Item> {
  return (item) => (axis.typeOf(item) <= type ? -1 : 1);
}
