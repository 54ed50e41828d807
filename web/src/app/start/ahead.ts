/**
 * Runs before the app, because the build inlines it into the page (build/inline-scripts.ts). Reads the stored user's replica and
 * fetches the files of the library (build/load-ahead.ts lists them) while the app's first files still load. Without a replica,
 * requests the library's snapshot, and then fetches the files that a first reading needs.
 */
import { fieldsOf } from '@foldmark/library/entities/fields-of';

import { readSdkUser } from '#web/account/stored-session.ts';
import { storedUserIn } from '#web/account/stored-user.ts';
import { isLoopback } from '#web/app/start/is-loopback.ts';
import { findLocalServicesAhead } from '#web/app/start/local-services.ts';
import { urlOf } from '#web/sync/feed/address.ts';
import { readReplicaAhead } from '#web/sync/replica/read-ahead.ts';
import { FIRESTORE_URL, type RestAccess } from '#web/sync/rest/run-query.ts';
import { isSnapshotTaken, offerSnapshot, requestSnapshot } from '#web/sync/snapshot/read-snapshot.ts';

/** The server may refuse a token that expires sooner. */
const TOKEN_MIN_MS = 60_000;

const firestore = findFirestore().catch(() => null);
const sdkUser = readSdkUser()
  .catch(() => null)
  .then(fieldsOf);
const storedUid = storedUserIn(() => localStorage).get()?.uid;

if (storedUid !== undefined) startAhead(storedUid);
else {
  // The app has stored no user in this browser, but another page of this site may have signed in.
  void sdkUser.then(({ uid }) => {
    if (typeof uid === 'string' && !isSnapshotTaken()) startAhead(uid);
  });
}

function startAhead(uid: string): void {
  fetchFiles('load-ahead');
  const hasReplica = readReplicaAhead(uid);
  const answer = hasReplica.then(async (hasOne) => {
    // Request the snapshot before the session's SDK files, because a server without HTTP/2 sends only a few files at once.
    const asked = hasOne ? null : requestSnapshot(requestOf(uid)).catch(() => null);
    fetchFiles('load-session');
    return asked;
  });
  offerSnapshot(uid, answer);
  void Promise.all([hasReplica, answer]).then(([hasOne]) => {
    if (!hasOne) fetchFiles('load-first-reading');
  });
}

function requestOf(uid: string): Parameters<typeof requestSnapshot>[0] {
  return {
    uid,
    startWorker: async () => new Worker(contentOf('snapshot-worker'), { type: 'module' }),
    access: async () => accessOf(uid),
  };
}

/** Uses the token that Firebase Auth has stored. Null if the token has expired: the app then asks with a new one. */
async function accessOf(uid: string): Promise<RestAccess | null> {
  const [place, user] = await Promise.all([firestore, sdkUser]);
  const { accessToken, expirationTime } = fieldsOf(user['stsTokenManager']);
  if (place === null || user['uid'] !== uid || typeof accessToken !== 'string') return null;
  if (!(Number(expirationTime) > Date.now() + TOKEN_MIN_MS)) return null;
  return { ...place, idToken: accessToken, appToken: null };
}

/** Null for a page that build/load-ahead.ts does not list, such as a preview: only the app knows the preview's project. */
async function findFirestore(): Promise<Pick<RestAccess, 'baseUrl' | 'projectId'> | null> {
  if (isLoopback(location.hostname)) {
    const { firestore: address, projectId } = await findLocalServicesAhead();
    return { baseUrl: urlOf(address), projectId };
  }
  const projects = contentOf('projects').split(' ');
  const projectId = projects.map((pair) => pair.split('=')).find(([host]) => host === location.hostname)?.[1];
  return projectId === undefined ? null : { baseUrl: FIRESTORE_URL, projectId };
}

function fetchFiles(name: string): void {
  for (const file of contentOf(name).split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

function contentOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
