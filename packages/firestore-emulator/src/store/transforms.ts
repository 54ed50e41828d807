import { fieldAt, withField } from '#firestore/model/field-path.ts';
import { isArray, valuesEqual } from '#firestore/model/value-order.ts';
import type { MapValue, Timestamp, Value } from '#firestore/model/value.ts';
import type { FieldTransform } from '#firestore/model/write.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** Applies one transform. Returns the new fields and the transform result for the client. */
export function transform(
  fields: MapValue,
  change: FieldTransform,
  requestTime: Timestamp,
): { readonly fields: MapValue; readonly result: Value } {
  const value = transformed(fieldAt(fields, change.path), change, requestTime);
  const hasNullResult = change.kind === 'append' || change.kind === 'remove';
  return { fields: withField(fields, change.path, value), result: hasNullResult ? null : value };
}

function transformed(value: Value | undefined, change: FieldTransform, requestTime: Timestamp): Value {
  switch (change.kind) {
    case 'server-time':
      return requestTime;
    case 'increment':
      return isNumber(value) ? sum(value, change.operand) : change.operand;
    case 'maximum':
      return isNumber(value) ? maximum(value, change.operand) : change.operand;
    case 'minimum':
      return isNumber(value) ? minimum(value, change.operand) : change.operand;
    case 'append':
      return appendMissing(isArrayValue(value) ? value : [], change.operand);
    case 'remove':
      return isArrayValue(value) ? value.filter((element) => !contains(change.operand, element)) : [];
  }
}

/** Clamps integers to int64. The sum is a double if either operand is a double. */
function sum(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return Number(a) + Number(b);
  const total = a + b;
  if (total > MAX_INT64) return MAX_INT64;
  return total < MIN_INT64 ? MIN_INT64 : total;
}

/** Keeps the stored value if both are equal, such as 3 and 3.0, or 0 and -0. NaN wins over every number. */
function maximum(stored: number | bigint, operand: number | bigint): number | bigint {
  return operand > stored || Number.isNaN(operand) ? operand : stored;
}

function minimum(stored: number | bigint, operand: number | bigint): number | bigint {
  return operand < stored || Number.isNaN(operand) ? operand : stored;
}

function appendMissing(stored: readonly Value[], elements: readonly Value[]): readonly Value[] {
  const result = [...stored];
  for (const element of elements) if (!contains(result, element)) result.push(element);
  return result;
}

function contains(list: readonly Value[], value: Value): boolean {
  return list.some((element) => valuesEqual(element, value));
}

function isNumber(value: Value | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isArrayValue(value: Value | undefined): value is readonly Value[] {
  return value !== undefined && isArray(value);
}
