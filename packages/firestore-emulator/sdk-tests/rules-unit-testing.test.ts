import { assertFails, assertSucceeds, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  limit,
  onSnapshot,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { startUnderRules } from '#firestore/testing/rules-environment.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function signedIn() { return request.auth != null; }
    match /notes/{note} {
      allow get: if signedIn() && resource.data.owner == request.auth.uid;
      allow list: if signedIn() && resource.data.owner == request.auth.uid && request.query.limit <= 10;
      allow create: if signedIn() && request.resource.data.owner == request.auth.uid
        && request.resource.data.at == request.time;
      allow update: if resource.data.owner == request.auth.uid
        && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text']);
      allow delete: if request.auth.token.role == 'janitor';
    }
    match /rooms/{room} {
      allow read: if exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid));
      allow create: if getAfter(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid)).data.admin;
      match /members/{member} { allow create: if signedIn() && member == request.auth.uid; }
    }
  }
}`;

let environment: RulesTestEnvironment;
let stopServer: () => Promise<void>;

beforeAll(async () => {
  ({ environment, stop: stopServer } = await startUnderRules('demo-rules', RULES));
});

afterAll(async () => stopServer());

beforeEach(async () => {
  await environment.clearFirestore();
});

async function given(path: string, data: object): Promise<void> {
  await environment.withSecurityRulesDisabled(async (context) => {
    await setDoc(doc(context.firestore(), path), data);
  });
}

/** Appends a mark to the text of notes/n, in a transaction of this user. */
async function emphasize(uid: string): Promise<void> {
  const db = environment.authenticatedContext(uid).firestore();
  await runTransaction(db, async (transaction) => {
    const note = await transaction.get(doc(db, 'notes/n'));
    transaction.update(note.ref, { text: `${String(note.get('text'))}!` });
  });
}

test('a rule can check the user: only the owner reads a note', async () => {
  await given('notes/n', { owner: 'ann', text: 'hello' });
  const note = await assertSucceeds(
    getDoc(doc(environment.authenticatedContext('ann').firestore(), 'notes/n')),
  );
  expect(note.data()).toEqual({ owner: 'ann', text: 'hello' });
  await assertFails(getDoc(doc(environment.authenticatedContext('bob').firestore(), 'notes/n')));
  await assertFails(getDoc(doc(environment.unauthenticatedContext().firestore(), 'notes/n')));
});

test('a rule can check custom claims', async () => {
  await given('notes/n', { owner: 'ann' });
  await assertFails(deleteDoc(doc(environment.authenticatedContext('ann').firestore(), 'notes/n')));
  const janitor = environment.authenticatedContext('joe', { role: 'janitor' }).firestore();
  await assertSucceeds(deleteDoc(doc(janitor, 'notes/n')));
});

test('a rule can check the owner, the server time and the changed fields of a write', async () => {
  const ann = environment.authenticatedContext('ann').firestore();
  const note = doc(ann, 'notes/n');
  await assertFails(setDoc(note, { owner: 'bob', at: serverTimestamp() }));
  await assertFails(setDoc(note, { owner: 'ann', at: new Date(0) }));
  await assertSucceeds(setDoc(note, { owner: 'ann', at: serverTimestamp() }));
  await assertSucceeds(updateDoc(note, { text: 'new' }));
  await assertFails(updateDoc(note, { text: 'newer', owner: 'bob' }));
});

test('a query is denied unless the rules allow all possible results', async () => {
  await given('notes/a', { owner: 'ann' });
  await given('notes/b', { owner: 'bob' });
  const notes = collection(environment.authenticatedContext('ann').firestore(), 'notes');
  const own = where('owner', '==', 'ann');
  const found = await assertSucceeds(getDocs(query(notes, own, limit(10))));
  expect(found.docs.map(({ id }) => id)).toEqual(['a']);
  await assertFails(getDocs(query(notes, own, limit(11))));
  await assertFails(getDocs(query(notes, own)));
  await assertFails(getDocs(query(notes, limit(10))));
});

test('getAfter sees the other writes of a batch', async () => {
  const db = environment.authenticatedContext('ann').firestore();
  await assertFails(setDoc(doc(db, 'rooms/r'), {}));
  const batch = writeBatch(db);
  batch.set(doc(db, 'rooms/r'), {}).set(doc(db, 'rooms/r/members/ann'), { admin: true });
  await assertSucceeds(batch.commit());
  await assertSucceeds(getDoc(doc(db, 'rooms/r')));
  await assertFails(getDoc(doc(environment.authenticatedContext('bob').firestore(), 'rooms/r')));
});

test('the rules apply to transactions of a user', async () => {
  await given('notes/n', { owner: 'ann', text: '1' });
  await assertSucceeds(emphasize('ann'));
  await assertFails(emphasize('bob'));
});

test('a listener ends when new rules deny its query, and other listeners continue', async () => {
  await given('rooms/r', {});
  await given('rooms/r/members/ann', {});
  await given('notes/n', { owner: 'ann', text: '1' });
  const db = environment.authenticatedContext('ann').firestore();
  const lost = Promise.withResolvers<string>();
  const seen = Promise.withResolvers<undefined>();
  onSnapshot(
    doc(db, 'rooms/r'),
    () => {
      seen.resolve(undefined);
    },
    (error) => {
      lost.resolve(error.code);
    },
  );
  const changed = Promise.withResolvers<undefined>();
  const stop = onSnapshot(doc(db, 'notes/n'), (note) => {
    if (note.get('text') === '2') changed.resolve(undefined);
  });
  await seen.promise;
  await environment.withSecurityRulesDisabled(async (context) => {
    await deleteDoc(doc(context.firestore(), 'rooms/r/members/ann'));
    await setDoc(doc(context.firestore(), 'rooms/r'), { closed: true });
    await setDoc(doc(context.firestore(), 'notes/n'), { owner: 'ann', text: '2' });
  });
  expect(await lost.promise).toBe('permission-denied');
  await changed.promise;
  stop();
});

test('clearFirestore deletes all documents and notifies listeners', async () => {
  await given('notes/n', { owner: 'ann' });
  const note = doc(environment.authenticatedContext('ann').firestore(), 'notes/n');
  const cleared = Promise.withResolvers<undefined>();
  const denied = Promise.withResolvers<undefined>();
  await assertSucceeds(getDoc(note));
  const stop = onSnapshot(
    note,
    (snapshot) => {
      if (!snapshot.exists()) cleared.resolve(undefined);
    },
    () => {
      denied.resolve(undefined);
    },
  );
  await environment.clearFirestore();
  await Promise.race([cleared.promise, denied.promise]);
  stop();
  await environment.withSecurityRulesDisabled(async (context) => {
    expect((await getDocs(collection(context.firestore(), 'notes'))).empty).toBe(true);
  });
});
