import {
  ACTIONS,
  CODES,
  GRANTS,
  IMAGE_DELETIONS,
  imageDeletionPath,
  PRIVATE,
  SNAPSHOTS,
  TOKENS,
  userPath,
} from '@foldmark/contract/firestore-paths';
import { LIBRARY_COLLECTIONS } from '@foldmark/library/entities/collections';
import type { Firestore, Query, QueryDocumentSnapshot, WriteBatch } from 'firebase-admin/firestore';

import { FOLDERS, LINKS } from '#functions/store/collections.ts';
import { requestedDeletion, imageDeletionId } from '#functions/store/image-deletions.ts';

/** The documents per page. A batch writes each document, and a deletion request for each of its images. */
const PAGE = 150;
/** A batch of changes that has found a link can still store its action. So the actions come last. */
const COLLECTIONS = [...LIBRARY_COLLECTIONS, SNAPSHOTS, ACTIONS, GRANTS, PRIVATE];
const IMAGES = new Map<string, typeof LINKS.images>(
  [LINKS, FOLDERS].map(({ name, images }) => [name, images]),
);

export interface DestroyDeps {
  readonly firestore: Firestore;
  readonly uid: string;
  readonly now: () => Date;
  /** Called after a commit with requests for image deletions. */
  readonly onImageDeletions: (ids: readonly string[]) => Promise<void>;
}

/** See `LibraryDeletion.destroy`. */
export async function* destroyLibrary(deps: DestroyDeps): AsyncIterable<number> {
  // First, so that no app finds documents that are not deleted yet.
  yield* deleteTokens(deps);
  for (const name of COLLECTIONS) yield* deleteCollection(deps, name);
  yield* deleteKeptImages(deps);
}

/** Yields the documents of a query page by page. The caller must remove each page from the query. */
async function* pagesOf(query: Query): AsyncGenerator<readonly QueryDocumentSnapshot[]> {
  for (let length = PAGE; length === PAGE;) {
    const { docs } = await query.limit(PAGE).get();
    ({ length } = docs);
    if (length > 0) yield docs;
  }
}

/** Revoked tokens no longer say whose they were, and expire. */
async function* deleteTokens({ firestore, uid }: DestroyDeps): AsyncIterable<number> {
  for (const [collection, field] of [
    [CODES, 'uid'],
    [TOKENS, 'uid'],
    [TOKENS, 'spent_by'],
  ] as const)
    for await (const docs of pagesOf(firestore.collection(collection).where(field, '==', uid))) {
      const batch = firestore.batch();
      for (const { ref } of docs) batch.delete(ref);
      await batch.commit();
      yield docs.length;
    }
}

async function* deleteCollection(deps: DestroyDeps, name: string): AsyncIterable<number> {
  const { firestore, uid } = deps;
  const fields = (IMAGES.get(name) ?? []).map((field) => field.name);
  // Requests only the fields with image keys.
  for await (const docs of pagesOf(firestore.collection(`${userPath(uid)}/${name}`).select(...fields))) {
    const keys = docs.flatMap((snapshot) => fields.map((field): unknown => snapshot.get(field)));
    const batch = firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    await requestDeletions(deps, batch, keys);
    yield docs.length;
  }
}

/** The images that the user removed in the last day need not wait for an undo any more. */
async function* deleteKeptImages(deps: DestroyDeps): AsyncIterable<number> {
  const { firestore, uid } = deps;
  for await (const docs of pagesOf(firestore.collection(IMAGE_DELETIONS).where('kept_for', '==', uid))) {
    const keys = docs.map((found): unknown => found.get('key'));
    await requestDeletions(deps, firestore.batch(), keys);
    yield docs.length;
  }
}

/** Commits the batch, with requests to delete the images with these keys. */
async function requestDeletions(
  { firestore, now, onImageDeletions }: DestroyDeps,
  batch: WriteBatch,
  keys: readonly unknown[],
): Promise<void> {
  const images = new Map<string, string>();
  for (const key of keys) if (typeof key === 'string' && key !== '') images.set(imageDeletionId(key), key);
  for (const [id, key] of images)
    batch.set(firestore.doc(imageDeletionPath(id)), requestedDeletion(key, now()));
  await batch.commit();
  if (images.size > 0) await onImageDeletions([...images.keys()]);
}
