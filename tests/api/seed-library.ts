import type { Firestore } from 'firebase-admin/firestore';

/** Writes links with ids from 1 directly to Firestore. */
export async function seedLinks(firestore: Firestore, uid: string, count: number): Promise<void> {
  const now = new Date();
  const writer = firestore.bulkWriter();
  for (let link_id = 1; link_id <= count; link_id += 1) {
    void writer.set(firestore.doc(`users/${uid}/links/${link_id}`), linkAt(link_id, now));
  }
  await writer.close();
}

function linkAt(link_id: number, now: Date) {
  return {
    deleted: false,
    updated_at: now,
    link_id,
    url: `mailto:${link_id}`,
    name: `link ${link_id}`,
    status_id: 1,
    image_s3_key: '',
    favicon_key: '',
    favicon_url: '',
    domain_name: '',
    created_at: now,
  };
}

/**
 * Writes a small library directly to Firestore: folder 3 in folder 2 in folder 1, folder 4 at the root, and links 1 and 2.
 * Link 1 is in folder 3 and is a favorite. An app is connected. The items in `trashed` are in the trash.
 */
export async function seedLibrary(
  firestore: Firestore,
  uid: string,
  trashed: readonly ('link 1' | 'folder 1')[] = [],
): Promise<void> {
  const now = new Date();
  const live = { deleted: false, updated_at: now };
  const batch = firestore.batch();
  const put = (path: string, data: object) => batch.set(firestore.doc(`users/${uid}/${path}`), data);
  for (const link_id of [1, 2]) {
    const status_id = trashed.includes('link 1') && link_id === 1 ? 2 : 1;
    put(`links/${link_id}`, { ...linkAt(link_id, now), status_id });
  }
  for (const [folder_id, parent_folder_id] of [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ]) {
    put(`folders/${folder_id}`, {
      ...live,
      folder_id,
      name: `folder ${folder_id}`,
      status_id: trashed.includes('folder 1') && folder_id === 1 ? 2 : 1,
      parent_folder_id,
      image_s3_key: '',
      created_at: now,
    });
  }
  put('folder_links/3_1', { ...live, folder_link_id: 1, folder_id: 3, link_id: 1 });
  put('favorites/link_1', { ...live, object_id: 1, object_type: 'link' });
  const expires = new Date(now.getTime() + 60_000);
  const grant = {
    grant_id: 'the-grant',
    name: 'an app',
    scopes: ['read'],
    created_at: now,
    expires_at: expires,
  };
  put('grants/the-grant', { ...grant, kind: 'token', open_until: expires, expire_at: expires });
  batch.set(firestore.doc(`tokens/of-${uid}`), { ...grant, uid, expire_at: expires });
  put('private/counters', { next_link_id: 3, next_folder_id: 5, next_folder_link_id: 2 });
  await batch.commit();
}
