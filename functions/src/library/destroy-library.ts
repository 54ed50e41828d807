import {
  collectionPath,
  imageDeletionPath,
  LIBRARY_COLLECTIONS,
  type LibraryCollection,
} from '@foldmark/contract/firestore-paths';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';

import { FOLDERS, LINKS } from '#functions/library/collections.ts';
import { askedDeletion, imageDeletionId } from '#functions/library/image-deletions.ts';

/** Each document is a write, and each of its images another. */
const PAGE = 150;
const IMAGES: Partial<Record<LibraryCollection, readonly string[]>> = {
  [LINKS.name]: LINKS.images,
  [FOLDERS.name]: FOLDERS.images,
};

/**
 * Removes the library of a uid that is barred, and asks in the same commits for the deletion of its images. Can be run
 * again after it broke off.
 */
export async function destroyLibrary(
  firestore: Firestore,
  uid: string,
  now: () => Date,
  onImageDeletions: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const name of LIBRARY_COLLECTIONS) {
    const page = firestore.collection(collectionPath(uid, name)).limit(PAGE);
    for (let { docs } = await page.get(); docs.length > 0; { docs } = await page.get()) {
      const images = imagesOf(docs, IMAGES[name] ?? []);
      const batch = firestore.batch();
      for (const { ref } of docs) batch.delete(ref);
      for (const [id, key] of images)
        batch.set(firestore.doc(imageDeletionPath(id)), askedDeletion(key, now()));
      await batch.commit();
      if (images.size > 0) await onImageDeletions([...images.keys()]);
      if (docs.length < PAGE) break;
    }
  }
}

/** Keys by the id of their deletion. */
function imagesOf(docs: readonly DocumentSnapshot[], fields: readonly string[]): Map<string, string> {
  const keys = docs
    .flatMap((snapshot) => fields.map((field): unknown => snapshot.get(field)))
    .filter((key) => typeof key === 'string' && key !== '');
  return new Map(keys.map((key) => [imageDeletionId(String(key)), String(key)]));
}
