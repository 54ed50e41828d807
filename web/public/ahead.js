// Reads the stored user's replica and fetches the files of the library while the app's first files still load.
// src/sync/replica/read-ahead.ts takes the replica over, and build/load-ahead.ts lists the files. Without a replica, starts a
// worker that reads the library's snapshot (src/sync/snapshot/read-snapshot.ts takes its answer over), and also fetches the files
// that a first reading needs.
try {
  // Written by src/account/stored-user.ts.
  const { uid } = JSON.parse(localStorage.getItem('foldmark.member')) ?? {};
  if (uid !== undefined) startAhead(uid);
  else {
    // This browser may be new, and the user signed in by another page of it.
    readSession()
      .then((session) => {
        // Null: the app was faster and has started itself.
        if (session !== null && globalThis.foldmarkSnapshot !== null) startAhead(session.uid);
      })
      .catch(() => undefined);
  }
} catch {
  // Storage is blocked: the app loads everything itself.
}

function startAhead(uid) {
  fetchFiles('load-ahead');
  // IndexedDB may be missing.
  const read = readReplica(`foldmark-library-${uid}`).catch(() => null);
  const answer = read.then((stored) => {
    if (stored !== null) return null;
    // First, because a server without HTTP/2 sends only a few files at once.
    const asked = readSnapshot(uid).catch(() => null);
    fetchFiles('load-first-reading');
    return asked;
  });
  void Promise.all([read, answer]).then(([stored, found]) => {
    if (stored === null && found?.kind !== 'found') fetchFiles('load-whole-reading');
  });
  globalThis.foldmarkAhead = { uid, read };
  globalThis.foldmarkSnapshot = { uid, answer };
}

/** Asks with the token that Firebase Auth has stored. Null if it has expired: the app asks with a new one. */
async function readSnapshot(uid) {
  const url = document.querySelector('#snapshot-worker')?.href;
  if (url === undefined) return null;
  // Starts while the session is read.
  const worker = new Worker(url, { type: 'module' });
  try {
    const session = await readSession();
    const { accessToken, expirationTime } = session?.stsTokenManager ?? {};
    if (session?.uid !== uid || !(expirationTime > Date.now() + 60_000)) return null;
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data));
      worker.addEventListener('error', reject);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage({ uid, idToken: accessToken });
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

/** Whether there is a database of this name, which opening it would create. */
async function exists(name) {
  return (await indexedDB.databases()).some((database) => database.name === name);
}

/** Reads all collections in one transaction. Null if there is no replica. */
async function readReplica(name) {
  if (!(await exists(name))) return null;
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('upgradeneeded', () => opening.transaction.abort());
    opening.addEventListener('error', () => resolve(null));
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
        transaction.addEventListener('abort', () => end(null));
        transaction.addEventListener('complete', () => {
          const read = { version: database.version };
          for (const { collection, chunks, state } of requests) {
            read[collection] = { chunks: chunks.result, state: state.result };
          }
          end(read);
        });
      } catch {
        // The replica was written by another version of the app.
        end(null);
      }
    });
  });
}
