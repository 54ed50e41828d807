import {
  ACTIONS,
  IMAGE_DELETIONS,
  imageDeletionPath,
  LIBRARY_COLLECTIONS,
  PRIVATE,
  SNAPSHOTS,
  userPath,
} from '@foldmark/contract/firestore-paths';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';

import type { Meter } from '#functions/allowance/meter.ts';
import { FOLDERS, LINKS } from '#functions/library/collections.ts';
import { requestedDeletion, imageDeletionId } from '#functions/library/image-deletions.ts';

/** A batch has a write per document and one per image of it. */
const PAGE = 150;
/** A batch of changes that has found a link can still store its action. So the actions are deleted last. */
const COLLECTIONS = [...LIBRARY_COLLECTIONS, SNAPSHOTS, ACTIONS, PRIVATE];
const IMAGES: Readonly<Record<string, readonly string[]>> = {
  [LINKS.name]: LINKS.images,
  [FOLDERS.name]: FOLDERS.images,
};

export interface LibraryParts {
  readonly firestore: Firestore;
  readonly uid: string;
  readonly now: () => Date;
  readonly meter: Meter;
  /** Identifies the call if it makes one change and has an Idempotency-Key. */
  readonly mark?: string | null;
  /** Called after a commit that requests image deletions. */
  readonly onImageDeletions: (ids: readonly string[]) => Promise<void>;
}

/**
 * Deletes the library of a blocked uid and requests the deletion of its images in the same commits. Can run again after it
 * failed half-way.
 */
export async function destroyLibrary(parts: LibraryParts): Promise<void> {
  const { firestore, uid, now, meter, onImageDeletions } = parts;
  for (const name of COLLECTIONS) {
    const fields = IMAGES[name] ?? [];
    // Transfers only the fields that are needed.
    const page = firestore
      .collection(`${userPath(uid)}/${name}`)
      .select(...fields)
      .limit(PAGE);
    const read = async () => {
      const { docs } = await page.get();
      // A query that finds nothing is billed as one read.
      meter.readWithoutLimit(Math.max(1, docs.length));
      return docs;
    };
    for (let docs = await read(); docs.length > 0; docs = await read()) {
      const images = imagesOf(docs, fields);
      const batch = firestore.batch();
      for (const { ref } of docs) batch.delete(ref);
      for (const [id, key] of images)
        batch.set(firestore.doc(imageDeletionPath(id)), requestedDeletion(key, now()));
      await batch.commit();
      meter.deleted(docs.length);
      meter.wrote(images.size);
      if (images.size > 0) {
        meter.queuedImages(images.size);
        await onImageDeletions([...images.keys()]);
      }
      if (docs.length < PAGE) break;
    }
  }
  await deleteKeptImages(parts);
}

/** The images that the user has removed within a day need not wait for an undo. */
async function deleteKeptImages({
  firestore,
  uid,
  now,
  meter,
  onImageDeletions,
}: LibraryParts): Promise<void> {
  const page = firestore.collection(IMAGE_DELETIONS).where('kept_for', '==', uid).limit(PAGE);
  for (;;) {
    const { docs } = await page.get();
    meter.readWithoutLimit(Math.max(1, docs.length));
    if (docs.length === 0) return;
    const batch = firestore.batch();
    for (const found of docs) {
      const key: unknown = found.get('key');
      batch.set(found.ref, requestedDeletion(String(key), now()));
    }
    await batch.commit();
    meter.wrote(docs.length);
    meter.queuedImages(docs.length);
    await onImageDeletions(docs.map(({ id }) => id));
    if (docs.length < PAGE) return;
  }
}

/** Maps the ids of image deletions to the keys. */
function imagesOf(docs: readonly DocumentSnapshot[], fields: readonly string[]): Map<string, string> {
  const keys = docs
    .flatMap((snapshot) => fields.map((field): unknown => snapshot.get(field)))
    .filter((key) => typeof key === 'string' && key !== '');
  return new Map(keys.map((key) => [imageDeletionId(String(key)), String(key)]));
}
