import { StatusError } from '#firestore/api/status.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { IndexUse } from '#firestore/query/indexes/query-needs.ts';
import type { Query } from '#firestore/query/query.ts';
import { matches } from '#firestore/query/query.ts';
import { findResults } from '#firestore/query/run-query.ts';
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
    refuseExplain(request);
    const query = parseQuery(request.parent, request.structuredQuery);
    yield* withReading(context, query.database, request, async function* answer(read) {
      if (read.startedTransaction !== null) yield { transaction: read.startedTransaction };
      const { documents, skipped } = await queryDocuments(context, caller, query, read);
      context.usage.add(query.database, { reads: queryReads(documents.length + skipped) });
      yield* answers(query, documents, read);
    });
  };
}

export function refuseExplain({ explainOptions }: google.firestore.v1.IRunQueryRequest): void {
  if (explainOptions) throw new StatusError('UNIMPLEMENTED', 'Query explain is not supported.');
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
