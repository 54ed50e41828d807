import type { DistanceMeasure } from '#firestore/query/distance.ts';
import { distanceBetween } from '#firestore/query/distance.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt, withField } from '#firestore/model/field-path.ts';
import { vectorOf } from '#firestore/model/value-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';

/** The vector search of a query, created by parseNearest. */
export interface Nearest {
  readonly path: FieldPath;
  readonly vector: readonly number[];
  readonly measure: DistanceMeasure;
  readonly limit: number;
  /** Drops the documents that are less similar. */
  readonly threshold: number | null;
  /** The field that the results get with their distance. */
  readonly resultField: FieldPath | null;
}

export interface Neighbours<Item> {
  /** Most similar first. */
  readonly documents: readonly Item[];
  /** The number of vectors that the search compared, because Firestore bills them. */
  readonly compared: number;
}

/** Finds the documents with the most similar vectors. Skips those without a vector of the same length. */
export function findNeighbours<Item extends { readonly fields: MapValue }>(
  nearest: Nearest,
  documents: readonly Item[],
): Neighbours<Item> {
  const { path, vector, measure, limit, threshold, resultField } = nearest;
  // A greater dot product is more similar. A greater distance of the other measures is less similar.
  const sign = measure === 'DOT_PRODUCT' ? -1 : 1;
  const found: { readonly document: Item; readonly distance: number }[] = [];
  let compared = 0;
  for (const document of documents) {
    const other = numbersOf(fieldAt(document.fields, path));
    if (other?.length !== vector.length) continue;
    compared += 1;
    const distance = distanceBetween(measure, vector, other);
    // An undefined distance is within no threshold.
    if (threshold !== null && !(sign * distance <= sign * threshold)) continue;
    found.push({ document, distance });
  }
  found.sort((a, b) => compareDistances(a.distance, b.distance, sign));
  return {
    documents: found
      .slice(0, limit)
      .map(({ document, distance }) =>
        resultField === null
          ? document
          : { ...document, fields: withField(document.fields, resultField, distance) },
      ),
    compared,
  };
}

/** An undefined distance comes last. Two equal infinities have no difference. */
function compareDistances(a: number, b: number, sign: 1 | -1): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : sign * (a - b);
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
