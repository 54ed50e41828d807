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

const PROJECT = 'demo-away';
const DATABASE = `projects/${PROJECT}/databases/(default)`;
const MINUTE = 60_000;
const PATIENCE = { timeout: 20_000 };

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

/** By somebody else; null deletes. */
async function write(states: Readonly<Record<string, string | null>>): Promise<void> {
  const writes = Object.entries(states).map(([id, text]) => {
    const name = `${DATABASE}/documents/notes/${id}`;
    return text === null ? { delete: name } : { update: { name, fields: { text: { stringValue: text } } } };
  });
  await server.service.commit({ database: DATABASE, writes }, { kind: 'admin' });
}

/** What a listener shows, by document id, as of its last snapshot from the server. */
function shown(notes: Query): () => Record<string, unknown> {
  let latest: Record<string, unknown> = {};
  const stop = onSnapshot(notes, { includeMetadataChanges: true }, (snapshot) => {
    if (snapshot.metadata.fromCache) return;
    latest = Object.fromEntries(snapshot.docs.map((note) => [note.id, note.get('text')]));
  });
  unsubscribe.push(stop);
  return () => latest;
}

test.each([
  { away: 'for a moment', minutes: 1, everythingAgain: false },
  { away: 'for longer than the past is kept', minutes: 120, everythingAgain: true },
])('a client that was away $away sees what is there now', async ({ minutes, everythingAgain }) => {
  await write({ a: 'old', b: 'old', c: 'old' });
  const notes = collection(firestore, 'notes');
  const all = shown(notes);
  const first = shown(query(notes, orderBy('text'), limit(2)));
  let one: unknown;
  const stop = onSnapshot(doc(notes, 'a'), { includeMetadataChanges: true }, (note) => {
    if (!note.metadata.fromCache) one = note.exists();
  });
  unsubscribe.push(stop);
  await vi.waitFor(() => {
    expect(all()).toEqual({ a: 'old', b: 'old', c: 'old' });
    expect(first()).toEqual({ a: 'old', b: 'old' });
    expect(one).toBe(true);
  }, PATIENCE);

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
    expect(one).toBe(false);
  }, PATIENCE);
  // Two listeners are told of two changed documents each; a reset tells them all there is.
  const changed = 4;
  expect(server.admin.usage(PROJECT).reads > changed).toBe(everythingAgain);
});
