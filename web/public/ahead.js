// Gets the library of who was here last and has not left, beside the app's first files: the app itself asks for it only when
// it runs. What this browser keeps of it, for src/sync/replica/read-ahead.ts; and its files, which build/load-ahead.ts names:
// where nothing is kept, those too that read it for the first time.
try {
  // src/account/stored-user.ts writes who.
  const { uid } = JSON.parse(localStorage.getItem('foldmark.member')) ?? {};
  if (uid !== undefined) {
    fetchFiles('load-ahead');
    // There may be no IndexedDB at all.
    const read = readReplica(`foldmark-library-${uid}`).catch(() => null);
    void read.then((stored) => {
      if (stored === null) fetchFiles('load-first-reading');
    });
    globalThis.foldmarkAhead = { uid, read };
  }
} catch {
  // Storage is blocked: all comes when it is asked for.
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

/** All at one moment, as it stands there. Null where there is none, which must not be made by looking. */
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
        // It is of another version of the app.
        end(null);
      }
    });
  });
}
