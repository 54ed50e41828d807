import { fieldAt, type FieldPath, isNamePath } from '#firestore/model/field-path.ts';
import { compareValues, isArray, typeOf, valuesEqual } from '#firestore/model/value-order.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';

export type Filter = { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] } | FieldFilter;

export interface FieldFilter {
  readonly kind: 'field';
  readonly path: FieldPath;
  readonly operator: FilterOperator;
  readonly value: Value;
}

export type FilterOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'array-contains'
  | 'array-contains-any';

export function matchesFilter(filter: Filter, document: Document): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((inner) => matchesFilter(inner, document));
    case 'or':
      return filter.filters.some((inner) => matchesFilter(inner, document));
    case 'field':
      return matchesField(filter, document);
  }
}

function matchesField(filter: FieldFilter, document: Document): boolean {
  const value = isNamePath(filter.path)
    ? new Reference(document.name)
    : fieldAt(document.fields, filter.path);
  if (value === undefined) return false;
  const operand = filter.value;
  switch (filter.operator) {
    case '==':
      return valuesEqual(value, operand);
    case '!=':
      return value !== null && !valuesEqual(value, operand);
    case '<':
      return inRange(value, operand) && compareValues(value, operand) < 0;
    case '<=':
      return inRange(value, operand) && compareValues(value, operand) <= 0;
    case '>':
      return inRange(value, operand) && compareValues(value, operand) > 0;
    case '>=':
      return inRange(value, operand) && compareValues(value, operand) >= 0;
    case 'in':
      return isFindable(value) && includes(operand, value);
    case 'not-in':
      return value !== null && !includes(operand, null) && (Number.isNaN(value) || !includes(operand, value));
    case 'array-contains':
      return isFindable(operand) && includes(value, operand);
    case 'array-contains-any':
      return isArray(operand) && operand.some((item) => isFindable(item) && includes(value, item));
  }
}

/** A range contains values of one type. It never contains null, or NaN, although NaN sorts before all numbers. */
function inRange(value: Value, operand: Value): boolean {
  return isFindable(value) && isFindable(operand) && typeOf(value) === typeOf(operand);
}

function includes(list: Value, value: Value): boolean {
  return isArray(list) && list.some((item) => valuesEqual(item, value));
}

/**
 * As in the real service, `in`, `array-contains` and `array-contains-any` never match null or NaN, and `not-in` never
 * excludes NaN.
 */
export function isFindable(value: Value): boolean {
  return value !== null && !Number.isNaN(value);
}
