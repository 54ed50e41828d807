import { expect, test } from 'vitest';

import { createStore } from '#firestore/store/create-store.ts';
import type { CommitRecord } from '#firestore/store/journal/record.ts';
import type { CommitEvent } from '#firestore/store/store.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Precondition, Write } from '#firestore/model/write.ts';
import { database, fieldsOf, name, remove, set } from '#firestore/store/testing/writes.ts';

const exists = (value: boolean): Precondition => ({ kind: 'exists', exists: value });
const status = (code: string): unknown => expect.objectContaining({ status: code });

function refuse(): never {
  throw new Error('denied');
}

test('commit times increase even if the clock stops or is set back', async () => {
  let millis = 5000;
  const store = createStore({ clock: () => (millis -= 1) });
  const times: Timestamp[] = [];
  for (let index = 0; index < 5; index += 1) {
    times.push(
      store.readTime(),
      (await store.commit(database, [set('c/d', { index: BigInt(index) })])).commitTime,
    );
  }
  const steps = times.slice(1).map((time, index) => compareTimestamps(time, times[index] ?? time));
  expect(steps.map(Math.sign)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1]);
});

test('a write without a change keeps the update time and does not notify listeners of a change', async () => {
  const store = createStore();
  const events: CommitEvent[] = [];
  store.onCommit((event) => events.push(event));
  const first = await store.commit(database, [set('c/d', { a: 1n, z: -0 })]);
  const second = await store.commit(database, [set('c/d', { z: -0, a: 1n })]);
  const third = await store.commit(database, [set('c/d', { z: -0, a: 1 })]);
  expect(second.results[0]?.updateTime).toEqual(first.commitTime);
  expect(third.results[0]?.updateTime).toEqual(third.commitTime);
  expect(events.map(({ commitTime }) => commitTime)).toEqual([first.commitTime, third.commitTime]);
});

test('several writes of one document in a commit apply in order and are one change', async () => {
  const store = createStore();
  const events: CommitEvent[] = [];
  store.onCommit((event) => events.push(event));
  await store.commit(database, [
    set('c/d', { a: 1n }),
    { ...set('c/d', { b: 2n }), mask: [['b']] },
    set('c/e', {}),
    remove('c/e'),
  ]);
  expect(fieldsOf(store, 'c/d')).toEqual({ a: 1n, b: 2n });
  expect(events.flatMap(({ changes }) => changes.map((change) => change.name))).toEqual([name('c/d')]);
});

test.each<[string, Write, string]>([
  ['create what exists', set('c/d', {}, exists(false)), 'ALREADY_EXISTS'],
  ['update what does not', set('c/no', {}, exists(true)), 'NOT_FOUND'],
  ['delete what must exist and does not', remove('c/no', exists(true)), 'NOT_FOUND'],
  [
    'verify what has changed',
    { kind: 'verify', name: name('c/d'), precondition: exists(false) },
    'ALREADY_EXISTS',
  ],
])('a commit fails as a whole if it tries to %s', async (_what, write, code) => {
  const store = createStore();
  await store.commit(database, [set('c/d', { a: 1n })]);
  await expect(store.commit(database, [set('c/other', {}), write])).rejects.toEqual(status(code));
  expect(fieldsOf(store, 'c/other')).toBeNull();
});

test('an update time precondition must match the current update time', async () => {
  const store = createStore();
  const { commitTime: updateTime } = await store.commit(database, [set('c/d', { a: 1n })]);
  await store.commit(database, [set('c/d', { a: 2n }, { kind: 'update-time', updateTime })]);
  const late = store.commit(database, [set('c/d', { a: 3n }, { kind: 'update-time', updateTime })]);
  await expect(late).rejects.toEqual(status('FAILED_PRECONDITION'));
});

test('an update of a document that the same commit deletes is INVALID_ARGUMENT', async () => {
  const store = createStore();
  await store.commit(database, [set('c/d', {})]);
  const writes = [remove('c/d'), set('c/d', { a: 1n }, exists(true))];
  await expect(store.commit(database, writes)).rejects.toEqual(status('INVALID_ARGUMENT'));
});

test('a document may have up to one mebibyte', async () => {
  const store = createStore();
  const fits = 1_048_576 - (16 + 'c/d'.length + 1) - ('a'.length + 1) - 1 - 32;
  await store.commit(database, [set('c/d', { a: 'x'.repeat(fits) })]);
  const tooBig = store.commit(database, [set('c/d', { a: 'x'.repeat(fits + 1) })]);
  await expect(tooBig).rejects.toThrow(/its size \(1,048,577 bytes\) exceeds the maximum/u);
});

test('authorize gets the changes of a commit, and a failed precondition is reported only if it allows them', async () => {
  const store = createStore();
  await store.commit(database, [set('c/d', { a: 1n }), set('c/old', {})]);
  const kinds: string[] = [];
  // A precondition decides between create and update, as in the official emulator.
  const writes = [
    set('c/d', { a: 2n }),
    remove('c/x'),
    set('c/fresh', {}),
    set('c/new', {}, exists(true)),
    set('c/old', {}, exists(false)),
  ];
  await expect(
    store.commit(database, writes, {
      authorize: (changes) => kinds.push(...changes.map(({ kind }) => kind)),
    }),
  ).rejects.toEqual(status('NOT_FOUND'));
  expect(kinds).toEqual(['update', 'delete', 'create', 'update', 'create']);
  await expect(store.commit(database, writes, { authorize: refuse })).rejects.toThrow('denied');
});

