import type { StoredTimestamp } from '@foldmark/contract/stored';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { type DocumentVersion, dateOf, type Micros } from '@foldmark/library/entities/records';

import type { Cloud } from '#web/sync/feed/cloud.ts';
import type { QuerySnapshot } from '#web/sync/feed/subscription.ts';
import type { ServerLibrary } from '#web/sync/memory-server/server-library.ts';

/** Delivers the documents of a server in memory, in the form in which Firestore stores them. */
export function memoryCloud(server: ServerLibrary): Cloud {
  return {
    readAll: async (path) => {
      const collection = collectionIn(path);
      const versions: readonly DocumentVersion[] = server.liveVersions(collection);
      return versions.map((version) => ({ id: version.id, data: dataOf(collection, version) }));
    },
    newerThan: async (path, since) => ({
      query: null,
      listen: (next) => listen(server, collectionIn(path), since, next),
    }),
    reconnect: async () => undefined,
    close: async () => undefined,
  };
}

/** Delivers the versions after a timestamp, and then each new one. One task's versions arrive together, as those of a commit. */
function listen(
  server: ServerLibrary,
  collection: LibraryCollection,
  since: Micros,
  next: (snapshot: QuerySnapshot) => void,
): () => void {
  const documents = server.documents[collection];
  let position = 0;
  let isDue = false;
  let isStopped = false;
  const deliver = (): void => {
    isDue = false;
    if (isStopped) return;
    const newest: readonly DocumentVersion[] = documents.newest(position);
    position = documents.count;
    next(
      snapshotOf(
        collection,
        newest.filter(({ at }) => at > since),
      ),
    );
  };
  const deliverSoon = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(deliver);
  };
  deliverSoon();
  const stop = documents.subscribe(deliverSoon);
  return () => {
    isStopped = true;
    stop();
  };
}

function snapshotOf(collection: LibraryCollection, versions: readonly DocumentVersion[]): QuerySnapshot {
  const changes = versions.map((version) => ({
    type: 'added' as const,
    doc: { id: version.id, data: () => dataOf(collection, version) },
  }));
  return { metadata: { fromCache: false }, docChanges: () => changes };
}

function dataOf(collection: LibraryCollection, { id, at, record }: DocumentVersion): object {
  const updated_at = timestampOf(at);
  if (record === null) return { ...keyIn(collection, id), deleted: true, updated_at, expire_at: updated_at };
  const created = 'created_at' in record ? { created_at: timestampOf(record.created_at) } : {};
  return { ...record, ...created, updated_at, deleted: false };
}

/** The fields that a tombstone has, from the id of its document. */
function keyIn(collection: LibraryCollection, id: string): object {
  const [first = '', second] = id.split('_');
  switch (collection) {
    case 'links':
      return { link_id: Number(id) };
    case 'folders':
      return { folder_id: Number(id) };
    case 'folder_links':
      return { folder_link_id: 1, folder_id: Number(first), link_id: Number(second) };
    case 'favorites':
      return { object_type: first, object_id: Number(second) };
  }
}

function collectionIn(path: string): LibraryCollection {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const collection = LIBRARY_COLLECTIONS.find((one) => one === name);
  if (collection === undefined) throw new Error(`This server has no ${path}.`);
  return collection;
}

function timestampOf(micros: Micros): StoredTimestamp {
  const seconds = Math.floor(micros / 1_000_000);
  return {
    seconds,
    nanoseconds: (micros - seconds * 1_000_000) * 1000,
    toMillis: () => Math.floor(micros / 1000),
    toDate: () => dateOf(micros),
  };
}
