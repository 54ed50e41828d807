import { collectionPath } from '@foldmark/contract/firestore-paths';
import { Firestore } from 'firebase-admin/firestore';

import { PROJECT_ID } from '#tools/suite/places.ts';
import type { Suite } from '#tools/suite/suite.ts';

/** What the page-details job would have read from some pages. */
const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  [
    'https://www.the-sourdough-framework.com/',
    'A free book about the science and the craft of natural fermentation, from flour and starter to storing bread.',
  ],
  [
    'https://practicaltypography.com/',
    'Typography for people who write. Ten minutes for the key rules, an evening for the rest.',
  ],
]);

const NOTES: ReadonlyMap<string, string> = new Map([
  ['https://www.the-sourdough-framework.com/', 'Use 20% rye next time, and an hour less in summer.'],
]);

/** Writes the pictures, descriptions and notes of links directly, because the job would need a network for them. */
export async function pictureLinks(
  { firestoreHost }: Suite,
  uid: string,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const firestore = new Firestore({ projectId: PROJECT_ID, host: firestoreHost, ssl: false });
  const links = await firestore.collection(collectionPath(uid, 'links')).get();
  const batch = firestore.batch();
  for (const link of links.docs) {
    const url = String(link.get('url'));
    batch.update(link.ref, {
      picture_s3_key: keys.get(url) ?? '',
      description: DESCRIPTIONS.get(url) ?? '',
      note: NOTES.get(url) ?? '',
    });
  }
  await batch.commit();
  await firestore.terminate();
}
