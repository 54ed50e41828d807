import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt } from '#firestore/model/field-path.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Value } from '#firestore/model/value.ts';

export type Aggregation = { readonly alias: string } & (
  | { readonly kind: 'count'; readonly upTo: number | null }
  | { readonly kind: 'sum' | 'average'; readonly path: FieldPath }
);

/** Aggregates over documents; with several aggregations only those count that have every aggregated field. */
export function aggregate(
  aggregations: readonly Aggregation[],
  documents: readonly Document[],
): ReadonlyMap<string, Value> {
  const paths = aggregations.flatMap((each) => (each.kind === 'count' ? [] : [each.path]));
  const counted =
    paths.length === 0
      ? documents
      : documents.filter(({ fields }) => paths.every((path) => fieldAt(fields, path) !== undefined));
  return new Map(aggregations.map((each) => [each.alias, evaluate(each, counted)]));
}

function evaluate(aggregation: Aggregation, documents: readonly Document[]): Value {
  if (aggregation.kind === 'count') return BigInt(Math.min(documents.length, aggregation.upTo ?? Infinity));
  const numbers = documents
    .map(({ fields }) => fieldAt(fields, aggregation.path))
    .filter((value) => typeof value === 'number' || typeof value === 'bigint');
  const total = sum(numbers);
  if (aggregation.kind === 'sum') return total;
  return numbers.length === 0 ? null : Number(total) / numbers.length;
}

/** Integers add up exactly; the sum is a double where a double takes part or int64 is too small. */
function sum(numbers: readonly (number | bigint)[]): number | bigint {
  let integers = 0n;
  let doubles = 0;
  let hasDouble = false;
  for (const number of numbers) {
    if (typeof number === 'bigint') integers += number;
    else {
      doubles += number;
      hasDouble = true;
    }
  }
  const fits = BigInt.asIntN(64, integers) === integers;
  return hasDouble || !fits ? Number(integers) + doubles : integers;
}
