import type { Aggregation } from '#firestore/query/aggregate.ts';
import { aggregate, withAggregatedFields } from '#firestore/query/aggregate.ts';
import {
  checkAggregatedOrder,
  checkAggregatedProjection,
  parseAggregations,
} from '#firestore/query/parse-aggregations.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';
import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { withReading } from '#firestore/service/reading.ts';
import { queryDocuments, refuseExplain } from '#firestore/service/run-query.ts';
import { aggregationReads } from '#firestore/usage/prices.ts';
import { encodeFields, encodeTimestamp } from '#firestore/protobuf/values.ts';

export function runAggregationQuery(context: ServiceContext): FirestoreService['runAggregationQuery'] {
  return async function* run(request, caller) {
    refuseExplain(request);
    const proto = request.structuredAggregationQuery;
    const aggregations = parseAggregations(proto?.aggregations);
    checkAggregatedProjection(proto?.structuredQuery, aggregations);
    const query = limitToCounts(parseQuery(request.parent, proto?.structuredQuery), aggregations);
    checkAggregatedOrder(proto?.structuredQuery, query, aggregations);
    const executed = withAggregatedFields(query, aggregations);
    const aggregated = aggregations.flatMap((each) => (each.kind === 'count' ? [] : [each.path]));
    yield* withReading(context, query.database, request, async function* answer(read) {
      if (read.startedTransaction !== null) yield { transaction: read.startedTransaction };
      const use = { executed, aggregated };
      const { documents, skipped } = await queryDocuments(context, caller, query, read, use);
      context.usage.add(query.database, { reads: aggregationReads(documents.length + skipped) });
      const aggregateFields = encodeFields(aggregate(aggregations, documents));
      yield { result: { aggregateFields }, readTime: encodeTimestamp(read.time) };
    });
  };
}

/** If all aggregations are counts with an upper bound, limits the query to the highest bound. */
function limitToCounts(query: Query, aggregations: readonly Aggregation[]): Query {
  const most = Math.max(
    ...aggregations.map((each) => (each.kind === 'count' ? (each.upTo ?? Infinity) : Infinity)),
  );
  const limit = Math.min(query.limit ?? Infinity, most);
  return limit === Infinity ? query : { ...query, limit };
}
