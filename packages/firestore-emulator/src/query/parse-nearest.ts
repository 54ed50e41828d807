import type { DistanceMeasure } from '#firestore/query/distance.ts';
import type { Nearest } from '#firestore/query/nearest.ts';
import { numbersOf } from '#firestore/query/nearest.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';
import { StatusError } from '#firestore/api/status.ts';
import { isNamePath, parseFieldPath } from '#firestore/model/field-path.ts';
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
  return { query: parseQuery(parent, structured), nearest: parseNearest(findNearest) };
}

/** Throws INVALID_ARGUMENT for a search that Firestore would refuse. */
function parseNearest(proto: google.firestore.v1.StructuredQuery.IFindNearest): Nearest {
  const path = parseFieldPath(proto.vectorField?.fieldPath ?? '');
  if (isNamePath(path)) throw invalid('A document name is not a vector.');
  return {
    path,
    vector: parseVector(proto.queryVector),
    measure: parseMeasure(proto.distanceMeasure),
    limit: parseLimit(proto.limit),
    threshold: proto.distanceThreshold ? (proto.distanceThreshold.value ?? 0) : null,
    resultPath: proto.distanceResultField ? parseResultField(proto.distanceResultField) : null,
  };
}

function parseVector(proto: google.firestore.v1.IValue | null | undefined): readonly number[] {
  const numbers = proto ? numbersOf(decodeValue(proto)) : null;
  if (numbers === null) throw invalid('The query vector of find_nearest must be a vector of numbers.');
  if (numbers.length === 0 || numbers.length > MAX_DIMENSIONS) {
    throw invalid(`The query vector of find_nearest must have 1 to ${MAX_DIMENSIONS} dimensions.`);
  }
  return numbers;
}

function parseMeasure(proto: unknown): DistanceMeasure {
  const name = enumName(proto, MEASURES);
  if (name === 'EUCLIDEAN' || name === 'COSINE' || name === 'DOT_PRODUCT') return name;
  throw invalid('find_nearest has no distance measure.');
}

function parseLimit(proto: google.protobuf.IInt32Value | null | undefined): number {
  const limit = proto?.value ?? 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw invalid(`The limit of find_nearest must be from 1 to ${MAX_LIMIT}.`);
}

function parseResultField(text: string): readonly string[] {
  const path = parseFieldPath(text);
  if (isNamePath(path)) throw invalid('find_nearest cannot write the distance to the document name.');
  return path;
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
