import type { FirestoreAdmin, FirestoreService } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';

const refuse = (): never => {
  throw new StatusError('UNIMPLEMENTED', 'Not part of this test.');
};

/** A service of which a test gives only the methods it is about. */
export function stubService(methods: Partial<FirestoreService> = {}): FirestoreService {
  return {
    getDocument: refuse,
    listDocuments: refuse,
    createDocument: refuse,
    updateDocument: refuse,
    deleteDocument: refuse,
    batchGetDocuments: refuse,
    beginTransaction: refuse,
    commit: refuse,
    rollback: refuse,
    runQuery: refuse,
    runAggregationQuery: refuse,
    batchWrite: refuse,
    listCollectionIds: refuse,
    partitionQuery: refuse,
    listen: refuse,
    write: refuse,
    ...methods,
  };
}

export function stubAdmin(methods: Partial<FirestoreAdmin> = {}): FirestoreAdmin {
  return {
    setRules: refuse,
    clear: refuse,
    exportTo: refuse,
    importFrom: refuse,
    usage: refuse,
    resetUsage: refuse,
    ...methods,
  };
}
