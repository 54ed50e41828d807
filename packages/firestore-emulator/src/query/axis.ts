import type { FieldFilter } from '#firestore/query/filter.ts';
import { compareIndexed } from '#firestore/model/index-order.ts';
import type { ValueType } from '#firestore/model/value-order.ts';
import { TYPE, typeOf } from '#firestore/model/value-order.ts';
import type { Entry } from '#firestore/store/entry.ts';
import type { IndexItem } from '#firestore/store/field-index.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import type { Position } from '#firestore/store/sorted-list.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';

/** Compares the items of a sorted list with a value. */
export interface Axis<Item> {
  compare(item: Item, value: Value): number;
  typeOf(item: Item): ValueType;
}

/** The range of a sorted list that contains all results: after every `from` and before every `to`. */
export interface Bounds<Item> {
  readonly from: Position<Item>[];
  readonly to: Position<Item>[];
}

export const valueAxis: Axis<IndexItem> = {
  compare: (item, value) => compareIndexed(item.value, value),
  typeOf: (item) => typeOf(item.value),
};

export const nameAxis: Axis<Entry> = {
  compare: (entry, value) => (value instanceof Reference ? compareNames(entry.name, value.name) : 0),
  typeOf: () => TYPE.reference,
};

/** Narrows the bounds by a filter. An operator without an order, such as `in`, does not change them. */
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

/** Narrows the bounds by the first value of a cursor. The list must be sorted by the first order of the query. */
export function boundByCursor<Item>(
  bounds: Bounds<Item>,
  axis: Axis<Item>,
  values: readonly Value[],
  side: 'from' | 'to',
  excludesEqual: boolean,
): void {
  const [value] = values;
  if (value === undefined) return;
  // If the cursor has more values, they decide among items with an equal first value, so all of these stay.
  const excludesFirst = excludesEqual && values.length === 1;
  const isBefore = (side === 'from') !== excludesFirst;
  bounds[side].push(isBefore ? before(axis, value) : after(axis, value));
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
