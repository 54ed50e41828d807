import type { Link } from '@foldmark/library/entities/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import { FieldValue, Firestore } from 'firebase-admin/firestore';

import { settingOf, uidOf, type Account } from './accounts.ts';

/**
 * Writes many links to Firestore directly, because the API creates one per call. Like the API, it uses server timestamps.
 * With one client timestamp for all, an open tab would miss links that arrive ten seconds after the first.
 */
export async function seedLinks(
  account: Account,
  count: number,
  like: Partial<Link> | ((link_id: number) => Partial<Link>) = {},
): Promise<void> {
  await seed(account, { next_link_id: count + 1 }, (write) => {
    for (let link_id = 1; link_id <= count; link_id += 1) {
      write(`links/${link_id}`, {
        link_id,
        url: `https://links.invalid/${String(link_id).padStart(6, '0')}`,
        name: `Link number ${link_id}`,
        status_id: STATUS_ACTIVE,
        image_s3_key: '',
        favicon_key: '',
        favicon_url: '',
        domain_name: 'links.invalid',
        ...(typeof like === 'function' ? like(link_id) : like),
      });
    }
  });
}

/** Writes many folders, in the same way. By default all are in the root. */
export async function seedFolders(
  account: Account,
  count: number,
  parentOf: (folder_id: number) => number = () => ROOT_FOLDER_ID,
): Promise<void> {
  await seed(account, { next_folder_id: count + 1 }, (write) => {
    for (let folder_id = 1; folder_id <= count; folder_id += 1) {
      write(`folders/${folder_id}`, {
        folder_id,
        name: `Folder ${String(folder_id).padStart(4, '0')}`,
        status_id: STATUS_ACTIVE,
        parent_folder_id: parentOf(folder_id),
        image_s3_key: '',
      });
    }
  });
}

type Write = (path: string, fields: object) => void;

async function seed(
  account: Account,
  counters: Readonly<Record<string, number>>,
  fill: (write: Write) => void,
): Promise<void> {
  process.env['FIRESTORE_EMULATOR_HOST'] = settingOf('FOLDMARK_FIRESTORE_HOST');
  // Keeps the SDK from looking for Google's metadata server.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const firestore = new Firestore({ projectId: 'demo-foldmark' });
  const user = firestore.doc(`users/${await uidOf(account)}`);
  const now = FieldValue.serverTimestamp();
  const writer = firestore.bulkWriter({ throttling: false });
  fill((path, fields) => {
    void writer.set(firestore.doc(`${user.path}/${path}`), {
      ...fields,
      created_at: now,
      updated_at: now,
      deleted: false,
    });
  });
  void writer.set(firestore.doc(`${user.path}/private/counters`), counters, { merge: true });
  await writer.close();
  await firestore.terminate();
}
