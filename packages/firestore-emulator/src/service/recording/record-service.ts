import type { FirestoreService, Streamed, Unary } from '#firestore/api/service.ts';
import {
  describe,
  describeQuery,
  describeWrites,
  listOf,
  pathOf,
  type RequestDescription,
} from '#firestore/service/recording/describe-request.ts';
import type { RequestRecorder } from '#firestore/service/recording/request-recorder.ts';

type UnaryService = Omit<FirestoreService, 'listen' | 'write'>;

/** Records each request of the service. The Write stream uses `commit`, so this records its requests too. */
export function recordService(service: UnaryService, recorder: RequestRecorder): UnaryService {
  const unary = <Request, Answer>(
    method: string,
    run: Unary<Request, Answer>,
    toDescription: (request: Request) => RequestDescription,
  ): Unary<Request, Answer> => recordUnary(recorder, method, run, toDescription);
  const streamed = <Request, Answer>(
    method: string,
    run: Streamed<Request, Answer>,
    toDescription: (request: Request) => RequestDescription,
  ): Streamed<Request, Answer> => recordStreamed(recorder, method, run, toDescription);
  return {
    getDocument: unary('GetDocument', service.getDocument, ({ name }) => describe(name, pathOf(name))),
    listDocuments: unary('ListDocuments', service.listDocuments, ({ parent, collectionId, orderBy }) =>
      describe(parent, `${collectionPath(parent, collectionId)}${orderBy ? ` order by ${orderBy}` : ''}`),
    ),
    createDocument: unary('CreateDocument', service.createDocument, ({ parent, collectionId, documentId }) =>
      describe(parent, `create ${collectionPath(parent, collectionId)}/${documentId ?? ''}`),
    ),
    updateDocument: unary('UpdateDocument', service.updateDocument, ({ document }) =>
      describe(document?.name, `update ${pathOf(document?.name)}`),
    ),
    deleteDocument: unary('DeleteDocument', service.deleteDocument, ({ name }) =>
      describe(name, `delete ${pathOf(name)}`),
    ),
    batchGetDocuments: streamed('BatchGetDocuments', service.batchGetDocuments, ({ database, documents }) =>
      describe(database, listOf((documents ?? []).map(pathOf))),
    ),
    beginTransaction: unary('BeginTransaction', service.beginTransaction, ({ database, options }) =>
      describe(database, options?.readOnly ? 'read-only' : ''),
    ),
    commit: unary('Commit', service.commit, ({ database, writes }) =>
      describe(database, describeWrites(writes)),
    ),
    rollback: unary('Rollback', service.rollback, ({ database }) => describe(database, '')),
    runQuery: streamed('RunQuery', service.runQuery, ({ parent, structuredQuery }) =>
      describe(parent, describeQuery(parent, structuredQuery)),
    ),
    runAggregationQuery: streamed(
      'RunAggregationQuery',
      service.runAggregationQuery,
      ({ parent, structuredAggregationQuery }) =>
        describe(parent, describeQuery(parent, structuredAggregationQuery?.structuredQuery)),
    ),
    batchWrite: unary('BatchWrite', service.batchWrite, ({ database, writes }) =>
      describe(database, describeWrites(writes)),
    ),
    listCollectionIds: unary('ListCollectionIds', service.listCollectionIds, ({ parent }) =>
      describe(parent, pathOf(parent)),
    ),
  };
}

function collectionPath(parent: string | null | undefined, collectionId: string | null | undefined): string {
  return `${pathOf(parent).replace(/\/$/u, '')}/${collectionId ?? ''}`;
}

function recordUnary<Request, Answer>(
  recorder: RequestRecorder,
  method: string,
  run: Unary<Request, Answer>,
  toDescription: (request: Request) => RequestDescription,
): Unary<Request, Answer> {
  return async (request, caller) => {
    const open = recorder.begin(method, caller, () => toDescription(request));
    try {
      const answer = await run(request, open.caller);
      open.succeeded();
      return answer;
    } catch (error) {
      open.failed(error);
      throw error;
    }
  };
}

function recordStreamed<Request, Answer>(
  recorder: RequestRecorder,
  method: string,
  run: Streamed<Request, Answer>,
  toDescription: (request: Request) => RequestDescription,
): Streamed<Request, Answer> {
  return async function* recorded(request, caller) {
    const open = recorder.begin(method, caller, () => toDescription(request));
    try {
      yield* run(request, open.caller);
    } catch (error) {
      open.failed(error);
      throw error;
    } finally {
      // Also runs if the client disconnects before the end.
      open.succeeded();
    }
  };
}
