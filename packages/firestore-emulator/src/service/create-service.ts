import type { FirestoreService } from '#firestore/api/service.ts';
import { batchGetDocuments } from '#firestore/service/batch-get-documents.ts';
import { batchWrite } from '#firestore/service/batch-write.ts';
import { beginTransaction } from '#firestore/service/begin-transaction.ts';
import { commit } from '#firestore/service/commit.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { getDocument } from '#firestore/service/get-document.ts';
import { listCollectionIds } from '#firestore/service/list-collection-ids.ts';
import { listDocuments } from '#firestore/service/list-documents.ts';
import { rollback } from '#firestore/service/rollback.ts';
import { runAggregationQuery } from '#firestore/service/run-aggregation-query.ts';
import { runQuery } from '#firestore/service/run-query.ts';
import { createDocument, deleteDocument, updateDocument } from '#firestore/service/write-document.ts';

/** All calls except the two-way streams. assemble.ts adds Listen and Write. */
export function createService(context: ServiceContext): Omit<FirestoreService, 'listen' | 'write'> {
  return {
    getDocument: getDocument(context),
    listDocuments: listDocuments(context),
    createDocument: createDocument(context),
    updateDocument: updateDocument(context),
    deleteDocument: deleteDocument(context),
    batchGetDocuments: batchGetDocuments(context),
    beginTransaction: beginTransaction(context),
    commit: commit(context),
    rollback: rollback(context),
    runQuery: runQuery(context),
    runAggregationQuery: runAggregationQuery(context),
    batchWrite: batchWrite(context),
    listCollectionIds: listCollectionIds(context),
  };
}
