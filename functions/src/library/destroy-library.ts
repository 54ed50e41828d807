import { collectionPath, LIBRARY_COLLECTIONS } from '@foldmark/contract/firestore-paths';
import type { Firestore } from 'firebase-admin/firestore';

const PAGE = 300;

/**
 * Removes the library of a uid that is barred and answers the keys of the images it had. Can be run again after it broke
 * off.
 */
export async function destroyLibrary(firestore: Firestore, uid: string): Promise<string[]> {
  const images: string[] = [];
  for (const name of LIBRARY_COLLECTIONS) {
    images.push(...(await destroyCollection(firestore, collectionPath(uid, name))));
  }
  return images;
}

async function destroyCollection(firestore: Firestore, path: string): Promise<string[]> {
  const images: string[] = [];
  const page = firestore.collection(path).limit(PAGE);
  for (let { docs } = await page.get(); docs.length > 0; { docs } = await page.get()) {
    const batch = firestore.batch();
    for (const snapshot of docs) {
      const image: unknown = snapshot.get('image_s3_key');
      if (typeof image === 'string' && image !== '') images.push(image);
      batch.delete(snapshot.ref);
    }
    await batch.commit();
    if (docs.length < PAGE) break;
  }
  return images;
}
