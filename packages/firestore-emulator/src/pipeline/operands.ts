import { evaluationError } from '#firestore/pipeline/expression.ts';
import { isArray, vectorOf } from '#firestore/model/value-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import { Reference, Timestamp } from '#firestore/model/value.ts';
import { numbersOf } from '#firestore/query/nearest.ts';

/*
 * Each function returns an argument of a pipeline function as the type that it needs, and throws INVALID_ARGUMENT for a
 * value of another type.
 */

export function numberOf(value: Value | undefined): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw wrongType('number');
}

/** A whole number, such as an index or a length. */
export function integerOf(value: Value | undefined): number {
  const number = Number(numberOf(value));
  if (Number.isSafeInteger(number)) return number;
  throw wrongType('integer');
}

export function stringOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw wrongType('string');
}

/** A string or bytes. Most functions of strings accept both. */
export function textOf(value: Value | undefined): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  throw wrongType('string or bytes');
}

export function arrayOf(value: Value | undefined): readonly Value[] {
  if (value !== undefined && isArray(value)) return value;
  throw wrongType('array');
}

export function mapOf(value: Value | undefined): MapValue {
  if (value instanceof Map && vectorOf(value) === null) return value;
  throw wrongType('map');
}

export function vectorNumbersOf(value: Value | undefined): readonly number[] {
  const numbers = numbersOf(value);
  if (numbers === null) throw wrongType('vector');
  return numbers;
}

export function timestampOf(value: Value | undefined): Timestamp {
  if (value instanceof Timestamp) return value;
  throw wrongType('timestamp');
}

export function referenceOf(value: Value | undefined): Reference {
  if (value instanceof Reference) return value;
  throw wrongType('reference');
}

function wrongType(type: string): Error {
  return evaluationError(`An argument of a pipeline function is not of the type ${type}.`);
}
