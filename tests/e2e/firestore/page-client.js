/**
 * The commands that a test calls in the page with the unmodified SDK. The browser loads this file unbuilt, so it is plain
 * JavaScript. Arguments and results are JSON. A test reads the latest snapshot of a listener by its name.
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

/** Replaces Firebase Auth with tokens that the tests create. */
class FakeAuth {
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

const auth = new FakeAuth();
const news = new Map();
let db;

function target({ path, filters = [], order, size }) {
  if (path.split('/').length % 2 === 0) return doc(db, path);
  const parts = filters.map(([field, operator, value]) => where(field, operator, value));
  if (order !== undefined) parts.push(orderBy(order));
  if (size !== undefined) parts.push(limit(size));
  return query(collection(db, path), ...parts);
}

function toJson(snapshot) {
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

  /** Each snapshot replaces the previous one. An error stays. */
  listen(name, what) {
    news.set(name, { events: 0 });
    onSnapshot(
      target(what),
      { includeMetadataChanges: true },
      (snapshot) => news.set(name, { ...toJson(snapshot), events: news.get(name).events + 1 }),
      (error) => news.set(name, { error: error.code }),
    );
  },

  news(name) {
    return news.get(name);
  },

  /** Writes without waiting for the server, like an app with optimistic updates. */
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

  /** The error code of a failed call; null if it succeeds. */
  async refusal(command, ...args) {
    try {
      await globalThis.client[command](...args);
      return null;
    } catch (error) {
      return error.code;
    }
  },
};
