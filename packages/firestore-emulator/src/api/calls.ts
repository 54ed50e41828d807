import type { Duplex, FirestoreService, Streamed, Unary } from '#firestore/api/service.ts';

/** A method of the service as an adapter calls it, without its message types. */
export type Call =
  | { readonly kind: 'unary'; readonly run: Unary<object, object> }
  | { readonly kind: 'streamed'; readonly run: Streamed<object, object> }
  | { readonly kind: 'duplex'; readonly open: Duplex<object, object> };

/** The methods of the service by their RPC names. Any other method is UNIMPLEMENTED. */
export function callsOf(service: FirestoreService): ReadonlyMap<string, Call> {
  return new Map([
    ['GetDocument', unary((request, caller) => service.getDocument(request, caller))],
    ['ListDocuments', unary((request, caller) => service.listDocuments(request, caller))],
    ['CreateDocument', unary((request, caller) => service.createDocument(request, caller))],
    ['UpdateDocument', unary((request, caller) => service.updateDocument(request, caller))],
    ['DeleteDocument', unary((request, caller) => service.deleteDocument(request, caller))],
    ['BatchGetDocuments', streamed((request, caller) => service.batchGetDocuments(request, caller))],
    ['BeginTransaction', unary((request, caller) => service.beginTransaction(request, caller))],
    ['Commit', unary((request, caller) => service.commit(request, caller))],
    ['Rollback', unary((request, caller) => service.rollback(request, caller))],
    ['RunQuery', streamed((request, caller) => service.runQuery(request, caller))],
    ['RunAggregationQuery', streamed((request, caller) => service.runAggregationQuery(request, caller))],
    ['BatchWrite', unary((request, caller) => service.batchWrite(request, caller))],
    ['ListCollectionIds', unary((request, caller) => service.listCollectionIds(request, caller))],
    ['Listen', duplex((sink, caller) => service.listen(sink, caller))],
    ['Write', duplex((sink, caller) => service.write(sink, caller))],
  ]);
}

function unary(run: Unary<object, object>): Call {
  return { kind: 'unary', run };
}

function streamed(run: Streamed<object, object>): Call {
  return { kind: 'streamed', run };
}

function duplex(open: Duplex<object, object>): Call {
  return { kind: 'duplex', open };
}
