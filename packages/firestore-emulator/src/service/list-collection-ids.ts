import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { decodePageToken, encodePageToken, pageSizeOf } from '#firestore/service/page.ts';
import { childIds } from '#firestore/store/child-ids.ts';
import { checkParentName, databaseOf } from '#firestore/model/names.ts';

export function listCollectionIds({
  store,
  authorizer,
}: ServiceContext): FirestoreService['listCollectionIds'] {
  return async (request, caller) => {
    authorizer.requireAdmin(caller);
    const parent = checkParentName(request.parent);
    const size = pageSizeOf(request.pageSize);
    const after = decodePageToken(request.pageToken);
    const paths = store.sets.collectionPaths(databaseOf(parent));
    const collectionIds: string[] = [];
    if (paths === null) return { collectionIds };
    const isAlive = (path: string): boolean => (store.sets.collection(path)?.live ?? 0) > 0;
    for (const id of childIds(paths, parent, isAlive, after)) {
      if (collectionIds.length === size) {
        return { collectionIds, nextPageToken: encodePageToken(collectionIds.at(-1) ?? '') };
      }
      collectionIds.push(id);
    }
    return { collectionIds };
  };
}
