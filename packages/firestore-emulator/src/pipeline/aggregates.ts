import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';
import type { Expression, Result, Scope } from '#firestore/pipeline/expression.ts';
import { evaluate } from '#firestore/pipeline/expression.ts';
import { extreme } from '#firestore/pipeline/functions/logic.ts';
import type { ParseContext } from '#firestore/pipeline/parse-context.ts';
import { parseExpression } from '#firestore/pipeline/parse-expression.ts';
import { sum } from '#firestore/query/aggregate.ts';
import { compareValues } from '#firestore/model/value-order.ts';
import type { Value } from '#firestore/model/value.ts';

/** Accumulates the rows of a group to one value. */
export type Accumulator = (rows: readonly Scope[]) => Value;

/** Most accumulators skip null and absent values; `first`, `last` and `array_agg` take them as null. */
export const ACCUMULATORS: Readonly<Record<string, (results: readonly Result[]) => Value>> = {
  count: (results) => BigInt(presentOf(results).length),
  count_if: (results) => BigInt(results.filter((result) => result === true).length),
  count_distinct: (results) => BigInt(distinct(presentOf(results)).length),
  sum: (results) => sum(numbersOf(results)),
  average(results) {
    const numbers = numbersOf(results);
    return numbers.length === 0 ? null : Number(sum(numbers)) / numbers.length;
  },
  maximum: (results) => extreme(results, 1),
  minimum: (results) => extreme(results, -1),
  first: (results) => results[0] ?? null,
  last: (results) => results.at(-1) ?? null,
  array_agg: (results) => results.map((result) => result ?? null),
  array_agg_distinct: (results) => distinct(results.map((result) => result ?? null)),
};

export function parseAccumulator(proto: google.firestore.v1.IValue, context: ParseContext): Accumulator {
  const { name, args } = proto.functionValue ?? {};
  const found = name && Object.hasOwn(ACCUMULATORS, name) ? ACCUMULATORS[name] : undefined;
  if (found === undefined) {
    throw new StatusError('INVALID_ARGUMENT', `${name ?? 'A value'} is not an aggregate function.`);
  }
  const [first, second] = (args ?? []).map((arg): Expression => parseExpression(arg, context));
  if (second !== undefined || (first === undefined && name !== 'count')) {
    throw new StatusError('INVALID_ARGUMENT', `The aggregate function ${name ?? ''} needs one argument.`);
  }
  if (first === undefined) return (rows) => BigInt(rows.length);
  return (rows) => found(rows.map((row) => evaluate(first, row)));
}

function presentOf(results: readonly Result[]): readonly Value[] {
  return results.filter((result) => result !== undefined && result !== null);
}

function numbersOf(results: readonly Result[]): readonly (number | bigint)[] {
  return results.filter((result) => typeof result === 'number' || typeof result === 'bigint');
}

function distinct(values: readonly Value[]): Value[] {
  const sorted = values.toSorted(compareValues);
  return sorted.filter((value, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || compareValues(previous, value) !== 0;
  });
}
