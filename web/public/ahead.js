// Reads the stored user's replica and fetches the files of the library while the app's first files still load.
// src/sync/replica/read-ahead.ts takes the replica over, and build/load-ahead.ts lists the files. Without a replica, requests the
// library's snapshot (src/sync/snapshot/read-snapshot.ts takes its content over), and then fetches the files that a first reading
// needs.

/** A replica that cannot be read, as without IndexedDB. It has no version. */
const UNREADABLE = {};
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const firestore = findFirestore().catch(() => null);
const databases = listDatabases();
const session = readSession().catch(() => null);

try {
  // Written by src/account/stored-user.ts.
  const { uid } = JSON.parse(localStorage.getItem('foldmark.member')) ?? {};
  if (uid !== undefined) startAhead(uid, readReplica(replicaOf(uid)));
  else {
    // This browser may be new, and the user signed in by another page of it.
    void session.then((user) => {
      // Null: the app was faster and has started itself.
      if (user === null || globalThis.foldmarkSnapshot === null) return;
      const name = replicaOf(user.uid);
      startAhead(
        user.uid,
        exists(name).then((isThere) => (isThere ? readReplica(name) : null)),
      );
    });
  }
} catch {
  // Storage is blocked: the app loads everything itself.
}

function replicaOf(uid) {
  return `foldmark-library-${uid}`;
}

/** `reading` resolves with the replica, with null if there is none, or with UNREADABLE. */
function startAhead(uid, reading) {
  fetchFiles('load-ahead');
  const read = reading.catch(() => UNREADABLE);
  const answer = read.then((stored) => {
    // Before the SDK of the session, because a server without HTTP/2 sends only a few files at once.
    const asked = stored?.version === undefined ? readSnapshot(uid).catch(() => null) : null;
    fetchFiles('load-session');
    return asked;
  });
  void Promise.all([read, answer]).then(([stored]) => {
    if (stored?.version === undefined) fetchFiles('load-first-reading');
  });
  globalThis.foldmarkAhead = { uid, read };
  globalThis.foldmarkSnapshot = { uid, answer };
}

/**
 * Firestore and the project of this page. Null for a page that is not listed (build/load-ahead.ts), as a preview: the app knows it.
 * On this machine, asks for the addresses of the local services. src/app/local-services.ts takes the response over.
 */
async function findFirestore() {
  if (LOOPBACK.test(location.hostname)) {
    const asked = fetch('/__local/emulators.json');
    globalThis.foldmarkLocal = asked;
    const { firestore: local, projectId } = await (await asked).clone().json();
    return `http://${local.host}:${local.port}/v1/projects/${projectId}`;
  }
  const projects = document.querySelector('meta[name="projects"]').content.split(' ');
  const [, project] = projects.map((pair) => pair.split('=')).find(([host]) => host === location.hostname);
  return `https://firestore.googleapis.com/v1/projects/${project}`;
}

/**
 * The same request as src/sync/rest/run-query.ts, with the token that Firebase Auth has stored. Null if it has expired:
 * the app asks with a new one.
 */
async function readSnapshot(uid) {
  fetchFiles('snapshot-worker');
  const [project, user] = await Promise.all([firestore, session]);
  const { accessToken, expirationTime } = user?.stsTokenManager ?? {};
  if (project === null || user?.uid !== uid || !(expirationTime > Date.now() + 60_000)) return null;
  const asked = fetch(`${project}/databases/(default)/documents/users/${uid}:runQuery`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId: 'snapshots' }] } }),
  });
  const worker = new Worker(document.querySelector('meta[name="snapshot-worker"]').content, {
    type: 'module',
  });
  try {
    const response = await asked;
    if (!response.ok) return null;
    const body = await response.arrayBuffer();
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data));
      worker.addEventListener('error', reject);
      worker.postMessage(body, [body]);
    });
  } finally {
    worker.terminate();
  }
}

/** The user as Firebase Auth stores it: src/account/stored-session.ts. Null if there is none. */
async function readSession() {
  const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
  if (key !== undefined) return JSON.parse(localStorage.getItem(key));
  const name = 'firebaseLocalStorageDb';
  if (!(await exists(name))) return null;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('upgradeneeded', () => opening.transaction.abort());
    opening.addEventListener('error', reject);
    opening.addEventListener('success', () => {
      const database = opening.result;
      try {
        const store = database.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage');
        const reading = store.getAll();
        reading.addEventListener('error', reject);
        reading.addEventListener('success', () => {
          resolve(
            reading.result.find(({ fbase_key: found }) => found.startsWith('firebase:authUser:'))?.value ??
              null,
          );
        });
      } catch (error) {
        reject(error);
      } finally {
        // Takes effect after the transaction.
        database.close();
      }
    });
  });
}

function fetchFiles(name) {
  for (const file of document.querySelector(`meta[name="${name}"]`)?.content.split(' ') ?? []) {
    const link = document.createElement('link');
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

async function listDatabases() {
  try {
    return await indexedDB.databases();
  } catch {
    // IndexedDB is missing or blocked.
    return [];
  }
}

/** Whether there is a database of this name, which opening it would create. */
async function exists(name) {
  return (await databases).some((database) => database.name === name);
}

/** Reads all collections in one transaction. */
async function readReplica(name) {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    let isMissing = false;
    opening.addEventListener('upgradeneeded', () => {
      isMissing = true;
      opening.transaction.abort();
    });
    opening.addEventListener('error', () => resolve(isMissing ? null : UNREADABLE));
    opening.addEventListener('success', () => {
      const database = opening.result;
      const end = (stored) => {
        database.close();
        resolve(stored);
      };
      database.addEventListener('versionchange', () => database.close());
      try {
        const collections = ['links', 'folders', 'folder_links', 'favorites'];
        const transaction = database.transaction([...collections, 'states']);
        const requests = collections.map((collection) => ({
          collection,
          chunks: transaction.objectStore(collection).getAll(),
          state: transaction.objectStore('states').get(collection),
        }));
        transaction.addEventListener('abort', () => end(UNREADABLE));
        transaction.addEventListener('complete', () => {
          const read = { version: database.version };
          for (const { collection, chunks, state } of requests) {
            read[collection] = { chunks: chunks.result, state: state.result };
          }
          end(read);
        });
      } catch {
        // The replica was written by another version of the app.
        end(UNREADABLE);
      }
    });
  });
}