test('a commit is not visible before the journal has it, and never if the journal fails', async () => {
  const waiting: { record: CommitRecord; resolve: () => void; reject: (error: Error) => void }[] = [];
  const store = createStore({
    journal: {
      append: (record) => new Promise((resolve, reject) => waiting.push({ record, resolve, reject })),
    },
  });
  const first = store.commit(database, [set('c/a', { n: 1n })]);
  const second = store.commit(database, [set('c/b', { n: 1n })]);
  const behind = store.commit(database, [set('c/a', { n: 2n })]);
  await Promise.resolve();
  expect(waiting.map(({ record }) => record.changes.map((change) => change.name))).toEqual([
    [name('c/a')],
    [name('c/b')],
  ]);
  expect(fieldsOf(store, 'c/a')).toBeNull();
  expect(compareTimestamps(store.readTime(), waiting[0]?.record.commitTime ?? store.readTime())).toBeLessThan(
    0,
  );
  waiting[0]?.reject(new Error('disk full'));
  waiting[1]?.resolve();
  await expect(first).rejects.toThrow('disk full');
  await second;
  expect(fieldsOf(store, 'c/a')).toBeNull();
  await Promise.resolve();
  waiting[2]?.resolve();
  await behind;
  expect(fieldsOf(store, 'c/a')).toEqual({ n: 2n });
});

test('reads in the past include deleted documents, and changesSince returns the changes since then', async () => {
  const store = createStore();
  const times = [store.readTime()];
  for (const write of [set('c/d', { n: 1n }), set('c/d', { n: 2n }), remove('c/d'), set('c/d', { n: 4n })]) {
    times.push((await store.commit(database, [write])).commitTime);
  }
  expect(times.map((time) => fieldsOf(store, 'c/d', time))).toEqual([
    null,
    { n: 1n },
    { n: 2n },
    null,
    { n: 4n },
  ]);
  const [, first = store.readTime()] = times;
  const since = [...(store.changesSince(database, first) ?? [])];
  expect(since.map(({ before, after }) => [before?.fields.get('n'), after?.fields.get('n')])).toEqual([
    [1n, 4n],
  ]);
});

test('old versions and the names of deleted documents are dropped after an hour', async () => {
  let millis = 0;
  const store = createStore({ clock: () => millis });
  const { commitTime: first } = await store.commit(database, [set('c/d', { n: 1n })]);
  await store.commit(database, [remove('c/d')]);
  millis = 3_599_000;
  await store.commit(database, [set('c/x', {})]);
  expect(fieldsOf(store, 'c/d', first)).toEqual({ n: 1n });
  millis = 3_601_000;
  await store.commit(database, [set('c/y', {})]);
  expect(() => store.checkReadTime(database, first)).toThrow(/too old/u);
  expect(store.changesSince(database, first)).toBeNull();
  expect(store.sets.collection(name('c'))?.entries.size).toBe(2);
});

test('clearing a database notifies its listeners of all deletions and keeps other databases', async () => {
  const store = createStore();
  const other = 'projects/p/databases/other';
  await store.commit(database, [set('c/d', {}), set('c/d/e/f', {})]);
  await store.commit(other, [
    {
      kind: 'update',
      name: `${other}/documents/c/d`,
      fields: new Map(),
      mask: null,
      transforms: [],
      precondition: null,
    },
  ]);
  const deleted: string[] = [];
  store.onCommit(({ changes }) => deleted.push(...changes.map((change) => change.name)));
  await store.clear(database);
  expect(deleted.toSorted()).toEqual([name('c/d'), name('c/d/e/f')]);
  expect([...store.documents()].map((document) => document.name)).toEqual([`${other}/documents/c/d`]);
  expect(store.databases('p')).toEqual([other]);
});

test('restore and replay recover the state, even if a replayed record was already restored', async () => {
  const records: CommitRecord[] = [];
  const source = createStore({
    journal: {
      append(record) {
        records.push(record);
        return Promise.resolve();
      },
    },
  });
  await source.commit(database, [set('c/a', { n: 1n }), set('c/b', { n: 1n })]);
  await source.commit(database, [remove('c/a'), set('c/b', { n: 2n })]);
  const copy = createStore({ clock: () => 0 });
  for (const document of source.documents()) copy.restore(document);
  for (const record of records) copy.replay(record);
  expect([...copy.documents()]).toEqual([...source.documents()]);
  expect(copy.sets.collection(name('c'))?.live).toBe(1);
  const { commitTime } = await copy.commit(database, [set('c/d', {})]);
  expect(compareTimestamps(commitTime, records[1]?.commitTime ?? commitTime)).toBeGreaterThan(0);
});
