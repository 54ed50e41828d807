import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Listener } from '#firestore/listen/testing/listener.ts';
import { silentLog } from '#firestore/log/log.ts';
import { assemble } from '#firestore/server/assemble.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import { ProjectRules } from '#firestore/service/project-rules.ts';
import { startFirestore } from '#firestore/server/server.ts';
import type { Store } from '#firestore/store/store.ts';
import { timestampText, valueText } from '#firestore/service/recording/describe-request.ts';
import { createStore } from '#firestore/store/create-store.ts';
import type { Journal } from '#firestore/store/journal/journal.ts';

const DATABASE = 'projects/p/databases/(default)';
const ROOT = `${DATABASE}/documents`;
const admin = { kind: 'admin' } as const;

function start(journal?: Journal) {
  const store = createStore(journal === undefined ? {} : { journal });
  const assembly = assemble({ store, rules: new ProjectRules(), clock: Date.now, log: silentLog });
  /** Sets a number in a document, or deletes the document if the number is null. */
  const set = async (path: string, n: number | null, database = DATABASE): Promise<void> => {
    const name = `${database}/documents/${path}`;
    const write = n === null ? { delete: name } : { update: { name, fields: { n: { integerValue: n } } } };
    await assembly.service.commit({ database, writes: [write] }, admin);
  };
  const contents = (): string[] =>
    [...store.documents()].map(({ name, fields }) => `${name} ${valueText(fields.get('n') ?? null)}`).sort();
  return { store, set, contents, ...assembly };
}

test('a restore returns to the snapshot, and listeners receive only the differences', async () => {
  const { admin: calls, service, store, set, contents } = start();
  for (const path of ['notes/changed', 'notes/deleted', 'notes/same']) await set(path, 1);
  await set('notes/other', 1, 'projects/q/databases/(default)');
  const same = store.read(`${ROOT}/notes/same`);
  const before = contents();
  expect(calls.takeSnapshot('p', 'first')).toBe(3);

  await set('notes/changed', 2);
  await set('notes/deleted', null);
  await set('notes/added', 1);
  await set('notes/second', 1, 'projects/p/databases/second');
  const changed = store.read(`${ROOT}/notes/changed`);
  const listener = new Listener(service);
  listener.query(1, { from: [{ collectionId: 'notes' }] });
  listener.takeAnswers();
  expect(await calls.restoreSnapshot('p', 'first')).toBe(4);
  expect(contents()).toEqual(before);
  expect(listener.takeAnswers().sort()).toEqual([
    'consistent',
    'deleted notes/added -1',
    'notes/changed +1',
    'notes/deleted +1',
  ]);
  // A client that has the changed version would ignore an older update time.
  const restored = store.read(`${ROOT}/notes/changed`);
  if (restored === null || changed === null) throw new Error('The document is missing.');
  expect(compareTimestamps(restored.updateTime, changed.updateTime)).toBeGreaterThan(0);
  expect(restored.createTime).toEqual(changed.createTime);
  expect(store.read(`${ROOT}/notes/same`)).toBe(same);
  expect(await calls.restoreSnapshot('p', 'first')).toBe(0);

  // Without the history it compares all documents.
  const [contentsBefore, lastChange] = [contents(), store.changesSince];
  store.changesSince = () => null;
  await set('notes/changed', 3);
  await set('notes/deleted', null);
  await set('notes/more', 1);
  expect(await calls.restoreSnapshot('p', 'first')).toBe(3);
  expect(contents()).toEqual(contentsBefore);
  store.changesSince = lastChange;
  await expect(calls.restoreSnapshot('q', 'first')).rejects.toMatchObject({ status: 'NOT_FOUND' });
});

test('a restore searches only the changes after the last restore of the same snapshot', async () => {
  const { admin: calls, store, set, contents } = start();
  await set('notes/a', 1);
  await set('notes/b', 1);
  calls.takeSnapshot('p', 'first');
  const first = contents();
  await set('notes/c', 1);
  calls.takeSnapshot('p', 'second');
  const second = contents();
  const found: number[] = [];
  const { changesSince } = store;
  store.changesSince = (database, time) => {
    const changes = [...(changesSince.call(store, database, time) ?? [])];
    found.push(changes.length);
    return changes;
  };
  await set('notes/a', 2);
  expect(await calls.restoreSnapshot('p', 'first')).toBe(2);
  expect(contents()).toEqual(first);
  await set('notes/b', 2);
  // Since the snapshot, document a has changed too: it has a new update time.
  expect(await calls.restoreSnapshot('p', 'first')).toBe(1);
  expect(contents()).toEqual(first);
  expect(found).toEqual([2, 1]);
  // The restores of one snapshot are changes for the other.
  expect(await calls.restoreSnapshot('p', 'second')).toBe(1);
  expect(contents()).toEqual(second);
  expect(found).toEqual([2, 1, 3]);
});

test('a restore waits for commits that are not in the journal yet', async () => {
  const slow: Journal = { append: async () => new Promise((resolve) => void setTimeout(resolve, 10)) };
  const { admin: calls, set, contents } = start(slow);
  await set('notes/a', 1);
  calls.takeSnapshot('p', 'first');
  const before = contents();
  await Promise.all([set('notes/a', 2), set('notes/b', 1), calls.restoreSnapshot('p', 'first')]);
  expect(contents()).toEqual(before);
});

test('there are at most 100 snapshots, and a name can be used again', () => {
  const { admin: calls } = start();
  for (let n = 0; n < 100; n += 1) calls.takeSnapshot('p', String(n));
  expect(calls.takeSnapshot('p', '0')).toBe(0);
  expect(() => calls.takeSnapshot('p', 'one more')).toThrow(/100 snapshots/u);
});

test('with data on disk, a restore that was answered survives a kill', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'firestore-snapshots-'));
  const [data, copy] = [join(directory, 'data'), join(directory, 'copy')];
  const options = { host: '127.0.0.1', port: 0 };
  const server = await startFirestore({ ...options, dataDirectory: data });
  const commit = async (n: number): Promise<void> => {
    const writes = Array.from({ length: 300 }, (_, at) => ({
      update: { name: `${ROOT}/notes/${at}`, fields: { n: { integerValue: n + at } } },
    }));
    await server.service.commit({ database: DATABASE, writes }, admin);
  };
  await commit(0);
  const before = contentsOf(server.store);
  server.admin.takeSnapshot('p', 'first');
  await commit(1_000);
  expect(await server.admin.restoreSnapshot('p', 'first')).toBe(300);
  // A kill leaves the files as they are now.
  await cp(data, copy, { recursive: true, filter: (path) => !path.endsWith('lock') });
  await server.stop();
  const recovered = await startFirestore({ ...options, dataDirectory: copy });
  expect(contentsOf(recovered.store)).toEqual(before);
  await recovered.stop();
  await rm(directory, { recursive: true });
});

function contentsOf(store: Store): readonly string[] {
  return [...store.documents()]
    .map(
      ({ name, fields, createTime }) =>
        `${name} ${valueText(fields.get('n') ?? null)} ${timestampText(createTime)}`,
    )
    .sort();
}
