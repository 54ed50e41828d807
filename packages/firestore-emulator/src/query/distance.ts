/** How vectors are compared. https://firebase.google.com/docs/firestore/vector-search#vector_distances */
export type DistanceMeasure = 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT';

/** The distance of two vectors of the same length. NaN if it is undefined: the cosine of a vector of zeros. */
export function distanceBetween(
  measure: DistanceMeasure,
  a: readonly number[],
  b: readonly number[],
): number {
  switch (measure) {
    case 'EUCLIDEAN':
      return euclidean(a, b);
    case 'COSINE':
      return cosine(a, b);
    case 'DOT_PRODUCT':
      return dotProduct(a, b);
  }
}

function euclidean(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

export function dotProduct(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  // Production takes one square root of the product, so its distances have these digits.
  const lengths = Math.sqrt(dotProduct(a, a) * dotProduct(b, b));
  return lengths === 0 ? Number.NaN : 1 - dotProduct(a, b) / lengths;
}
