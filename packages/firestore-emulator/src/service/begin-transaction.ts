import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { transactionOptions } from '#firestore/service/reading.ts';
import { checkDatabase } from '#firestore/model/names.ts';

export function beginTransaction({ store }: ServiceContext): FirestoreService['beginTransaction'] {
  return async (request) => {
    const database = checkDatabase(request.database);
    const { id } = store.beginTransaction(database, transactionOptions(request.options ?? {}));
    return { transaction: id };
  };
}
