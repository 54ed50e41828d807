import { DEMO_ACCOUNT } from '#tools/suite/demo-account.ts';
import { PROJECT_ID } from '#tools/suite/places.ts';
import type { Suite } from '#tools/suite/suite.ts';

import type { IllustratedLibrary } from './images.ts';
import { post } from './post.ts';

const BUCKET = 'foldmark-local';

type Folder = IllustratedLibrary['folders'][number];
type Link = IllustratedLibrary['links'][number];

/** The library with the ids that the API has assigned. */
export interface CreatedLibrary {
  readonly openedAt: Date;
  readonly folders: readonly (Folder & { readonly folder_id: number })[];
  readonly links: readonly (Link & { readonly link_id: number; readonly folder_ids: readonly number[] })[];
}

type Call = (path: string, body: object) => ReturnType<typeof post>;

/**
 * Creates an account with a password and with Google. A Google sign-in needs no bot check, so a script can create the profile.
 */
export async function createAccount({ appUrl, authUrl }: Suite): Promise<string> {
  const identity = `${authUrl}/identitytoolkit.googleapis.com/v1`;
  const { email, password } = DEMO_ACCOUNT;
  const owner = { Authorization: 'Bearer owner' };
  const user = { localId: 'demo', email, password, displayName: 'Demo', emailVerified: true };
  await post(`${identity}/projects/${PROJECT_ID}/accounts`, user, owner);
  const google = JSON.stringify({ sub: 'demo', email, email_verified: true, name: 'Demo' });
  const { idToken } = await post(`${identity}/accounts:signInWithIdp?key=demo`, {
    postBody: `providerId=google.com&id_token=${encodeURIComponent(google)}`,
    requestUri: appUrl,
    returnSecureToken: true,
  });
  const profile = { uid: 'demo', email, time_zone_abbreviation: 'UTC' };
  await post(`${appUrl}/api/users/login-register/`, profile, { 'auth-token': idToken });
  return idToken;
}

export async function createLibrary(
  { appUrl }: Suite,
  token: string,
  library: IllustratedLibrary,
): Promise<CreatedLibrary> {
  const call: Call = async (path, body) =>
    post(`${appUrl}/api${path}`, body, { 'auth-token': token, Prefer: 'return=minimal' });
  const folderIds: number[] = [];
  const folders: CreatedLibrary['folders'][number][] = [];
  for (const folder of library.folders) {
    const parentId = folder.parent === null ? 0 : (folderIds[folder.parent] ?? 0);
    const folder_id = await createFolder(call, folder, parentId);
    folderIds.push(folder_id);
    folders.push({ ...folder, folder_id });
  }
  const links: CreatedLibrary['links'][number][] = [];
  // Ids are sequential, so create the oldest links first.
  for (const link of library.links.toSorted((a, b) => a.addedAt.getTime() - b.addedAt.getTime())) {
    const folder_ids = link.folders.flatMap((index) => folderIds[index] ?? []);
    links.push({ ...link, folder_ids, link_id: await createLink(call, link, folder_ids) });
  }
  // Trashed folders come last, because links can't be added to a folder in the trash.
  for (const { folder_id, name, trashed } of folders) {
    if (trashed) await call('/folders/update/', { folder_id, name, status_id: 2 });
  }
  return { openedAt: library.openedAt, folders, links };
}

async function createFolder(call: Call, folder: Folder, parentId: number): Promise<number> {
  const { name, favorite, imageKey } = folder;
  const { folder_id } = await call('/folders/create/', { name, parent_folder_id: parentId });
  if (favorite) await call('/favorites/toggle/', { object_id: folder_id, object_type: 'folder' });
  if (imageKey !== '') {
    await call('/folders/update-image/', { folder_id, s3_bucket: BUCKET, s3_key: imageKey });
  }
  return folder_id;
}

async function createLink(call: Call, link: Link, folderIds: readonly number[]): Promise<number> {
  const { name, url, favorite, trashed, imageKey } = link;
  const { link_id } = await call('/links/create/', { url });
  for (const folder_id of folderIds) await call('/folders/add-link/', { folder_id, link_id });
  if (favorite) await call('/favorites/toggle/', { object_id: link_id, object_type: 'link' });
  if (imageKey !== '') await call('/links/update-image/', { link_id, s3_bucket: BUCKET, s3_key: imageKey });
  await call('/links/update/', { link_id, url, name, status_id: trashed ? 2 : 1 });
  return link_id;
}
