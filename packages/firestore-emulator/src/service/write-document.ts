import type { Caller, FirestoreService } from '#firestore/api/service.ts';
import { commitWrites } from '#firestore/service/commit.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkCollectionId, checkDocumentName, checkParentName, databaseOf } from '#firestore/model/names.ts';
import type { Write } from '#firestore/model/write.ts';
import { decodeMask, encodeDocument } from '#firestore/protobuf/documents.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodePrecondition, decodeWrittenFields } from '#firestore/protobuf/writes.ts';

type Mask = google.firestore.v1.IDocumentMask | null | undefined;

export function createDocument(context: ServiceContext): FirestoreService['createDocument'] {
  return async (request, caller) => {
    const parent = checkParentName(request.parent);
    const collectionId = checkCollectionId(request.collectionId ?? '');
    const id = request.documentId ? request.documentId : context.newDocumentId();
    if (request.document?.name) throw new StatusError('INVALID_ARGUMENT', 'document.name must not be set');
    if (id.includes('/')) throw new StatusError('INVALID_ARGUMENT', `Document id "${id}" contains "/".`);
    const write: Write = {
      kind: 'update',
      name: checkDocumentName(`${parent}/${collectionId}/${id}`),
      ...decodeWrittenFields(request.document?.fields, null),
      transforms: [],
      precondition: { kind: 'exists', exists: false },
    };
    return writeDocument(context, caller, write, request.mask);
  };
}

export function updateDocument(context: ServiceContext): FirestoreService['updateDocument'] {
  return async (request, caller) => {
    const write: Write = {
      kind: 'update',
      name: checkDocumentName(request.document?.name),
      ...decodeWrittenFields(request.document?.fields, request.updateMask),
      transforms: [],
      precondition: decodePrecondition(request.currentDocument),
    };
    return writeDocument(context, caller, write, request.mask);
  };
}

export function deleteDocument(context: ServiceContext): FirestoreService['deleteDocument'] {
  return async (request, caller) => {
    const name = checkDocumentName(request.name);
    const precondition = decodePrecondition(request.currentDocument);
    await commitWrites(context, caller, databaseOf(name), [{ kind: 'delete', name, precondition }]);
    return {};
  };
}

async function writeDocument(
  context: ServiceContext,
  caller: Caller,
  write: Write,
  mask: Mask,
): Promise<google.firestore.v1.IDocument> {
  const paths = decodeMask(mask);
  const { changes } = await commitWrites(context, caller, databaseOf(write.name), [write]);
  const document = changes[0]?.after ?? null;
  return document === null ? { name: write.name } : encodeDocument(document, paths);
}
