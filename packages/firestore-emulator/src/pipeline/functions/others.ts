import type { PipelineFunction, Result } from '#firestore/pipeline/expression.ts';
import { evaluationError, onResults, onValues } from '#firestore/pipeline/expression.ts';
import { integerOf, referenceOf, stringOf, vectorNumbersOf } from '#firestore/pipeline/operands.ts';
import {
  collectionIdOf,
  databaseOf,
  lastSegment,
  parentOf,
  rootOf,
  segmentsOf,
} from '#firestore/model/names.ts';
import { TYPE, typeOf } from '#firestore/model/value-order.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';
import type { DistanceMeasure } from '#firestore/query/distance.ts';
import { distanceBetween } from '#firestore/query/distance.ts';

const TYPE_NAMES = new Map<number, string>([
  [TYPE.null, 'null'],
  [TYPE.boolean, 'boolean'],
  [TYPE.timestamp, 'timestamp'],
  [TYPE.string, 'string'],
  [TYPE.bytes, 'bytes'],
  [TYPE.reference, 'reference'],
  [TYPE.geoPoint, 'geo_point'],
  [TYPE.array, 'array'],
  [TYPE.vector, 'vector'],
  [TYPE.map, 'map'],
]);
/** `is_type` accepts also the types that only the API for MongoDB has. */
const KNOWN_TYPES: ReadonlySet<string> = new Set(
  (
    'null boolean timestamp string bytes reference geo_point array vector map int64 float64 number int32 ' +
    'decimal128 object_id regex request_timestamp min_key max_key'
  ).split(' '),
);

function typeName(value: Value): string {
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return 'float64';
  return TYPE_NAMES.get(typeOf(value)) ?? '';
}

function isType(value: Result, type: Result): Result {
  const name = stringOf(type);
  if (!KNOWN_TYPES.has(name)) throw evaluationError(`The type ${name} is unknown.`);
  if (value === undefined) return null;
  const own = typeName(value);
  return own === name || (name === 'number' && (own === 'int64' || own === 'float64'));
}

/** The document that a document's collection is in, or null for a root collection. */
function parentDocument(value: Value | undefined): Result {
  const { name } = referenceOf(value);
  const parent = parentOf(parentOf(name));
  return segmentsOf(parent).length === 0 ? null : new Reference(parent);
}

/**
 * Some of the pairs of a collection and a document that a name consists of. Null if none is left. The offset counts pairs
 * as the text of the reference says, although its example with a negative offset counts segments.
 */
function referenceSlice(
  value: Value | undefined,
  offset: Value | undefined,
  length: Value | undefined,
): Result {
  const { name } = referenceOf(value);
  const segments = segmentsOf(name);
  const [given, count] = [integerOf(offset), integerOf(length)];
  if (count < 0) throw evaluationError('The length of a slice is negative.');
  const start = given < 0 ? Math.max(0, segments.length / 2 + given) : given;
  const slice = segments.slice(2 * start, 2 * (start + count));
  return slice.length === 0 ? null : new Reference([rootOf(databaseOf(name)), ...slice].join('/'));
}

function onVectors(apply: (a: readonly number[], b: readonly number[]) => number): PipelineFunction {
  return onValues(2, 2, (left, right) => {
    const [a, b] = [vectorNumbersOf(left), vectorNumbersOf(right)];
    if (a.length !== b.length) throw evaluationError('Two vectors have different lengths.');
    return apply(a, b);
  });
}

function distance(measure: DistanceMeasure): PipelineFunction {
  return onVectors((a, b) => {
    const result = distanceBetween(measure, a, b);
    if (Number.isNaN(result) && measure === 'COSINE') {
      throw evaluationError('The cosine distance of a vector of zeros is undefined.');
    }
    return result;
  });
}

export const OTHERS: Readonly<Record<string, PipelineFunction>> = {
  current_document: { least: 0, most: 0, evaluate: (_args, { row }) => row.fields },
  type: onResults(1, 1, (value) => (value === undefined ? null : typeName(value))),
  is_type: onResults(2, 2, isType),
  document_id: onValues(1, 1, (value) => lastSegment(referenceOf(value).name)),
  collection_id: onValues(1, 1, (value) => collectionIdOf(referenceOf(value).name)),
  parent: onValues(1, 1, parentDocument),
  reference_slice: onValues(3, 3, referenceSlice),
  vector_length: onValues(1, 1, (value) => BigInt(vectorNumbersOf(value).length)),
  cosine_distance: distance('COSINE'),
  dot_product: distance('DOT_PRODUCT'),
  euclidean_distance: distance('EUCLIDEAN'),
  manhattan_distance: onVectors((a, b) =>
    a.reduce((sum, number, index) => sum + Math.abs(number - (b[index] ?? 0)), 0),
  ),
};
