import type { DistanceMeasure } from '#firestore/query/distance.ts';
import { distanceBetween } from '#firestore/query/distance.ts';
import type { Document } from '#firestore/model/document.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt, withField } from '#firestore/model/field-path.ts';
import { vectorOf } from '#firestore/model/value-order.ts';
import type { Value } from '#firestore/model/value.ts';

/** The vector search of a query, created by parseNearest. */
export interface Nearest {
  readonly path: FieldPath;
  readonly vector: readonly number[];
  readonly measure: DistanceMeasure;
  readonly limit: number;
  /** Drops the documents that are less similar. */
  readonly threshold: number | null;
  /** The field of the results that shows their distance. */
  readonly resultPath: FieldPath | null;
}

export interface Neighbours {
  /** Most similar first. */
  readonly documents: readonly Document[];
  /** The number of vectors that the search compared, because Firestore bills them. */
  readonly compared: number;
}

/** Finds the documents with the most similar vectors. Skips those without a vector of the same length. */
export function findNeighbours(nearest: Nearest, documents: readonly Document[]): Neighbours {
  const { path, vector, measure, limit, threshold, resultPath } = nearest;
  // A greater dot product is more similar. A greater distance of the other measures is less similar.
  const sign = measure === 'DOT_PRODUCT' ? -1 : 1;
  const found: { readonly document: Document; readonly distance: number }[] = [];
  let compared = 0;
  for (const document of documents) {
    const other = numbersOf(fieldAt(document.fields, path));
    if (other?.length !== vector.length) continue;
    compared += 1;
    const distance = distanceBetween(measure, vector, other);
    if (Number.isNaN(distance) || (threshold !== null && sign * distance > sign * threshold)) continue;
    found.push({ document, distance });
  }
  found.sort((a, b) => sign * (a.distance - b.distance));
  return {
    documents: found
      .slice(0, limit)
      .map(({ document, distance }) =>
        resultPath === null
          ? document
          : { ...document, fields: withField(document.fields, resultPath, distance) },
      ),
    compared,
  };
}

/** The components of a vector, or null for any other value. */
export function numbersOf(value: Value | undefined): readonly number[] | null {
  const components = value instanceof Map ? vectorOf(value) : null;
  if (components === null) return null;
  const numbers: number[] = [];
  for (const component of components) {
    if (typeof component !== 'number' && typeof component !== 'bigint') return null;
    numbers.push(Number(component));
  }
  return numbers;
}
