import type { FieldPath } from '#firestore/model/field-path.ts';
import { compareUtf8 } from '#firestore/model/utf8-order.ts';
import { fieldAt, formatFieldPath } from '#firestore/model/field-path.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Query } from '#firestore/query/query.ts';
import type { Value } from '#firestore/model/value.ts';

export type Aggregation = { readonly alias: string } & (
  | { readonly kind: 'count'; readonly upTo: number | null }
  | { readonly kind: 'sum' | 'average'; readonly path: FieldPath }
);

/**
 * The query as it runs: the index of a sum or an average ends with its field, before the document name. So its offset and
 * limit apply to the documents that have the field, ordered by it.
 */
export function withAggregatedFields(query: Query, aggregations: readonly Aggregation[]): Query {
  const last = query.orderBy.at(-1);
  if (last === undefined) return query;
  const ordered = new Set(query.orderBy.map(({ path }) => formatFieldPath(path)));
  const missing = new Map<string, FieldPath>();
  for (const aggregation of aggregations) {
    if (aggregation.kind === 'count') continue;
    const name = formatFieldPath(aggregation.path);
    if (!ordered.has(name)) missing.set(name, aggregation.path);
  }
  if (missing.size === 0) return query;
  const orders = [...missing]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([, path]) => ({ path, direction: last.direction }));
  return { ...query, orderBy: [...query.orderBy.slice(0, -1), ...orders, last] };
}

/** Aggregates documents. Several aggregations use only the documents that have every aggregated field. */
export function aggregate(
  aggregations: readonly Aggregation[],
  documents: readonly Document[],
): ReadonlyMap<string, Value> {
  const paths = aggregations.flatMap((aggregation) =>
    aggregation.kind === 'count' ? [] : [aggregation.path],
  );
  const counted =
    paths.length === 0
      ? documents
      : documents.filter(({ fields }) => paths.every((path) => fieldAt(fields, path) !== undefined));
  return new Map(aggregations.map((aggregation) => [aggregation.alias, evaluate(aggregation, counted)]));
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

/** Adds integers exactly. The sum is a double if any number is a double or if the sum exceeds int64. */
export function sum(numbers: readonly (number | bigint)[]): number | bigint {
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
