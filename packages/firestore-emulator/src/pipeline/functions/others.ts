import type { PipelineFunction, Result } from '#firestore/pipeline/expression.ts';
import { evaluationError, onResults, onValues } from '#firestore/pipeline/expression.ts';
import { referenceOf, stringOf, vectorNumbersOf } from '#firestore/pipeline/operands.ts';
import { collectionIdOf, lastSegment, parentOf, segmentsOf } from '#firestore/model/names.ts';
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

function distance(measure: DistanceMeasure): PipelineFunction {
  return onValues(2, 2, (left, right) => {
    const [a, b] = [vectorNumbersOf(left), vectorNumbersOf(right)];
    if (a.length !== b.length) throw evaluationError('Two vectors have different lengths.');
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
  vector_length: onValues(1, 1, (value) => BigInt(vectorNumbersOf(value).length)),
  cosine_distance: distance('COSINE'),
  dot_product: distance('DOT_PRODUCT'),
  euclidean_distance: distance('EUCLIDEAN'),
};
