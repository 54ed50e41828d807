// Gets the library of who was here last and has not left, beside the app's first files: the app itself asks for it only when
// it runs. Its files, which build/load-ahead.ts names; and what this browser keeps of it, for src/data/replica/read-ahead.ts.
try {
  // src/data/remembered.ts writes who.
  const { uid } = JSON.parse(localStorage.getItem('foldmark.member')) ?? {};
  const files = document.querySelector('meta[name="load-ahead"]')?.content.split(' ') ?? [];
  for (const file of uid === undefined ? [] : files) {
    const link = document.createElement('link');
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
  if (uid !== undefined) globalThis.foldmarkAhead = { uid, read: readReplica(`foldmark-library-${uid}`) };
} catch {
  // Storage is blocked: all comes when it is asked for.
}

/** All at one moment, as it stands there. Null where there is none, which must not be made by looking. */
function readReplica(name) {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => {
      const database = opening.result;
      const end = (stored) => {
        database.close();
        resolve(stored);
      };
      database.onversionchange = () => database.close();
      try {
        const collections = ['links', 'folders', 'folder_links', 'favorites'];
        const transaction = database.transaction([...collections, 'states']);
        const requests = collections.map((collection) => ({
          collection,
          chunks: transaction.objectStore(collection).getAll(),
          state: transaction.objectStore('states').get(collection),
        }));
        transaction.onabort = () => end(null);
        transaction.oncomplete = () => {
          const read = { version: database.version };
          for (const { collection, chunks, state } of requests) {
            read[collection] = { chunks: chunks.result, state: state.result };
          }
          end(read);
        };
      } catch {
        // It is of another version of the app.
        end(null);
      }
    };
  });
}
