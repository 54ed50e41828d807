import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  disableNetwork,
  doc,
  enableNetwork,
  getFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  type Firestore,
  type Query,
  type Unsubscribe,
} from 'firebase/firestore';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

const PROJECT = 'demo-offline';
const DATABASE = `projects/${PROJECT}/databases/(default)`;
const MINUTE = 60_000;
const WAIT_OPTIONS = { timeout: 20_000 };

let now: number;
let server: RunningFirestore;
let app: FirebaseApp;
let firestore: Firestore;
let unsubscribe: Unsubscribe[];

beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  server = await startFirestore({ host: '127.0.0.1', port: 0, clock: () => now });
  unsubscribe = [];
  app = initializeApp({ projectId: PROJECT });
  firestore = getFirestore(app);
  connectFirestoreEmulator(firestore, '127.0.0.1', server.port);
});

afterEach(async () => {
  for (const stop of unsubscribe) stop();
  await deleteApp(app);
  await server.stop();
});

/** Writes as another client. Null deletes a document. */
async function write(states: Readonly<Record<string, string | null>>): Promise<void> {
  const writes = Object.entries(states).map(([id, text]) => {
    const name = `${DATABASE}/documents/notes/${id}`;
    return text === null ? { delete: name } : { update: { name, fields: { text: { stringValue: text } } } };
  });
  await server.service.commit({ database: DATABASE, writes }, { kind: 'admin' });
}

/** Starts a listener. Returns a function that gives its latest server snapshot, by document ID. */
function listenTo(notes: Query): () => Record<string, unknown> {
  let latest: Record<string, unknown> = {};
  const stop = onSnapshot(notes, { includeMetadataChanges: true }, (snapshot) => {
    if (snapshot.metadata.fromCache) return;
    latest = Object.fromEntries(snapshot.docs.map((note) => [note.id, note.get('text')]));
  });
  unsubscribe.push(stop);
  return () => latest;
}

test.each([
  { offline: 'for a short time', minutes: 1, isReset: false },
  { offline: 'for longer than old versions are stored', minutes: 120, isReset: true },
])('a client that was offline $offline gets the current data', async ({ minutes, isReset }) => {
  await write({ a: 'old', b: 'old', c: 'old' });
  const notes = collection(firestore, 'notes');
  const all = listenTo(notes);
  const first = listenTo(query(notes, orderBy('text'), limit(2)));
  let exists: unknown;
  const stop = onSnapshot(doc(notes, 'a'), { includeMetadataChanges: true }, (note) => {
    if (!note.metadata.fromCache) exists = note.exists();
  });
  unsubscribe.push(stop);
  await vi.waitFor(() => {
    expect(all()).toEqual({ a: 'old', b: 'old', c: 'old' });
    expect(first()).toEqual({ a: 'old', b: 'old' });
    expect(exists).toBe(true);
  }, WAIT_OPTIONS);

  await disableNetwork(firestore);
  now += MINUTE;
  await write({ a: null, b: 'new' });
  now += minutes * MINUTE;
  await write({ d: 'new' });
  server.admin.resetUsage(PROJECT);
  await enableNetwork(firestore);
  await vi.waitFor(() => {
    expect(all()).toEqual({ b: 'new', c: 'old', d: 'new' });
    expect(first()).toEqual({ b: 'new', d: 'new' });
    expect(exists).toBe(false);
  }, WAIT_OPTIONS);
  // Two listeners get two changed documents each. After a reset, they get all documents.
  const changed = 4;
  expect(server.admin.usage(PROJECT).reads > changed).toBe(isReset);
});

test('a client that listens sees a restored snapshot, although it has later versions in its cache', async () => {
  await write({ changed: 'seed', deleted: 'seed', same: 'seed' });
  server.admin.takeSnapshot(PROJECT, 'seed');
  const latest = listenTo(collection(firestore, 'notes'));
  for (let round = 0; round < 2; round += 1) {
    now += 1000;
    await write({ changed: 'later', deleted: null, added: 'later' });
    await vi.waitFor(
      () => expect(latest()).toEqual({ added: 'later', changed: 'later', same: 'seed' }),
      WAIT_OPTIONS,
    );
    await server.admin.restoreSnapshot(PROJECT, 'seed');
    await vi.waitFor(
      () => expect(latest()).toEqual({ changed: 'seed', deleted: 'seed', same: 'seed' }),
      WAIT_OPTIONS,
    );
  }
});
