import { findNeighbours } from '#firestore/query/nearest.ts';
import { parseSearch } from '#firestore/query/parse-nearest.ts';
import type { IndexUse } from '#firestore/query/indexes/query-needs.ts';
import { planIndexes } from '#firestore/query/index-plan.ts';
import type { Query } from '#firestore/query/query.ts';
import { matches } from '#firestore/query/query.ts';
import { findResults } from '#firestore/query/run-query.ts';
import type { Caller, FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import type { Execution } from '#firestore/service/explain.ts';
import { explainMetrics } from '#firestore/service/explain.ts';
import type { Reading } from '#firestore/service/reading.ts';
import { withReading } from '#firestore/service/reading.ts';
import type { Document } from '#firestore/model/document.ts';
import { vectorReads } from '#firestore/usage/prices.ts';
import { encodeDocument } from '#firestore/protobuf/documents.ts';
import type { google } from '#firestore/api/proto.ts';
import { encodeTimestamp } from '#firestore/protobuf/values.ts';

type Answer = google.firestore.v1.IRunQueryResponse;

export function runQuery(context: ServiceContext): FirestoreService['runQuery'] {
  return async function* run(request, caller) {
    const { query, nearest } = parseSearch(request.parent, request.structuredQuery);
    const explain = request.explainOptions ?? null;
    if (explain !== null && explain.analyze !== true) {
      context.authorizer.list(caller, query, context.store.readTime());
      context.indexes?.check(query, { nearest });
      yield { explainMetrics: explainMetrics(planIndexes(query, nearest), null) };
      return;
    }
    yield* withReading(context, query.database, request, async function* answer(read) {
      const startedAt = explain === null ? 0n : process.hrtime.bigint();
      if (read.startedTransaction !== null) yield { transaction: read.startedTransaction };
      const { documents: found, skipped } = await queryDocuments(context, caller, query, read, { nearest });
      const { documents, compared } =
        nearest === null ? { documents: found, compared: 0 } : findNeighbours(nearest, found);
      const scanned = documents.length + skipped;
      const reads = vectorReads(scanned, compared);
      context.usage.add(query.database, { reads });
      const all = answers(query, documents, read);
      if (explain === null) yield* all;
      else {
        const stats: Execution = {
          startedAt,
          resultsReturned: documents.length,
          readOperations: reads,
          indexEntriesScanned: nearest === null ? scanned : compared,
          documentsScanned: scanned,
          documentsBillable: scanned,
          indexEntriesBillable: 0,
          ...(nearest !== null && { vectorEntriesBillable: compared }),
        };
        yield* withMetrics(all, () => explainMetrics(planIndexes(query, nearest), stats));
      }
    });
  };
}

/** The metrics are part of the last answer, as in the real service. */
function* withMetrics(
  all: Iterable<Answer>,
  metrics: () => google.firestore.v1.IExplainMetrics,
): Generator<Answer, void> {
  let last: Answer | null = null;
  for (const answer of all) {
    if (last !== null) yield last;
    last = answer;
  }
  yield { ...last, explainMetrics: metrics() };
}

interface QueryRun extends IndexUse {
  /** A query with more orders or a larger limit, to execute after the rules have allowed the query of the client. */
  readonly executed?: Query;
}

interface FoundDocuments {
  readonly documents: readonly Document[];
  /** The number of documents that the offset skipped. Firestore bills them too. */
  readonly skipped: number;
}

/** Checks the rules and the indexes for a query, and runs it. */
export async function queryDocuments(
  { store, authorizer, indexes }: ServiceContext,
  caller: Caller,
  query: Query,
  read: Reading,
  { executed = query, ...use }: QueryRun = {},
): Promise<FoundDocuments> {
  authorizer.list(caller, query, store.readTime());
  indexes?.check(query, use);
  let skipped = 0;
  const documents = await read.query({
    run(at) {
      const results = findResults(store, executed, at);
      ({ skipped } = results);
      return results.documents;
    },
    canMatch: (document) => matches(executed, document),
  });
  return { documents, skipped };
}

function* answers(query: Query, found: readonly Document[], read: Reading): Generator<Answer, void> {
  const readTime = encodeTimestamp(read.time);
  // Google's emulator counts the skipped results only in front of a result.
  if (found.length === 0) yield { readTime };
  let skippedResults = query.offset;
  for (const document of found) {
    yield { document: encodeDocument(document, query.select), readTime, skippedResults };
    skippedResults = 0;
  }
}
