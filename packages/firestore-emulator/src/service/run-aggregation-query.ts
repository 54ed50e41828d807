import type { Aggregation } from '#firestore/query/aggregate.ts';
import { aggregate, withAggregatedFields } from '#firestore/query/aggregate.ts';
import {
  checkAggregatedOrder,
  checkAggregatedProjection,
  parseAggregations,
} from '#firestore/query/parse-aggregations.ts';
import { planIndexes } from '#firestore/query/index-plan.ts';
import { findNeighbours } from '#firestore/query/nearest.ts';
import type { Search } from '#firestore/query/parse-nearest.ts';
import { parseSearch } from '#firestore/query/parse-nearest.ts';
import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import type { Execution } from '#firestore/service/explain.ts';
import { explainMetrics } from '#firestore/service/explain.ts';
import { withReading } from '#firestore/service/reading.ts';
import { queryDocuments } from '#firestore/service/run-query.ts';
import { aggregationReads } from '#firestore/usage/prices.ts';
import { encodeFields, encodeTimestamp } from '#firestore/protobuf/values.ts';

export function runAggregationQuery(context: ServiceContext): FirestoreService['runAggregationQuery'] {
  return async function* run(request, caller) {
    const proto = request.structuredAggregationQuery;
    const aggregations = parseAggregations(proto?.aggregations);
    checkAggregatedProjection(proto?.structuredQuery, aggregations);
    const { query, nearest } = limitToCounts(
      parseSearch(request.parent, proto?.structuredQuery),
      aggregations,
    );
    checkAggregatedOrder(proto?.structuredQuery, query, aggregations);
    const executed = withAggregatedFields(query, aggregations);
    // A vector index has no aggregated fields.
    const planned = nearest === null ? executed : query;
    const aggregated = aggregations.flatMap((each) => (each.kind === 'count' ? [] : [each.path]));
    const explain = request.explainOptions ?? null;
    if (explain !== null && explain.analyze !== true) {
      context.authorizer.list(caller, query, context.store.readTime());
      context.indexes?.check(query, { aggregated, nearest });
      yield { explainMetrics: explainMetrics(planIndexes(planned, nearest), null) };
      return;
    }
    yield* withReading(context, query.database, request, async function* answer(read) {
      const startedAt = explain === null ? 0n : process.hrtime.bigint();
      if (read.startedTransaction !== null) yield { transaction: read.startedTransaction };
      const { documents, skipped } = await queryDocuments(context, caller, query, read, {
        executed,
        aggregated,
        nearest,
      });
      // The aggregations see the stored fields, not the distances.
      const found =
        nearest === null ? documents : findNeighbours({ ...nearest, resultField: null }, documents).documents;
      const entries = found.length + skipped;
      const reads = aggregationReads(entries);
      context.usage.add(query.database, { reads });
      const aggregateFields = encodeFields(aggregate(aggregations, found));
      const totals = { result: { aggregateFields }, readTime: encodeTimestamp(read.time) };
      if (explain === null) yield totals;
      else {
        const stats: Execution = {
          startedAt,
          resultsReturned: 1,
          readOperations: reads,
          indexEntriesScanned: entries,
          documentsScanned: 0,
          documentsBillable: 0,
          indexEntriesBillable: entries,
        };
        yield { ...totals, explainMetrics: explainMetrics(planIndexes(planned, nearest), stats) };
      }
    });
  };
}

/** If all aggregations are counts with an upper bound, limits the query to the highest bound. */
function limitToCounts(search: Search, aggregations: readonly Aggregation[]): Search {
  const { query, nearest } = search;
  const most = Math.max(
    ...aggregations.map((each) => (each.kind === 'count' ? (each.upTo ?? Infinity) : Infinity)),
  );
  const limit = Math.min(query.limit ?? Infinity, most);
  return limit === Infinity || nearest !== null ? search : { query: { ...query, limit }, nearest };
}
