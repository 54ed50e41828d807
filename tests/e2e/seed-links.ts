import type { Link } from '@foldmark/contract/entities';
import { STATUS_ACTIVE } from '@foldmark/contract/limits';
import { FieldValue, Firestore } from 'firebase-admin/firestore';

import { settingOf, uidOf, type Account } from './accounts.ts';

/**
 * Writes many links to Firestore directly, because the API creates one per call. Like the API, it uses server timestamps.
 * With one client timestamp for all, an open tab would miss links that arrive ten seconds after the first.
 */
export async function seedLinks(account: Account, count: number, like: Partial<Link> = {}): Promise<void> {
  process.env['FIRESTORE_EMULATOR_HOST'] = settingOf('FOLDMARK_FIRESTORE_HOST');
  // Keeps the SDK from looking for Google's metadata server.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const firestore = new Firestore({ projectId: 'demo-foldmark' });
  const uid = await uidOf(account);
  const now = FieldValue.serverTimestamp();
  const writer = firestore.bulkWriter({ throttling: false });
  for (let link_id = 1; link_id <= count; link_id += 1) {
    const url = `https://links.invalid/${String(link_id).padStart(6, '0')}`;
    void writer.set(firestore.doc(`users/${uid}/links/${link_id}`), {
      link_id,
      url,
      name: `Link number ${link_id}`,
      status_id: STATUS_ACTIVE,
      image_s3_key: '',
      favicon_key: '',
      favicon_url: '',
      domain_name: 'links.invalid',
      ...like,
      created_at: now,
      updated_at: now,
      deleted: false,
    });
  }
  void writer.set(firestore.doc(`users/${uid}/private/counters`), {
    next_link_id: count + 1,
    next_folder_id: 1,
    next_folder_link_id: 1,
  });
  await writer.close();
  await firestore.terminate();
}
