import { assertFails, assertSucceeds, initializeTestEnvironment } from '@firebase/rules-unit-testing';
import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  and,
  collection,
  collectionGroup,
  doc,
  documentId,
  getCountFromServer,
  getDoc,
  getDocs,
  limit,
  or,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore';
import type { QueryCompositeFilterConstraint, QueryConstraint } from 'firebase/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUnderRules } from '#firestore/testing/rules-environment.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function signedIn() { return request.auth != null; }
    function owns(data) { return signedIn() && data.owner == request.auth.uid; }
    match /stories/{id} {
      allow list: if owns(resource.data) || resource.data.visibility in ['public', 'listed'];
      allow list: if signedIn() && request.auth.uid in resource.data.editors;
    }
    match /scores/{id} { allow list: if resource.data.points >= 10 && resource.data.points < 100; }
    match /recent/{id} { allow list: if request.query.limit <= 3 && request.query.orderBy.at == 'DESC'; }
    match /people/{id} { allow list: if id in ['ann', 'bob']; }
    match /{path=**}/posts/{post} { allow list: if owns(resource.data); }
    match /forums/{forum}/posts/{post} { allow list; }
    match /cities/{city} {
      allow write: if getAfter(/databases/$(database)/documents/countries/$(request.resource.data.country)).data.changed
        == request.time;
    }
    match /countries/{country} { allow write: if request.resource.data.changed == request.time; }
    match /files/{file} {
      allow update: if request.resource.data.tags.toSet().difference(resource.data.tags.toSet()).size() <= 1
        && request.resource.data.name.matches('[a-z]+[.](png|jpg)');
    }
  }
}`;

let environment: RulesTestEnvironment;
let stopServer: () => Promise<void>;

beforeAll(async () => {
  ({ environment, stop: stopServer } = await startUnderRules('demo-rules-sdk', RULES));
});

afterAll(async () => stopServer());

function client(): ReturnType<ReturnType<RulesTestEnvironment['unauthenticatedContext']>['firestore']> {
  return environment.authenticatedContext('ann').firestore();
}

async function list(path: string, ...constraints: QueryConstraint[]): Promise<unknown> {
  return getDocs(query(collection(client(), path), ...constraints));
}

async function listFiltered(path: string, filter: QueryCompositeFilterConstraint): Promise<unknown> {
  return getDocs(query(collection(client(), path), filter));
}

test('a query is granted if its filters prove the rule', async () => {
  await assertSucceeds(list('stories', where('owner', '==', 'ann')));
  await assertSucceeds(list('stories', where('owner', '==', 'ann'), where('rank', '>', 1), orderBy('rank')));
  await assertSucceeds(list('stories', where('visibility', 'in', ['public', 'listed'])));
  await assertSucceeds(list('stories', where('editors', 'array-contains', 'ann')));
  await assertSucceeds(
    getCountFromServer(query(collection(client(), 'stories'), where('owner', '==', 'ann'))),
  );
  await assertFails(list('stories'));
  await assertFails(list('stories', where('owner', '==', 'bob')));
  await assertFails(list('stories', where('visibility', 'in', ['public', 'secret'])));
  await assertFails(list('stories', where('editors', 'array-contains', 'bob')));
  await assertFails(getCountFromServer(collection(client(), 'stories')));
});

test('each alternative of an or-query needs a rule that grants it', async () => {
  const mine = where('owner', '==', 'ann');
  await assertSucceeds(listFiltered('stories', or(mine, where('visibility', '==', 'public'))));
  await assertSucceeds(listFiltered('stories', or(mine, where('editors', 'array-contains', 'ann'))));
  await assertSucceeds(listFiltered('stories', and(mine, or(where('a', '==', 1), where('b', '==', 2)))));
  await assertFails(listFiltered('stories', or(mine, where('visibility', '==', 'secret'))));
});

test('ranges, limits, orders and document names can prove a rule', async () => {
  await assertSucceeds(list('scores', where('points', '>=', 10), where('points', '<', 50)));
  await assertFails(list('scores', where('points', '>=', 10)));
  await assertFails(list('scores', where('points', '>=', 9), where('points', '<', 50)));
  await assertSucceeds(list('recent', orderBy('at', 'desc'), limit(3)));
  await assertFails(list('recent', orderBy('at', 'desc'), limit(4)));
  await assertFails(list('recent', orderBy('at'), limit(3)));
  await assertFails(list('recent', orderBy('at', 'desc')));
  await assertSucceeds(list('people', where(documentId(), '==', 'ann')));
  await assertSucceeds(list('people', where(documentId(), 'in', ['ann', 'bob'])));
  await assertFails(list('people', where(documentId(), 'in', ['ann', 'eve'])));
  await assertFails(list('people'));
});

test('only a rule for all collections with the ID grants a collection group query', async () => {
  const group = collectionGroup(client(), 'posts');
  await assertSucceeds(getDocs(query(group, where('owner', '==', 'ann'))));
  await assertFails(getDocs(group));
  await assertSucceeds(list('forums/f/posts'));
  await assertFails(list('users/u/posts'));
});

test('getAfter sees all writes of a commit', async () => {
  const db = client();
  const together = writeBatch(db);
  together.set(doc(db, 'countries/FR'), { changed: serverTimestamp() });
  together.set(doc(db, 'cities/Paris'), { country: 'FR' });
  await assertSucceeds(together.commit());
  await assertFails(setDoc(doc(db, 'cities/Lyon'), { country: 'FR' }));
  await assertFails(setDoc(doc(db, 'cities/Oslo'), { country: 'NO' }));
});

test('a rule can check an update with sets and regular expressions', async () => {
  await environment.withSecurityRulesDisabled(async (context) => {
    await setDoc(doc(context.firestore(), 'files/f'), { name: 'a.png', tags: ['x'] });
  });
  const file = doc(client(), 'files/f');
  await assertSucceeds(updateDoc(file, { tags: ['x', 'y'], name: 'b.jpg' }));
  await assertFails(updateDoc(file, { tags: ['x', 'y', 'z', 'w'] }));
  await assertFails(updateDoc(file, { name: 'b.exe' }));
  await assertFails(updateDoc(file, { name: 'a.png\n' }));
  await assertFails(getDoc(file));
});

test('invalid rules are refused with a position, and the old rules stay active', async () => {
  const refused = initializeTestEnvironment({
    projectId: 'demo-rules-sdk',
    firestore: {
      ...environment.emulators.firestore,
      rules: "rules_version = '2';\nservice cloud.firestore {\n  match /a/{b} { permit read; }\n}",
    },
  });
  await expect(refused).rejects.toThrow(/L3:18 Unexpected 'permit'/);
  await assertSucceeds(list('forums/f/posts'));
});
