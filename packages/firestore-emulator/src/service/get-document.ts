import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { Reading } from '#firestore/service/reading.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDocumentName, databaseOf } from '#firestore/model/names.ts';
import { decodeMask, encodeDocument } from '#firestore/protobuf/documents.ts';

export function getDocument({ store, authorizer, usage }: ServiceContext): FirestoreService['getDocument'] {
  return async (request, caller) => {
    const name = checkDocumentName(request.name);
    const mask = decodeMask(request.mask);
    const { transaction, readTime } = request;
    const read = new Reading(store, databaseOf(name), {
      ...(transaction ? { transaction } : {}),
      ...(readTime ? { readTime } : {}),
    });
    const [document = null] = await read.documents([name]);
    usage.add(name, { reads: 1 });
    authorizer.get(caller, [{ name, document }], read.time);
    if (document === null) throw new StatusError('NOT_FOUND', `Document "${name}" not found.`);
    return encodeDocument(document, mask);
  };
}
