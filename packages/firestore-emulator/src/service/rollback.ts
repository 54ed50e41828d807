import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { checkDatabase } from '#firestore/model/names.ts';
import { decodeBytes } from '#firestore/protobuf/values.ts';

export function rollback({ store }: ServiceContext): FirestoreService['rollback'] {
  return async (request) => {
    store.transaction(checkDatabase(request.database), decodeBytes(request.transaction)).rollback();
    return {};
  };
}
