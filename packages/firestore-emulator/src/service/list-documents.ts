import { NAME_FIELD } from '#firestore/model/field-path.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';
import type { Caller, FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { mergeMissingDocuments } from '#firestore/service/missing-documents.ts';
import { decodePageOffset, decodePageToken, encodePageToken, pageSizeOf } from '#firestore/service/page.ts';
import { Reading } from '#firestore/service/reading.ts';
import { queryDocuments } from '#firestore/service/run-query.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkCollectionId, checkDocumentName, checkParentName } from '#firestore/model/names.ts';
import { queryReads } from '#firestore/usage/prices.ts';
import { decodeMask, encodeDocument } from '#firestore/protobuf/documents.ts';
import type { google } from '#firestore/api/proto.ts';

type Request = google.firestore.v1.IListDocumentsRequest;

export function listDocuments(context: ServiceContext): FirestoreService['listDocuments'] {
  return async (request, caller) => {
    const size = pageSizeOf(request.pageSize);
    if (request.showMissing === true) checkShowMissing(context, request, caller);
    const mask = decodeMask(request.mask);
    // One more than a page, to know whether another page follows.
    const executed = pagedQuery(request, size + 1);
    const query = requestedQuery(request, executed, size);
    const { transaction, readTime } = request;
    const read = new Reading(context.store, query.database, {
      ...(transaction ? { transaction } : {}),
      ...(readTime ? { readTime } : {}),
    });
    const { documents: found } = await queryDocuments(context, caller, query, read, { executed });
    const listed =
      request.showMissing === true
        ? mergeMissingDocuments(
            context.store.sets,
            executed,
            found,
            nameToken(request),
            size + 1,
            read.pastTime,
          )
        : found.map((document) => ({ name: document.name, document }));
    const shown = listed.slice(0, size);
    context.usage.add(query.database, { reads: queryReads(shown.length) });
    const documents = shown.map(({ name, document }) =>
      document === null ? { name } : encodeDocument(document, mask),
    );
    const last = shown.at(-1);
    if (listed.length <= size || last === undefined) return { documents };
    const next = isByName(request) ? last.name : String(executed.offset + size);
    return { documents, nextPageToken: encodePageToken(next) };
  };
}

/** As in Google's emulator. Rules can't decide about documents that don't exist. */
function checkShowMissing({ authorizer }: ServiceContext, request: Request, caller: Caller): void {
  if (!isByName(request)) {
    throw new StatusError('INVALID_ARGUMENT', 'Missing documents can only be listed in the order of names.');
  }
  if (!request.collectionId) {
    throw new StatusError('INVALID_ARGUMENT', 'Missing documents can only be listed for one collection id.');
  }
  authorizer.requireAdmin(caller, 'Metadata operations require admin authentication.');
}

function pagedQuery(request: Request, limit: number): Query {
  const parent = checkParentName(request.parent);
  // Without an id, the list has the documents of all collections directly below the parent.
  const collectionId = request.collectionId ? checkCollectionId(request.collectionId) : '';
  const orderBy = parseOrderBy(request.orderBy ?? '');
  const structured = { from: [{ collectionId }], orderBy, limit: { value: limit } };
  if (!isByName(request)) {
    return parseQuery(parent, { ...structured, offset: decodePageOffset(request.pageToken) });
  }
  const after = nameToken(request);
  const startAt = after === null ? null : { values: [{ referenceValue: after }], before: false };
  const byName = [{ field: { fieldPath: NAME_FIELD } }];
  return parseQuery(parent, { ...structured, orderBy: byName, startAt });
}

/** The query that the rules see: the page size is its limit, as in Google's emulator, and a page token is no part of it. */
function requestedQuery(request: Request, executed: Query, limit: number): Query {
  const query = { ...executed, limit, offset: 0 };
  return isByName(request) ? { ...query, explicitOrders: 0 } : query;
}

function isByName({ orderBy }: Request): boolean {
  return orderBy === null || orderBy === undefined || orderBy.trim() === '';
}

/** If the list is ordered by name, the page token is the last name of the previous page. */
function nameToken(request: Request): string | null {
  const name = decodePageToken(request.pageToken);
  return name === null ? null : checkDocumentName(name);
}

/** Parses an order such as `priority desc, __name__ asc`. */
function parseOrderBy(text: string): google.firestore.v1.StructuredQuery.IOrder[] {
  if (text.trim() === '') return [];
  return text.split(',').map((part) => {
    const [fieldPath = '', direction = 'asc', ...rest] = part.trim().split(/\s+/u);
    const isDirection = /^(?:asc|desc)$/iu.test(direction);
    if (!isDirection || rest.length > 0) {
      throw new StatusError('INVALID_ARGUMENT', `"${part.trim()}" is not an order such as "name desc".`);
    }
    return {
      field: { fieldPath },
      direction: direction.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING',
    };
  });
}
