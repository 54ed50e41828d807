import { collectionPath, countersPath } from '@foldmark/contract/firestore-paths';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import { domainOf } from '@foldmark/library/entities/link-url';

import { newMember, uidOf, type Account } from '#tests/e2e/accounts.ts';

const FOLDERS = 25;
const WRITES_PER_COMMIT = 500;

export interface Member extends Account {
  readonly uid: string;
  readonly links: number;
}

export interface Database {
  readonly firestoreHost: string;
  readonly projectId: string;
}

/**
 * Creates a member with this many links, 25 folders or more, up to five deep, a fifth of the links in folders and a hundred
 * favorites. Writes to Firestore directly, because the API creates one link per call.
 */
export async function memberWith(links: number, database: Database, folders = FOLDERS): Promise<Member> {
  const account = await newMember();
  const uid = await uidOf(account);
  const commit = committer(database);
  for (const write of libraryOf(uid, links, folders)) await commit.add(write);
  await commit.end();
  return { ...account, uid, links };
}

export function urlOf(link: number): string {
  return `https://www.site-${String((link * 7919) % 100_003).padStart(6, '0')}.invalid/articles/${link}/a-rather-long-title`;
}

export function nameOf(link: number): string {
  return `Article ${link}: how fox ${link % 97} jumps over the lazy dog ${link % 13}`;
}

type Fields = Readonly<Record<string, string | number | boolean | Date>>;
export interface Write {
  readonly path: string;
  readonly fields: Fields;
}

/** The stored link, without its times. */
export function linkFields(link_id: number, status_id: number = STATUS_ACTIVE): Fields {
  const url = urlOf(link_id);
  return {
    link_id,
    url,
    name: nameOf(link_id),
    status_id,
    image_s3_key: '',
    favicon_key: '',
    favicon_url: '',
    domain_name: domainOf(url),
  };
}

/**
 * Commits writes of live documents together, with the server's commit timestamp as `updated_at`. Bills no read, as a call of
 * the API would.
 */
export async function commitLive(database: Database, writes: readonly Write[]): Promise<void> {
  const live = writes.map(({ path, fields }) => ({
    ...updateOf(database, { path, fields: { ...fields, deleted: false } }),
    updateTransforms: [{ fieldPath: 'updated_at', setToServerValue: 'REQUEST_TIME' }],
  }));
  await send(database, live);
}

function* libraryOf(uid: string, links: number, folders: number): Generator<Write> {
  // Older than the overlap that a tab reads again at its start.
  const createdAt = new Date(Date.now() - 3_600_000);
  const document = (collection: LibraryCollection, id: string, fields: Fields): Write => ({
    path: `${collectionPath(uid, collection)}/${id}`,
    fields: { ...fields, updated_at: createdAt, deleted: false },
  });
  for (let link_id = 1; link_id <= links; link_id += 1) {
    yield document('links', String(link_id), { ...linkFields(link_id), created_at: createdAt });
  }
  for (let folder_id = 1; folder_id <= folders; folder_id += 1) {
    yield document('folders', String(folder_id), {
      folder_id,
      name: `Folder ${folder_id}`,
      status_id: STATUS_ACTIVE,
      parent_folder_id: folder_id % 5 === 1 ? ROOT_FOLDER_ID : folder_id - 1,
      image_s3_key: '',
      created_at: createdAt,
    });
  }
  const filed = Math.floor(links / 5);
  for (let folder_link_id = 1; folder_link_id <= filed; folder_link_id += 1) {
    const folder_id = 1 + (folder_link_id % folders);
    const link_id = folder_link_id * 5;
    yield document('folder_links', `${folder_id}_${link_id}`, { folder_link_id, folder_id, link_id });
  }
  for (let object_id = 1; object_id <= Math.min(100, links); object_id += 1) {
    yield document('favorites', `link_${object_id}`, { object_id, object_type: 'link' });
  }
  yield {
    path: countersPath(uid),
    fields: { next_link_id: links + 1, next_folder_id: folders + 1, next_folder_link_id: filed + 1 },
  };
}

/** Sends writes in batches, a few requests in parallel. */
function committer(database: Database) {
  const pending = new Set<Promise<void>>();
  let writes: object[] = [];
  const flush = async (): Promise<void> => {
    const sent = send(database, writes).finally(() => pending.delete(sent));
    pending.add(sent);
    writes = [];
    if (pending.size > 3) await Promise.race(pending);
  };
  return {
    add: async (write: Write): Promise<void> => {
      writes.push(updateOf(database, write));
      if (writes.length >= WRITES_PER_COMMIT) await flush();
    },
    end: async (): Promise<void> => {
      await flush();
      await Promise.all(pending);
    },
  };
}

async function send({ firestoreHost, projectId }: Database, writes: readonly object[]): Promise<void> {
  const url = `http://${firestoreHost}/v1/projects/${projectId}/databases/(default)/documents:commit`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ writes }),
  });
  if (!answer.ok) throw new Error(`Couldn't write the library: ${await answer.text()}`);
  await answer.arrayBuffer();
}

function updateOf({ projectId }: Database, { path, fields }: Write) {
  const values = Object.entries(fields).map(([name, value]) => [name, valueOf(value)] as const);
  const name = `projects/${projectId}/databases/(default)/documents/${path}`;
  return { update: { name, fields: Object.fromEntries(values) } };
}

function valueOf(value: string | number | boolean | Date): object {
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (typeof value === 'string') return { stringValue: value };
  return typeof value === 'number' ? { integerValue: String(value) } : { booleanValue: value };
}
