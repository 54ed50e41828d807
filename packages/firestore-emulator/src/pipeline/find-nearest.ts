import { StatusError } from '#firestore/api/status.ts';
import { NAME_FIELD } from '#firestore/model/field-path.ts';
import type { StageArguments } from '#firestore/pipeline/arguments.ts';
import { vectorNumbersOf } from '#firestore/pipeline/operands.ts';
import type { Transform } from '#firestore/pipeline/pipeline.ts';
import { decodeValue } from '#firestore/protobuf/values.ts';
import type { DistanceMeasure } from '#firestore/query/distance.ts';
import { findNeighbours } from '#firestore/query/nearest.ts';

const MEASURES: ReadonlyMap<string, DistanceMeasure> = new Map([
  ['euclidean', 'EUCLIDEAN'],
  ['cosine', 'COSINE'],
  ['dot_product', 'DOT_PRODUCT'],
]);

/** Parses the stage find_nearest: field, query vector and measure, with the options limit and distance_field. */
export function parseFindNearest(args: StageArguments): Transform['run'] {
  const path = args.field(args.at(0));
  if (path[0] === NAME_FIELD) throw invalid('A document name is not a vector.');
  const vector = vectorNumbersOf(decodeValue(args.at(1)));
  const measure = MEASURES.get(args.text(args.at(2)));
  if (measure === undefined) throw invalid('The measure of find_nearest is unknown.');
  const [limit, resultField] = [args.option('limit'), args.option('distance_field')];
  const nearest = {
    path,
    vector,
    measure,
    limit: limit === null ? Infinity : args.count(limit),
    threshold: null,
    resultField: resultField === null ? null : args.path(resultField),
  };
  return (rows) => findNeighbours(nearest, rows).documents;
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
