import type { DistanceMeasure } from '#firestore/query/distance.ts';
import type { Nearest } from '#firestore/query/nearest.ts';
import { numbersOf } from '#firestore/query/nearest.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { isReserved, parseFieldPath } from '#firestore/model/field-path.ts';
import { enumName } from '#firestore/protobuf/enum-name.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeValue } from '#firestore/protobuf/values.ts';

const MEASURES = ['DISTANCE_MEASURE_UNSPECIFIED', 'EUCLIDEAN', 'COSINE', 'DOT_PRODUCT'];
const MAX_DIMENSIONS = 2048;
const MAX_LIMIT = 1000;

export interface Search {
  readonly query: Query;
  /** Searches the results of the query. Null if it has no vector search. */
  readonly nearest: Nearest | null;
}

/** Parses a query that may have a vector search. */
export function parseSearch(
  parent: string | null | undefined,
  proto: google.firestore.v1.IStructuredQuery | null | undefined,
): Search {
  if (!proto?.findNearest) return { query: parseQuery(parent, proto), nearest: null };
  const { findNearest, ...structured } = proto;
  const query = parseQuery(parent, structured);
  if (query.limit !== null) throw invalid('A query limit cannot be used with FindNearest');
  if (query.offset > 0) throw invalid('A query offset cannot be used with FindNearest');
  if (query.startAt !== null || query.endAt !== null) {
    throw invalid('A cursor cannot be used with FindNearest');
  }
  return { query, nearest: parseNearest(findNearest) };
}

/** Throws INVALID_ARGUMENT for a search that Firestore would refuse. */
function parseNearest(proto: google.firestore.v1.StructuredQuery.IFindNearest): Nearest {
  return {
    path: parseFieldPath(proto.vectorField?.fieldPath ?? ''),
    vector: parseVector(proto.queryVector),
    measure: parseMeasure(proto.distanceMeasure),
    limit: parseLimit(proto.limit),
    threshold: proto.distanceThreshold ? parseThreshold(proto.distanceThreshold) : null,
    resultField: proto.distanceResultField ? parseResultField(proto.distanceResultField) : null,
  };
}

function parseVector(proto: google.firestore.v1.IValue | null | undefined): readonly number[] {
  const numbers = proto ? numbersOf(decodeValue(proto)) : null;
  if (numbers === null) throw invalid('Query Value must be of type vector.');
  if (numbers.length === 0) throw invalid('Cannot have a zero length vector.');
  if (numbers.length > MAX_DIMENSIONS) {
    throw invalid(`Vectors must be at most ${MAX_DIMENSIONS} dimensions.`);
  }
  return numbers;
}

function parseMeasure(proto: unknown): DistanceMeasure {
  const name = enumName(proto, MEASURES);
  if (name === 'EUCLIDEAN' || name === 'COSINE' || name === 'DOT_PRODUCT') return name;
  throw invalid('Unknown Distance Measure.');
}

function parseLimit(proto: google.protobuf.IInt32Value | null | undefined): number {
  const limit = proto?.value ?? 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw invalid(`FindNearest.limit must be a positive integer of no more than ${MAX_LIMIT}`);
}

function parseThreshold({ value }: google.protobuf.IDoubleValue): number {
  const threshold = value ?? 0;
  if (Number.isFinite(threshold)) return threshold;
  throw invalid('distanceThreshold must be a finite number.');
}

/** A core query takes the name of a field, not a path. */
function parseResultField(name: string): FieldPath {
  if (!isReserved(name)) return [name];
  throw invalid(`The distanceResultField.property.name "${name}" is reserved.`);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
