import {
  ACTIONS,
  IMAGE_DELETIONS,
  imageDeletionPath,
  PRIVATE,
  SNAPSHOTS,
  userPath,
} from '@foldmark/contract/firestore-paths';
import { LIBRARY_COLLECTIONS } from '@foldmark/library/entities/collections';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';

import { FOLDERS, LINKS } from '#functions/store/collections.ts';
import { requestedDeletion, imageDeletionId } from '#functions/store/image-deletions.ts';

/** A batch has a write per document and one per image of it. */
const PAGE = 150;
/** A batch of changes that has found a link can still store its action. So the actions are deleted last. */
const COLLECTIONS = [...LIBRARY_COLLECTIONS, SNAPSHOTS, ACTIONS, PRIVATE];
const IMAGES: Readonly<Record<string, readonly string[]>> = {
  [LINKS.name]: LINKS.images,
  [FOLDERS.name]: FOLDERS.images,
};

export interface LibraryDeps {
  readonly firestore: Firestore;
  readonly uid: string;
  readonly now: () => Date;
  /** Called after a commit that requests image deletions. */
  readonly onImageDeletions: (ids: readonly string[]) => Promise<void>;
}

/** See `Library.destroy`. */
export async function* destroyLibrary(deps: LibraryDeps): AsyncIterable<number> {
  for (const name of COLLECTIONS) yield* deleteCollection(deps, name);
  yield* deleteKeptImages(deps);
}

async function* deleteCollection(deps: LibraryDeps, name: string): AsyncIterable<number> {
  const { firestore, uid, now } = deps;
  const fields = IMAGES[name] ?? [];
  // Transfers only the fields that are needed.
  const page = firestore
    .collection(`${userPath(uid)}/${name}`)
    .select(...fields)
    .limit(PAGE);
  for (let length = PAGE; length === PAGE;) {
    const { docs } = await page.get();
    ({ length } = docs);
    if (length === 0) return;
    const images = imagesOf(docs, fields);
    const batch = firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    for (const [id, key] of images)
      batch.set(firestore.doc(imageDeletionPath(id)), requestedDeletion(key, now()));
    await batch.commit();
    if (images.size > 0) await deps.onImageDeletions([...images.keys()]);
    yield length;
  }
}

/** The images that the user has removed within a day need not wait for an undo. */
async function* deleteKeptImages({
  firestore,
  uid,
  now,
  onImageDeletions,
}: LibraryDeps): AsyncIterable<number> {
  const page = firestore.collection(IMAGE_DELETIONS).where('kept_for', '==', uid).limit(PAGE);
  for (let length = PAGE; length === PAGE;) {
    const { docs } = await page.get();
    ({ length } = docs);
    if (length === 0) return;
    const batch = firestore.batch();
    for (const found of docs) {
      const key: unknown = found.get('key');
      batch.set(found.ref, requestedDeletion(String(key), now()));
    }
    await batch.commit();
    await onImageDeletions(docs.map(({ id }) => id));
    yield length;
  }
}

/** Maps the ids of image deletions to the keys. */
function imagesOf(docs: readonly DocumentSnapshot[], fields: readonly string[]): Map<string, string> {
  const keys = docs
    .flatMap((snapshot) => fields.map((field): unknown => snapshot.get(field)))
    .filter((key) => typeof key === 'string' && key !== '');
  return new Map(keys.map((key) => [imageDeletionId(String(key)), String(key)]));
}
