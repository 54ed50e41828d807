import { FieldValue, GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startAdminClients, type AdminClients } from '#firestore/sdk-tests/admin-clients.ts';

let clients: AdminClients;

beforeAll(async () => {
  clients = await startAdminClients();
});

afterAll(async () => {
  await clients.stop();
});

test('reads return every type of value unchanged', async () => {
  const db = clients.project();
  const written = {
    nothing: null,
    yes: true,
    whole: 7,
    big: Number.MAX_SAFE_INTEGER,
    half: 0.5,
    negativeZero: -0,
    nan: Number.NaN,
    infinite: -Infinity,
    text: 'z\u00df\u6c34\u{1f34c}\ufffd',
    bytes: Buffer.from([0, 127, 128, 255]),
    moment: new Timestamp(1_700_000_000, 123_456_000),
    longAgo: new Timestamp(-62_135_596_800, 0),
    place: new GeoPoint(48.2, -16.4),
    list: [1, 'two', { three: [3] }],
    map: { __proto: 'a', 'a.b': { 'c`d': 1 }, empty: {} },
    reference: db.doc('c/other'),
  };
  await db.doc('c/d').set(written);
  expect((await db.doc('c/d').get()).data()).toEqual(written);
});

test('getAll returns documents in request order, with missing ones and only the fields of the mask', async () => {
  const db = clients.project();
  await db.doc('c/a').set({ keep: { inner: 1, other: 2 }, drop: 1 });
  await db.doc('c/b').set({ keep: 2 });
  const [b, missing, a] = await db.getAll(db.doc('c/b'), db.doc('c/x'), db.doc('c/a'), {
    fieldMask: ['keep.inner'],
  });
  expect(b?.data()).toEqual({});
  expect(missing?.exists).toBe(false);
  expect(a?.data()).toEqual({ keep: { inner: 1 } });
});

test('listDocuments includes missing documents that have subcollections', async () => {
  const db = clients.project();
  await db.doc('c/real').set({});
  await db.doc('c/ghost/sub/x').set({});
  const listed = await db.collection('c').listDocuments();
  expect(listed.map((document) => document.id)).toEqual(['ghost', 'real']);
  expect((await db.collection('c').get()).size).toBe(1);
});

test('listCollections lists the collections at the root and below a document', async () => {
  const db = clients.project();
  await db.doc('b/1/inner/2/deep/3').set({});
  await db.doc('a/1').set({});
  expect((await db.listCollections()).map((collection) => collection.id)).toEqual(['a', 'b']);
  expect((await db.doc('b/1').listCollections()).map((collection) => collection.id)).toEqual(['inner']);
  expect(await db.doc('a/1').listCollections()).toEqual([]);
});

test('preconditions: create only once, update only existing documents, write and delete at an update time', async () => {
  const db = clients.project();
  const document = db.doc('c/d');
  await expect(document.update({ a: 1 })).rejects.toMatchObject({ code: 5 });
  const first = await document.create({ a: 1 });
  await expect(document.create({ a: 2 })).rejects.toMatchObject({ code: 6 });
  await document.update({ a: 3 }, { lastUpdateTime: first.writeTime });
  await expect(document.update({ a: 4 }, { lastUpdateTime: first.writeTime })).rejects.toMatchObject({
    code: 9,
  });
  await expect(document.delete({ lastUpdateTime: first.writeTime })).rejects.toMatchObject({ code: 9 });
  await expect(db.doc('c/none').delete({ exists: true })).rejects.toMatchObject({ code: 5 });
  expect((await document.get()).data()).toEqual({ a: 3 });
});

test('one refused write cancels the whole batch', async () => {
  const db = clients.project();
  const batch = db.batch().set(db.doc('c/a'), { a: 1 }).update(db.doc('c/missing'), { a: 1 });
  await expect(batch.commit()).rejects.toMatchObject({ code: 5 });
  expect((await db.collection('c').get()).empty).toBe(true);
});

test('transforms: server time, increment, array union and remove, delete of a nested field', async () => {
  const db = clients.project();
  const document = db.doc('c/d');
  await document.set({ n: 1, half: 0.5, text: 'x', tags: ['a', 'b', 'a'], map: { gone: 1, stays: 2 } });
  await document.update({
    n: FieldValue.increment(2),
    half: FieldValue.increment(1),
    text: FieldValue.increment(5),
    fresh: FieldValue.increment(9),
    tags: FieldValue.arrayRemove('a'),
    more: FieldValue.arrayUnion(1, 1, 2),
    'map.gone': FieldValue.delete(),
    at: FieldValue.serverTimestamp(),
  });
  expect((await document.get()).data()).toEqual({
    n: 3,
    half: 1.5,
    text: 5,
    fresh: 9,
    tags: ['b'],
    more: [1, 2],
    map: { stays: 2 },
    at: expect.any(Timestamp),
  });
});

test('merge keeps the other fields, and mergeFields writes only the listed fields', async () => {
  const db = clients.project();
  const document = db.doc('c/d');
  await document.set({ a: { x: 1, y: 2 }, b: 1 });
  await document.set({ a: { y: 3 }, c: 1 }, { merge: true });
  await document.set({ a: { x: 9 }, b: 9, c: 9 }, { mergeFields: ['b'] });
  expect((await document.get()).data()).toEqual({ a: { x: 1, y: 3 }, b: 9, c: 1 });
});
