// Reads the stored user's replica and fetches the files of the library while the app's first files still load.
// src/sync/replica/read-ahead.ts takes the replica over, and build/load-ahead.ts lists the files. Without a replica, also
// fetches the files that read a library for the first time.
try {
  // Written by src/account/stored-user.ts.
  const { uid } = JSON.parse(localStorage.getItem('foldmark.member')) ?? {};
  if (uid !== undefined) {
    fetchFiles('load-ahead');
    // IndexedDB may be missing.
    const read = readReplica(`foldmark-library-${uid}`).catch(() => null);
    void read.then((stored) => {
      if (stored === null) fetchFiles('load-first-reading');
    });
    globalThis.foldmarkAhead = { uid, read };
  }
} catch {
  // Storage is blocked: the app loads everything itself.
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

/** Reads all collections in one transaction. Null if there is no replica, which opening it must not create. */
function readReplica(name) {
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
