/**
 * What a test tells the page to do with the unmodified SDK. Served to the browser as it is, so it is plain JavaScript.
 * Everything goes in and out as JSON: a test asks for the news of a listener by the name it gave it.
 */
import { _registerComponent, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getDocFromServer,
  initializeFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  runTransaction,
  setDoc,
  where,
} from 'firebase/firestore';

/** Stands for Firebase Auth, whose tokens the tests make by hand. */
class HandMadeAuth {
  token = null;
  uid = null;
  listeners = new Set();

  getToken() {
    return Promise.resolve(this.token === null ? null : { accessToken: this.token });
  }

  getUid() {
    return this.uid;
  }

  addAuthTokenListener(listener) {
    this.listeners.add(listener);
    queueMicrotask(() => listener(this.token));
  }

  removeAuthTokenListener(listener) {
    this.listeners.delete(listener);
  }

  use(uid, token) {
    this.uid = uid;
    this.token = token;
    for (const listener of this.listeners) listener(token);
  }
}

const auth = new HandMadeAuth();
const news = new Map();
let db;

function target({ path, filters = [], order, size }) {
  if (path.split('/').length % 2 === 0) return doc(db, path);
  const parts = filters.map(([field, operator, value]) => where(field, operator, value));
  if (order !== undefined) parts.push(orderBy(order));
  if (size !== undefined) parts.push(limit(size));
  return query(collection(db, path), ...parts);
}

function told(snapshot) {
  const { fromCache, hasPendingWrites } = snapshot.metadata;
  const docs = 'docs' in snapshot ? snapshot.docs : [snapshot].filter((each) => each.exists());
  return { docs: docs.map((each) => [each.id, each.data()]), fromCache, hasPendingWrites };
}

globalThis.client = {
  start({ project, port, uid, token }) {
    if (token !== undefined) auth.use(uid, token);
    _registerComponent({
      name: 'auth-internal',
      instanceFactory: () => auth,
      type: 'PRIVATE',
      multipleInstances: false,
      serviceProps: {},
      instantiationMode: 'LAZY',
      onInstanceCreated: null,
    });
    db = initializeFirestore(initializeApp({ projectId: project, apiKey: 'none' }), {});
    connectFirestoreEmulator(db, '127.0.0.1', port);
  },

  signIn(uid, token) {
    auth.use(uid, token);
  },

  /** Each further event replaces the news; an error stays. */
  listen(name, what) {
    news.set(name, { events: 0 });
    onSnapshot(
      target(what),
      { includeMetadataChanges: true },
      (snapshot) => news.set(name, { ...told(snapshot), events: news.get(name).events + 1 }),
      (error) => news.set(name, { error: error.code }),
    );
  },

  news(name) {
    return news.get(name);
  },

  /** Does not wait for the server, as an app that shows its own writes at once. */
  write(path, data) {
    setDoc(doc(db, path), data).catch((error) => news.set(path, { error: error.code }));
  },

  async set(path, data) {
    await setDoc(doc(db, path), data);
  },

  async remove(path) {
    await deleteDoc(doc(db, path));
  },

  async get(path) {
    const snapshot = await getDocFromServer(doc(db, path));
    return snapshot.exists() ? snapshot.data() : null;
  },

  async increment(path) {
    await runTransaction(db, async (transaction) => {
      const snapshot = await transaction.get(doc(db, path));
      transaction.set(snapshot.ref, { count: (snapshot.data()?.count ?? 0) + 1 });
    });
  },

  /** The code that a call is refused with; null when it is not. */
  async refusal(command, ...args) {
    try {
      await globalThis.client[command](...args);
      return null;
    } catch (error) {
      return error.code;
    }
  },
};
