import type { FirestoreAdmin, FirestoreService } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';

const notStubbed = (): never => {
  throw new StatusError('UNIMPLEMENTED', 'Not part of this test.');
};

/** A service with only the methods that a test needs. */
export function stubService(methods: Partial<FirestoreService> = {}): FirestoreService {
  return {
    getDocument: notStubbed,
    listDocuments: notStubbed,
    createDocument: notStubbed,
    updateDocument: notStubbed,
    deleteDocument: notStubbed,
    batchGetDocuments: notStubbed,
    beginTransaction: notStubbed,
    commit: notStubbed,
    rollback: notStubbed,
    runQuery: notStubbed,
    runAggregationQuery: notStubbed,
    batchWrite: notStubbed,
    listCollectionIds: notStubbed,
    listen: notStubbed,
    write: notStubbed,
    ...methods,
  };
}

export function stubAdmin(methods: Partial<FirestoreAdmin> = {}): FirestoreAdmin {
  return {
    setRules: notStubbed,
    rulesOf: notStubbed,
    ruleCoverage: notStubbed,
    clear: notStubbed,
    exportTo: notStubbed,
    importFrom: notStubbed,
    usage: notStubbed,
    resetUsage: notStubbed,
    requests: notStubbed,
    takeSnapshot: notStubbed,
    restoreSnapshot: notStubbed,
    expire: notStubbed,
    ...methods,
  };
}
