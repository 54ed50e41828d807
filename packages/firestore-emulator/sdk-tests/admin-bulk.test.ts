import type { Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startAdminClients, type AdminClients } from '#firestore/sdk-tests/admin-clients.ts';

let clients: AdminClients;

beforeAll(async () => {
  clients = await startAdminClients();
});

afterAll(async () => {
  await clients.stop();
});

async function fill(db: Firestore, paths: readonly string[]): Promise<void> {
  const writer = db.bulkWriter();
  const written = paths.map(async (path) => writer.set(db.doc(path), { path }));
  await writer.close();
  await Promise.all(written);
}

test('a BulkWriter accepts more writes than one commit allows, and reports each one', async () => {
  const db = clients.project();
  await db.doc('c/taken').set({});
  const writer = db.bulkWriter();
  writer.onWriteError(() => false);
  const outcomes = Promise.allSettled([
    ...Array.from({ length: 650 }, async (_, i) => writer.create(db.doc(`c/${i}`), { i })),
    writer.create(db.doc('c/taken'), {}),
  ]);
  await writer.close();
  const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }: { reason: unknown }) => reason)).toEqual([
    expect.objectContaining({ code: 6 }),
  ]);
  expect((await db.collection('c').count().get()).data().count).toBe(651);
});

test('recursiveDelete removes a document and all documents below it, and no others', async () => {
  const db = clients.project();
  await fill(db, ['c/a', 'c/a/s/1', 'c/a/s/1/t/2', 'c/ab', 'c/ab/s/1', 'c/b/s/1', 'd/a']);
  await db.recursiveDelete(db.doc('c/a'));
  expect(await db.doc('c/a').listCollections()).toEqual([]);
  const left = await Promise.all([
    db.collection('c').get(),
    db.collectionGroup('s').get(),
    db.collection('d').get(),
  ]);
  expect(left.flatMap((snapshot) => snapshot.docs.map(({ ref }) => ref.path))).toEqual([
    'c/ab',
    'c/ab/s/1',
    'c/b/s/1',
    'd/a',
  ]);
});

test('recursiveDelete of a collection also deletes below missing documents', async () => {
  const db = clients.project();
  await fill(db, [...Array.from({ length: 120 }, (_, i) => `c/${i}/s/x`), 'c/real', 'other/x']);
  await db.recursiveDelete(db.collection('c'));
  expect((await db.listCollections()).map(({ id }) => id)).toEqual(['other']);
});
