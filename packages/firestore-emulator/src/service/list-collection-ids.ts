import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { hasDocumentsAt } from '#firestore/service/live-collections.ts';
import { decodePageToken, encodePageToken, pageSizeOf } from '#firestore/service/page.ts';
import { childIds } from '#firestore/store/child-ids.ts';
import { decodeTimestamp } from '#firestore/protobuf/values.ts';
import { checkParentName, databaseOf } from '#firestore/model/names.ts';

export function listCollectionIds({
  store,
  authorizer,
  usage,
}: ServiceContext): FirestoreService['listCollectionIds'] {
  return async (request, caller) => {
    authorizer.requireAdmin(caller);
    const parent = checkParentName(request.parent);
    const size = pageSizeOf(request.pageSize);
    const after = decodePageToken(request.pageToken);
    const at = request.readTime ? decodeTimestamp(request.readTime) : undefined;
    if (at !== undefined) store.checkReadTime(databaseOf(parent), at);
    // A query other than for documents costs one read for each request: https://firebase.google.com/docs/firestore/pricing
    usage.add(parent, { reads: 1 });
    const paths = store.sets.collectionPaths(databaseOf(parent));
    const collectionIds: string[] = [];
    if (paths === null) return { collectionIds };
    for (const id of childIds(paths, parent, hasDocumentsAt(store.sets, at), after)) {
      if (collectionIds.length === size) {
        return { collectionIds, nextPageToken: encodePageToken(collectionIds.at(-1) ?? '') };
      }
      collectionIds.push(id);
    }
    return { collectionIds };
  };
}
