import type { FirestoreService } from '#firestore/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { checkDatabase } from '#firestore/store/names.ts';
import { decodeBytes } from '#firestore/wire/values.ts';

export function rollback({ store }: ServiceContext): FirestoreService['rollback'] {
  return async (request) => {
    store.transaction(checkDatabase(request.database), decodeBytes(request.transaction)).rollback();
    return {};
  };
}
