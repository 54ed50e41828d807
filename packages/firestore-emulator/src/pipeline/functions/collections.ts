import type { PipelineFunction, Result } from '#firestore/pipeline/expression.ts';
import { evaluationError, onResults, onValues } from '#firestore/pipeline/expression.ts';
import { extreme, isIn } from '#firestore/pipeline/functions/logic.ts';
import { add } from '#firestore/pipeline/functions/numbers.ts';
import { arrayOf, integerOf, mapOf, stringOf } from '#firestore/pipeline/operands.ts';
import { compareValues, isArray, valuesEqual } from '#firestore/model/value-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';

const MANY = Infinity;

/** A function of an array, which may be missing, and of values that may be null. */
function onArray(
  least: number,
  most: number,
  apply: (array: readonly Value[], ...more: readonly Result[]) => Result,
): PipelineFunction {
  return onResults(least, most, (array, ...more) =>
    array === null || array === undefined ? null : apply(arrayOf(array), ...more),
  );
}

function count(value: Result): number {
  const number = integerOf(value);
  if (number < 0) throw evaluationError('length must be non-negative');
  return number;
}

/** A negative index counts from the end. */
function elementAt(array: readonly Value[], index: Result): Result {
  return array.at(integerOf(index));
}

function indexesOf(array: readonly Value[], search: Result): bigint[] {
  return array.flatMap((item, index) =>
    search !== undefined && valuesEqual(item, search) ? [BigInt(index)] : [],
  );
}

/** One argument is an array; several are values. */
function extremeOf(sign: 1 | -1): PipelineFunction {
  return onResults(1, MANY, (first, ...more) => {
    if (more.length > 0) return extreme([first, ...more], sign);
    return first === null || first === undefined ? null : extreme(arrayOf(first), sign);
  });
}

function extremes(sign: 1 | -1): PipelineFunction {
  return onArray(2, 2, (array, number) =>
    array
      .filter((value) => value !== null)
      .sort((a, b) => -sign * compareValues(a, b))
      .slice(0, count(number)),
  );
}

function slice(array: readonly Value[], offset: Result, length: Result): readonly Value[] {
  const given = integerOf(offset);
  const start = given < 0 ? Math.max(0, array.length + given) : given;
  return array.slice(start, length === undefined ? undefined : start + count(length));
}

/** Unlike the accumulator, this sum must not exceed int64, and it is null without numbers. */
function sumOf(array: readonly Value[]): Value {
  const numbers = array.filter((value) => typeof value === 'number' || typeof value === 'bigint');
  return numbers.length === 0 ? null : numbers.reduce<number | bigint>(add, 0n);
}

function memberOf(map: Result, key: Result): Result {
  if (map === undefined || map === null) return map;
  return map instanceof Map ? map.get(stringOf(key)) : undefined;
}

function mapFrom(pairs: readonly Result[]): MapValue {
  return withEntries(new Map(), pairs);
}

/** Sets keys to the values after them. An absent value removes its key. */
function withEntries(map: MapValue, pairs: readonly Result[]): MapValue {
  if (pairs.length % 2 !== 0) throw evaluationError('A key has no value.');
  const copy = new Map(map);
  for (let index = 0; index < pairs.length; index += 2) {
    const value = pairs[index + 1];
    if (value === undefined) copy.delete(stringOf(pairs[index]));
    else copy.set(stringOf(pairs[index]), value);
  }
  return copy;
}

function without(map: MapValue, keys: readonly Value[]): MapValue {
  const copy = new Map(map);
  for (const key of keys) copy.delete(stringOf(key));
  return copy;
}

/** The elements of a constructed array. An absent element is null. */
export const arrayFunction = onResults(0, MANY, (...values) => values.map((value) => value ?? null));
export const mapFunction = onResults(0, MANY, (...pairs) => mapFrom(pairs));

export const COLLECTIONS: Readonly<Record<string, PipelineFunction>> = {
  array: arrayFunction,
  array_length: onArray(1, 1, (array) => BigInt(array.length)),
  array_get: onArray(2, 2, elementAt),
  array_first: onArray(1, 1, (array) => array[0]),
  array_last: onArray(1, 1, (array) => array.at(-1)),
  array_first_n: onArray(2, 2, (array, number) => array.slice(0, count(number))),
  array_last_n: onArray(2, 2, (array, number) => array.slice(Math.max(0, array.length - count(number)))),
  array_slice: onArray(2, 3, slice),
  array_concat: onValues(1, MANY, (...arrays) => arrays.flatMap((array) => arrayOf(array))),
  array_reverse: onArray(1, 1, (array) => array.toReversed()),
  array_contains: onResults(2, 2, (array, value) =>
    array !== undefined && array !== null && isArray(array) ? isIn(value, array) : false,
  ),
  array_contains_any: onArray(2, 2, (array, values) => arrayOf(values).some((value) => isIn(value, array))),
  array_contains_all: onArray(2, 2, (array, values) => arrayOf(values).every((value) => isIn(value, array))),
  array_index_of: onArray(2, 3, (array, search, which) => {
    const found = indexesOf(array, search);
    return (which === 'last' ? found.at(-1) : found[0]) ?? -1n;
  }),
  array_index_of_all: onArray(2, 2, indexesOf),
  maximum: extremeOf(1),
  minimum: extremeOf(-1),
  maximum_n: extremes(1),
  minimum_n: extremes(-1),
  sum: onArray(1, 1, sumOf),
  map: mapFunction,
  map_get: onResults(2, 2, memberOf),
  get_field: onResults(2, 2, memberOf),
  map_set: onResults(3, MANY, (map, ...pairs) =>
    map === null || map === undefined ? null : withEntries(mapOf(map), pairs),
  ),
  map_remove: onValues(2, MANY, (map, ...keys) => without(mapOf(map), keys)),
  map_merge: onValues(1, MANY, (...maps) => new Map(maps.flatMap((map) => [...mapOf(map)]))),
  map_keys: onValues(1, 1, (map) => [...mapOf(map).keys()]),
  map_values: onValues(1, 1, (map) => [...mapOf(map).values()]),
  map_entries: onValues(1, 1, (map) =>
    [...mapOf(map)].map(
      ([k, v]) =>
        new Map([
          ['k', k],
          ['v', v],
        ]),
    ),
  ),
};
