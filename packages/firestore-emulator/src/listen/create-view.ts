import { createDocumentsView } from '#firestore/listen/documents-view.ts';
import { createQueryView } from '#firestore/listen/query-view.ts';
import type { View } from '#firestore/listen/view.ts';
import { createWindowView } from '#firestore/listen/window-view.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDocumentName } from '#firestore/model/names.ts';
import type { Store } from '#firestore/store/store.ts';
import type { google } from '#firestore/api/proto.ts';

export function createView(store: Store, database: string, target: google.firestore.v1.ITarget): View {
  if (target.documents) {
    const names = (target.documents.documents ?? []).map((name) => checkDocumentName(name, database));
    if (names.length === 0) throw invalid('A documents target must name a document.');
    return createDocumentsView(store, names);
  }
  if (!target.query) throw invalid('A target must have a query or documents.');
  const query = parseQuery(target.query.parent, target.query.structuredQuery);
  if (query.database !== database) throw invalid(`The query is not for database "${database}".`);
  return query.limit === null && query.offset === 0
    ? createQueryView(store, query)
    : createWindowView(store, query);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
