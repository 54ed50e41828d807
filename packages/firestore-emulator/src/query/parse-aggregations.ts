import type { Aggregation } from '#firestore/query/aggregate.ts';
import {
  formatFieldPath,
  isNamePath,
  isReserved,
  NAME_FIELD,
  parseFieldPath,
} from '#firestore/model/field-path.ts';
import { rootOf } from '#firestore/model/names.ts';
import type { Filter } from '#firestore/query/filter.ts';
import type { Query } from '#firestore/query/query.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeInteger } from '#firestore/protobuf/values.ts';

type ProtoAggregation = google.firestore.v1.StructuredAggregationQuery.IAggregation;

const MAX_AGGREGATIONS = 5;

export function parseAggregations(protos: readonly ProtoAggregation[] | null | undefined): Aggregation[] {
  const given = protos ?? [];
  if (given.length === 0) throw invalid('An aggregation query needs an aggregation.');
  if (given.length > MAX_AGGREGATIONS) {
    throw invalid(
      `The maximum number of aggregations allowed in an aggregation query is ${MAX_AGGREGATIONS}.`,
    );
  }
  let unnamed = 0;
  const aggregations = given.map((proto) => {
    if (!proto.alias) unnamed += 1;
    return parseAggregation(proto, proto.alias ? proto.alias : `field_${unnamed}`);
  });
  for (const { alias } of aggregations) {
    if (isReserved(alias)) throw invalid(`The property.name "${alias}" is reserved.`);
  }
  const aliases = new Set<string>();
  for (const { alias } of aggregations) {
    if (aliases.has(alias)) throw invalid(`Aggregation aliases contain duplicate alias: ${alias}.`);
    aliases.add(alias);
  }
  return aggregations;
}

/** A sum or an average reads its field from an index, which a projection rules out. */
export function checkAggregatedProjection(
  proto: google.firestore.v1.IStructuredQuery | null | undefined,
  aggregations: readonly Aggregation[],
): void {
  if (aggregations.every(({ kind }) => kind === 'count')) return;
  if ((proto?.select?.fields ?? []).length === 0) return;
  throw invalid('Cannot apply property masks when aggregation fields are present.');
}

/** No index has a field after the document name. */
export function checkAggregatedOrder(
  proto: google.firestore.v1.IStructuredQuery | null | undefined,
  { where, orderBy, allDescendants, parent, database }: Query,
  aggregations: readonly Aggregation[],
): void {
  const paths = aggregations.flatMap((each) => (each.kind === 'count' ? [] : [formatFieldPath(each.path)]));
  const scansNames = allDescendants && parent !== rootOf(database);
  const ordersByName = (proto?.orderBy ?? []).some(({ field }) => field?.fieldPath === NAME_FIELD);
  if (!ordersByName && !scansNames && (where === null || !filtersByName(where))) return;
  const ordered = new Set(orderBy.map(({ path }) => formatFieldPath(path)));
  const missing = paths.filter((path) => !ordered.has(path));
  if (missing.length === 0) return;
  throw invalid(
    `This query requires an index that has fields [${missing.join(', ')}] after __name__ and Firestore does not ` +
      'currently support such an index. Please try the query again with additional ordering on those fields.',
  );
}

function filtersByName(filter: Filter): boolean {
  return filter.kind === 'field' ? isNamePath(filter.path) : filter.filters.some(filtersByName);
}

function parseAggregation(proto: ProtoAggregation, alias: string): Aggregation {
  if (proto.count) return { alias, kind: 'count', upTo: parseUpTo(proto.count) };
  if (proto.sum) return { alias, kind: 'sum', path: parseOperand(proto.sum.field) };
  if (proto.avg) return { alias, kind: 'average', path: parseOperand(proto.avg.field) };
  throw invalid('An aggregation has no operator.');
}

function parseUpTo({
  upTo,
}: google.firestore.v1.StructuredAggregationQuery.Aggregation.ICount): number | null {
  if (!upTo) return null;
  const count = Number(decodeInteger(upTo.value ?? 0));
  if (count <= 0) throw invalid("The 'up_to' of a count must be above zero.");
  return count;
}

function parseOperand(
  field: google.firestore.v1.StructuredQuery.IFieldReference | null | undefined,
): readonly string[] {
  const path = parseFieldPath(field?.fieldPath ?? '');
  if (isNamePath(path)) throw invalid('A document name cannot be added up.');
  return path;
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
