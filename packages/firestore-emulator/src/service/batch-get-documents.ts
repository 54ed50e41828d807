import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { withReading } from '#firestore/service/reading.ts';
import { checkDatabase, checkDocumentName } from '#firestore/model/names.ts';
import { decodeMask, encodeDocument } from '#firestore/protobuf/documents.ts';
import { encodeTimestamp } from '#firestore/protobuf/values.ts';

export function batchGetDocuments(context: ServiceContext): FirestoreService['batchGetDocuments'] {
  return async function* batchGet(request, caller) {
    const database = checkDatabase(request.database);
    const names = [...new Set(request.documents)].map((name) => checkDocumentName(name, database));
    const mask = decodeMask(request.mask);
    yield* withReading(context, database, request, async function* answer(read) {
      if (read.startedTransaction !== null) yield { transaction: read.startedTransaction };
      const documents = await read.documents(names);
      const { time } = read;
      const reads = names.map((name, index) => ({ name, document: documents[index] ?? null }));
      context.usage.add(database, { reads: reads.length });
      context.authorizer.get(caller, reads, time);
      const readTime = encodeTimestamp(time);
      for (const { name, document } of reads) {
        if (document === null) yield { missing: name, readTime };
        else yield { found: encodeDocument(document, mask), readTime };
      }
    });
  };
}
