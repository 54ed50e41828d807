/**
 * `npm run demo-data`: writes emulator-data/ from emulator-data/library.md. The library is made through the API of a
 * suite of its own, so that it is what the product itself would have made, and exported in the official format.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { step } from '../emulators/suite/console.ts';
import { DEMO_ACCOUNT } from '../emulators/suite/demo-account.ts';
import { placesIn, PROJECT_ID, PROJECT_ROOT } from '../emulators/suite/places.ts';
import { freePorts } from '../emulators/suite/ports.ts';
import { startSuite, type Suite } from '../emulators/suite/suite.ts';

import { parseDemoLibrary } from './demo-library.ts';

/** What this script reads of the answers it gets. */
interface Answer {
  readonly idToken: string;
  readonly folder_id: number;
  readonly link_id: number;
}

const TARGET = join(PROJECT_ROOT, 'emulator-data');
const EXPORT_NAME = 'firestore_export';
/** The official tools whose export format this is; they read neither. */
const TOOLS_VERSION = '15.34.2';
const FIRESTORE_VERSION = '1.19.7';

await mkdir(join(PROJECT_ROOT, '.local'), { recursive: true });
const places = placesIn(await mkdtemp(join(PROJECT_ROOT, '.local/demo-data-')));
const suite = await startSuite({
  places,
  ports: await freePorts(),
  seed: null,
  uploads: null,
  progress: step,
  onChild: () => undefined,
  onError: (error) => {
    process.stderr.write(`${String(error)}\n`);
  },
});
try {
  const token = await makeAccount(suite);
  const made = step('The demo library');
  made(await makeLibrary(suite, token));
  await post(`http://${suite.firestoreHost}/emulator/v1/projects/${PROJECT_ID}:export`, {
    export_directory: TARGET,
    export_name: EXPORT_NAME,
  });
  // The accounts are all on disk once the suite has stopped.
  await suite.stop();
  await cp(join(places.authData, 'auth_export'), join(TARGET, 'auth_export'), { recursive: true });
} finally {
  await suite.stop();
  await rm(places.root, { recursive: true });
  await rm(places.config);
}
await writeFile(
  join(TARGET, 'firebase-export-metadata.json'),
  `${JSON.stringify(
    {
      version: TOOLS_VERSION,
      firestore: {
        version: FIRESTORE_VERSION,
        path: EXPORT_NAME,
        metadata_file: `${EXPORT_NAME}/${EXPORT_NAME}.overall_export_metadata`,
      },
      auth: { version: TOOLS_VERSION, path: 'auth_export' },
    },
    null,
    2,
  )}\n`,
);
process.exit();

/** With a password and with Google: who signs in with Google needs no bot check, so a script can make the profile. */
async function makeAccount({ appUrl, authUrl }: Suite): Promise<string> {
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
  const ask = { uid: 'demo', email, time_zone_abbreviation: 'UTC' };
  await post(`${appUrl}/api/users/login-register/`, ask, { 'auth-token': idToken });
  return idToken;
}

async function makeLibrary({ appUrl }: Suite, token: string): Promise<string> {
  const { folders, links } = parseDemoLibrary(await readFile(join(TARGET, 'library.md'), 'utf8'));
  const call = async (path: string, body: object): Promise<Answer> =>
    post(`${appUrl}/api${path}`, body, { 'auth-token': token, Prefer: 'return=minimal' });

  const folderIds: number[] = [];
  for (const { name, parent, favorite } of folders) {
    const parentId = parent === null ? 0 : folderIds[parent];
    const { folder_id } = await call('/folders/create/', { name, parent_folder_id: parentId });
    folderIds.push(folder_id);
    if (favorite) await call('/favorites/toggle/', { object_id: folder_id, object_type: 'folder' });
  }
  for (const { name, url, favorite, trashed, folders: inFolders } of links) {
    const { link_id } = await call('/links/create/', { url });
    for (const place of inFolders) await call('/folders/add-link/', { folder_id: folderIds[place], link_id });
    if (favorite) await call('/favorites/toggle/', { object_id: link_id, object_type: 'link' });
    await call('/links/update/', { link_id, url, name, status_id: trashed ? 2 : 1 });
  }
  // Last, since nothing is put into a folder that lies in the trash.
  for (const [place, { name, trashed }] of folders.entries()) {
    if (trashed) await call('/folders/update/', { folder_id: folderIds[place], name, status_id: 2 });
  }
  return `${links.length} links, ${folders.length} folders`;
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text === '' ? '{}' : text);
}
