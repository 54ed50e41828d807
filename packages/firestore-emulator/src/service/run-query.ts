import type { Query } from '#firestore/query/query.ts';
import { matches } from '#firestore/query/query.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import { runQuery as findDocuments } from '#firestore/query/run-query.ts';
import type { Caller, FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import type { Reading } from '#firestore/service/reading.ts';
import { withReading } from '#firestore/service/reading.ts';
import type { Document } from '#firestore/model/document.ts';
import { queryReads } from '#firestore/usage/prices.ts';
import { encodeDocument } from '#firestore/protobuf/documents.ts';
import type { google } from '#firestore/api/proto.ts';
import { encodeTimestamp } from '#firestore/protobuf/values.ts';

type Answer = google.firestore.v1.IRunQueryResponse;

export function runQuery(context: ServiceContext): FirestoreService['runQuery'] {
  return async function* run(request, caller) {
    const query = parseQuery(request.parent, request.structuredQuery);
    const explain = request.explainOptions ?? null;
    if (explain !== null && explain.analyze !== true) {
      context.authorizer.list(caller, query, context.store.readTime());
      yield { explainMetrics: { planSummary: { indexesUsed: [] } } };
      return;
    }
    yield* withReading(context, query.database, request, async function* answer(read) {
      if (read.startedTransaction !== null) yield { transaction: read.startedTransaction };
      const found = await queryDocuments(context, caller, query, read);
      context.usage.add(query.database, { reads: queryReads(found.length + query.offset) });
      yield* answers(query, found, read);
      if (explain !== null) yield explained(found.length);
    });
  };
}

/** Checks the rules, and runs the query. */
export async function queryDocuments(
  { store, authorizer }: ServiceContext,
  caller: Caller,
  query: Query,
  read: Reading,
): Promise<readonly Document[]> {
  authorizer.list(caller, query, store.readTime());
  return read.query({
    run: (at) => findDocuments(store, query, at),
    canMatch: (document) => matches(query, document),
  });
}

function* answers(query: Query, found: readonly Document[], read: Reading): Generator<Answer, void> {
  const readTime = encodeTimestamp(read.time);
  if (found.length === 0) yield { readTime, skippedResults: query.offset };
  let skippedResults = query.offset;
  for (const document of found) {
    yield { document: encodeDocument(document, query.select), readTime, skippedResults };
    skippedResults = 0;
  }
}

function explained(found: number): Answer {
  return {
    explainMetrics: {
      planSummary: { indexesUsed: [] },
      executionStats: { resultsReturned: found, readOperations: queryReads(found) },
    },
  };
}
