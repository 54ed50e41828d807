import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { startUnderRules } from '@foldmark/firestore-emulator/src/testing/rules-environment.ts';
import { assertFails, assertSucceeds } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  Timestamp,
  addDoc,
  collection,
  collectionGroup,
  deleteDoc,
  doc,
  documentId,
  getCountFromServer,
  getDoc,
  getDocs,
  onSnapshot,
  orderBy,
  query,
  runTransaction,
  setDoc,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Client = ReturnType<ReturnType<RulesTestEnvironment['unauthenticatedContext']>['firestore']>;

let environment: RulesTestEnvironment;
let stopServer: () => Promise<void>;

beforeAll(async () => {
  const rules = await readFile(join(PROJECT_ROOT, 'firestore.rules'), 'utf8');
  ({ environment, stop: stopServer } = await startUnderRules('demo-rules-table', rules));
  await environment.withSecurityRulesDisabled(async (context) => {
    for (const path of DOCUMENTS)
      await setDoc(doc(context.firestore(), path), { updated_at: Timestamp.now() });
  });
});

afterAll(async () => stopServer());

const DOCUMENTS = [
  'users/ann',
  'users/ann/links/1',
  'users/ann/folders/1',
  'users/ann/folder_links/1_1',
  'users/ann/favorites/link_1',
  'users/ann/private/counters',
  'elsewhere/1',
];

const CALLERS = ['owner', 'other', 'visitor'] as const;
type CallerName = (typeof CALLERS)[number];

function clientOf(caller: CallerName): Client {
  if (caller === 'visitor') return environment.unauthenticatedContext().firestore();
  return environment.authenticatedContext(caller === 'owner' ? 'ann' : 'bob').firestore();
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

const OPERATION_NAMES = ['get', 'list', 'create', 'update', 'overwrite', 'delete'] as const;
type Operation = (typeof OPERATION_NAMES)[number];

const OPERATIONS: Readonly<Record<Operation, (db: Client, path: string) => Promise<unknown>>> = {
  get: async (db, path) => getDoc(doc(db, path)),
  list: async (db, path) => getDocs(collection(db, parentOf(path))),
  create: async (db, path) => addDoc(collection(db, parentOf(path)), { name: 'new' }),
  update: async (db, path) => updateDoc(doc(db, path), { name: 'changed' }),
  overwrite: async (db, path) => setDoc(doc(db, path), { name: 'other' }),
  delete: async (db, path) => deleteDoc(doc(db, path)),
};

/** The operations that the owner may do. All others are denied to all callers. */
const OWNER_MAY: Readonly<Record<string, readonly Operation[]>> = {
  'users/ann': ['get'],
  'users/ann/links/1': ['get', 'list'],
  'users/ann/folders/1': ['get', 'list'],
  'users/ann/folder_links/1_1': ['get', 'list'],
  'users/ann/favorites/link_1': ['get', 'list'],
};

describe.each(DOCUMENTS)('%s', (path) => {
  test.each(CALLERS)('as the %s', async (caller) => {
    const db = clientOf(caller);
    const allowed = caller === 'owner' ? (OWNER_MAY[path] ?? []) : [];
    for (const operation of OPERATION_NAMES) {
      const attempt = OPERATIONS[operation](db, path);
      await (allowed.includes(operation) ? assertSucceeds(attempt) : assertFails(attempt));
    }
  });
});

test('the owner can listen to documents newer than a cursor, as the feed does', async () => {
  const links = collection(clientOf('owner'), 'users/ann/links');
  const newer = query(links, where('updated_at', '>', new Timestamp(0, 0)), orderBy('updated_at'));
  const ids = await new Promise<string[]>((resolve, reject) => {
    const stop = onSnapshot(
      newer,
      (snapshot) => {
        stop();
        resolve(snapshot.docs.map(({ id }) => id));
      },
      reject,
    );
  });
  expect(ids).toEqual(['1']);
  await assertSucceeds(getCountFromServer(newer));
});

test('another user cannot listen', async () => {
  const links = collection(clientOf('other'), 'users/ann/links');
  const errorCode = await new Promise<string>((resolve, reject) => {
    onSnapshot(
      links,
      () => {
        reject(new Error('The listener got a snapshot.'));
      },
      ({ code }) => {
        resolve(code);
      },
    );
  });
  expect(errorCode).toBe('permission-denied');
  await assertFails(getCountFromServer(links));
});

async function profile(db: Client, uid: string): Promise<unknown> {
  return getDocs(query(collection(db, 'users'), where(documentId(), '==', uid)));
}

test('a user can query only their own profile', async () => {
  await assertSucceeds(profile(clientOf('owner'), 'ann'));
  await assertFails(profile(clientOf('owner'), 'bob'));
  await assertFails(profile(clientOf('other'), 'ann'));
});

test('not even the owner can query a collection group', async () => {
  for (const id of ['links', 'folders', 'private', 'users']) {
    await assertFails(getDocs(collectionGroup(clientOf('owner'), id)));
  }
});

test('a batch or a transaction cannot bypass the rules', async () => {
  const db = clientOf('owner');
  const batch = writeBatch(db);
  batch.set(doc(db, 'users/ann/links/2'), { name: 'new' });
  await assertFails(batch.commit());
  await assertFails(
    runTransaction(db, async (transaction) => {
      const link = await transaction.get(doc(db, 'users/ann/links/1'));
      transaction.update(link.ref, { name: 'changed' });
    }),
  );
  await assertSucceeds(
    runTransaction(db, async (transaction) => transaction.get(doc(db, 'users/ann/links/1'))),
  );
});
