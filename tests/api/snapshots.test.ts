import { mergeChunk, readChunk } from '@foldmark/contract/library-chunks';
import type { DocumentVersion } from '@foldmark/library/entities/records';
import { READ_DOCUMENT } from '@foldmark/contract/read-document';
import { cutSnapshot, decodeSnapshot, encodeSnapshot } from '@foldmark/contract/snapshot';
import { joinSnapshot } from '@foldmark/contract/snapshot-parts';
import { UNMETERED } from '@foldmark/functions/allowance/meter';
import { continueSnapshots } from '@foldmark/functions/jobs/continue-jobs';
import { LINKS } from '@foldmark/functions/store/collections';
import { Libraries } from '@foldmark/functions/store/libraries';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import { FirestoreSnapshots } from '@foldmark/functions/store/snapshots/firestore-snapshots';
import type { Snapshots } from '@foldmark/functions/store/snapshots/snapshots';
import { askForSnapshot } from '@foldmark/functions/snapshots/ask-for-snapshot';
import { writeSnapshotOfTask } from '@foldmark/functions/snapshots/write-snapshot';
import { noServices } from '@foldmark/functions/testing/no-services';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, describe, expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { destroyed, importerOf, Killed } from '#tests/api/importer.ts';
import { register } from '#tests/api/support.ts';

/** Runs the job in this process, where a test can end it at any point. The last test runs the function of the suite. */

const firestore = openFirestore();
const uids = new Set<string>();

// These profiles have no accounts, and the nightly job stops if it finds too many of them.
afterAll(async () => {
  for (const uid of uids) await destroyed(libraryOf(uid));
});

const realTime = () => new Date();
const noImages = async () => undefined;

function libraryOf(uid: string): FirestoreLibrary {
  const parts = { firestore, uid, now: realTime, onImageDeletions: noImages, onLeftovers: noImages };
  return new FirestoreLibrary({ ...parts, meter: UNMETERED });
}

const HOUR_MS = 3_600_000;
/** Links and folders that are renamed together. */
const PAIRS = [1, 2, 3];
const CHANGED = { why: 'changed' } as const;

/** A library of 600 links of yesterday, and 10 folders. */
async function seed(uid: string): Promise<void> {
  const batch = firestore.batch();
  for (let id = 1; id <= 600; id += 1) {
    for (const [path, data] of pairOf(id, 'first').slice(0, id <= 10 ? 2 : 1)) {
      batch.set(firestore.doc(`users/${uid}/${path}`), { ...data, updated_at: YESTERDAY });
    }
  }
  await batch.commit();
}

const YESTERDAY = new Date(Date.now() - 24 * HOUR_MS);

function pairOf(id: number, name: string) {
  return [
    [`links/${id}`, { link_id: id, url: `mailto:${id}`, name, created_at: YESTERDAY, deleted: false }],
    [`folders/${id}`, { folder_id: id, name, created_at: YESTERDAY, deleted: false }],
  ] as const;
}

/** Renames a link and its folder in one commit, as the API does. */
async function rename(uid: string, id: number, name: string): Promise<void> {
  const batch = firestore.batch();
  const updated_at = Timestamp.now();
  for (const [path, data] of pairOf(id, name)) {
    batch.set(firestore.doc(`users/${uid}/${path}`), { ...data, updated_at });
  }
  await batch.commit();
}

async function deleteForever(uid: string, link_id: number): Promise<void> {
  const tombstone = { link_id, deleted: true, updated_at: Timestamp.now(), expire_at: Timestamp.now() };
  await firestore.doc(`users/${uid}/links/${link_id}`).set(tombstone);
}

interface Log {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The job of a person, with a queue that only remembers its tasks. `point` is called before and after each commit. */
async function personWith(point: () => void = () => undefined) {
  const uid = crypto.randomUUID();
  uids.add(uid);
  await firestore.doc(`users/${uid}`).set({ user_id: uid, created_at: YESTERDAY, updated_at: YESTERDAY });
  await seed(uid);
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const queued: string[] = [];
  const logged: Log[] = [];
  const note = (message: string, fields: Log['fields']) => void logged.push({ message, fields });
  const snapshots = new FirestoreSnapshots({ firestore, uid, now, meter: UNMETERED });
  const services = noServices({
    now,
    newId: () => crypto.randomUUID(),
    log: { info: note, warn: note, error: note },
    snapshots: async () => killable(snapshots, point),
    libraries: async () => new Libraries(firestore, now),
    writeSnapshotLater: async (task) => void queued.push(task),
  });
  return {
    uid,
    clock,
    queued,
    logged,
    services,
    ask: async (reason: Parameters<Snapshots['ask']>[0] = CHANGED) => askForSnapshot(services, uid, reason),
    deliver: async () => writeSnapshotOfTask({ uid }, services),
    parts: async () => (await firestore.collection(`users/${uid}/snapshots`).get()).docs,
    state: async () => (await firestore.doc(`users/${uid}/private/snapshot`).get()).data() ?? {},
  };
}

function killable(snapshots: Snapshots, point: () => void): Snapshots {
  const around = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    point();
    return result;
  };
  return {
    hasEnoughLinks: async () => snapshots.hasEnoughLinks(),
    ask: async (reason) => snapshots.ask(reason),
    begin: async (attempt) => around((point(), snapshots.begin(attempt))),
    read: async (onUnusable) => around(snapshots.read(onUnusable)),
    write: async (attempt, at, parts) => around(snapshots.write(attempt, at, parts)),
    giveUp: async (attempt, isRefused) => snapshots.giveUp(attempt, isRefused),
  };
}

/** The names by id, as a new browser reads them from the snapshot alone. */
async function readSnapshot(uid: string) {
  const { docs } = await firestore.collection(`users/${uid}/snapshots`).get();
  const joined = joinSnapshot(
    docs.map((document) => document.data()),
    Date.now() * 1000,
  );
  if (joined === null) return null;
  const names = { links: new Map<string, string>(), folders: new Map<string, string>() };
  for (const { collection, text } of await decodeSnapshot(joined.bytes)) {
    if (collection !== 'links' && collection !== 'folders') throw new Error(`${collection} is empty.`);
    for (const { id, record } of readChunk(collection, text)) {
      if (record !== null && 'name' in record) names[collection].set(id, record.name);
    }
  }
  return { at: joined.at, ...names };
}

function usageUrl(): string {
  const { firestoreHost, projectId } = inject('suite');
  return `http://${firestoreHost}/emulator/v1/projects/${projectId}/usage`;
}

/** The names of the links after the delta that a browser reads next. */
async function withDelta(uid: string, { at, links }: NonNullable<Awaited<ReturnType<typeof readSnapshot>>>) {
  const names = new Map(links);
  const since = Timestamp.fromMillis(Math.floor(at / 1000) - 10_000);
  const { docs } = await firestore.collection(`users/${uid}/links`).where('updated_at', '>', since).get();
  for (const document of docs) {
    const { id, record }: DocumentVersion<'links'> = READ_DOCUMENT.links(document.id, document.data());
    if (record === null) names.delete(id);
    else names.set(id, record.name);
  }
  return names;
}

async function liveNames(uid: string): Promise<Map<string, unknown>> {
  const live = firestore.collection(`users/${uid}/links`).where('deleted', '==', false);
  return new Map((await live.get()).docs.map((document) => [document.id, document.get('name')]));
}

describe('a snapshot', () => {
  test('is of one timestamp while documents change, and complete with the newer ones', async () => {
    const person = await personWith();
    const { uid } = person;
    const edits = { run: true, made: 0 };
    const writing = (async () => {
      while (edits.run) {
        edits.made += 1;
        await Promise.all(PAIRS.map(async (id) => rename(uid, id, `edit ${edits.made}`)));
        await deleteForever(uid, 11 + (edits.made % 100));
      }
    })();
    for (let round = 0; round < 4; round += 1) {
      await person.ask();
      await person.deliver();
      const snapshot = await readSnapshot(uid);
      expect(snapshot).not.toBeNull();
      for (const id of PAIRS) {
        expect(snapshot?.links.get(String(id))).toBe(snapshot?.folders.get(String(id)));
      }
      person.clock.ahead += HOUR_MS;
    }
    edits.run = false;
    await writing;
    const last = await readSnapshot(uid);
    if (last === null) throw new Error('There is no snapshot.');
    expect(last.links.get('3')).toMatch('edit');
    expect(await withDelta(uid, last)).toEqual(await liveNames(uid));
    expect(edits.made).toBeGreaterThan(4);
  });

  test('is the earlier one with the newer documents, but without those that were deleted forever', async () => {
    const person = await personWith();
    const { uid, clock, logged } = person;
    expect(await person.ask({ why: 'deleted' })).toBe(false);
    await person.ask();
    await person.deliver();
    await rename(uid, 7, 'renamed');
    await deleteForever(uid, 8);
    clock.ahead += HOUR_MS;
    await fetch(usageUrl(), { method: 'DELETE' });
    expect(await person.ask({ why: 'deleted' })).toBe(true);
    await person.deliver();
    // The request, the beginning, the earlier part, 3 newer documents, 2 collections without any, and the end with the part's name.
    const reads = 3 + 1 + 1 + 3 + 2 + 3;
    expect(await (await fetch(usageUrl())).json()).toMatchObject({ reads, writes: 1 + 3, deletes: 0 });
    expect(logged).toMatchObject([
      { message: 'a snapshot was written', fields: { documents: 610, has_base: false } },
      { message: 'a snapshot was written', fields: { documents: 3, has_base: true } },
    ]);
    const snapshot = await readSnapshot(uid);
    expect(snapshot?.links.get('7')).toBe('renamed');
    expect(snapshot?.links.has('8')).toBe(false);
    expect(snapshot?.links).toEqual(await liveNames(uid));
    const [part] = await person.parts();
    expect(part?.get('expire_at').toMillis() - part?.get('at').toMillis()).toBe(30 * 24 * HOUR_MS);
  });

  test('that is killed at any point or delivered twice is written once', async () => {
    const counted = { points: 0, fatal: 0, passed: 0 };
    const person = await personWith(() => {
      counted.passed += 1;
      if (counted.passed === counted.fatal) throw new Killed('the job');
    });
    for (let fatal = 1; fatal <= 4; fatal += 1) {
      Object.assign(counted, { fatal, passed: 0 });
      await rename(person.uid, fatal, `before ${fatal}`);
      await person.ask();
      await expect(person.deliver()).rejects.toThrow(Killed);
      await Promise.all([person.deliver(), person.deliver()]);
      await person.deliver();
      counted.points = Math.max(counted.points, counted.passed);
      expect((await readSnapshot(person.uid))?.links.get(String(fatal))).toBe(`before ${fatal}`);
      expect(Object.keys(await person.state())).toEqual(['written_at']);
      person.clock.ahead += HOUR_MS;
    }
    expect(counted.points).toBeGreaterThanOrEqual(4);
    expect(person.logged.filter(({ message }) => message.includes('written')).length).toBeLessThanOrEqual(4);
  });

  test('that is damaged or too old is made again from all documents', async () => {
    const person = await personWith();
    await person.ask();
    await person.deliver();
    const text = mergeChunk('links', undefined, [], 0).replace('[]', '[["1",1,"no number"]]');
    const broken = await encodeSnapshot([{ collection: 'links', number: 0, text }]);
    const old = Timestamp.fromMillis(Date.now() - 26 * 24 * HOUR_MS);
    for (const damage of [
      { data: Buffer.from('no snapshot') },
      { schema: 2 },
      { parts: 2 },
      { at: old },
      { data: broken, bytes: broken.length },
    ]) {
      const [part] = await person.parts();
      await part?.ref.update(damage);
      person.clock.ahead += HOUR_MS;
      person.logged.length = 0;
      expect(await person.ask({ why: 'browser', found: null })).toBe(true);
      await person.deliver();
      expect(person.logged).toMatchObject([
        { message: 'a stored snapshot is not usable' },
        { fields: { documents: 610, has_base: false } },
      ]);
      expect((await readSnapshot(person.uid))?.links.size).toBe(600);
    }
  });

  test('is deleted if the job finds fewer than 500 links, because it can contain links deleted forever', async () => {
    for (const damage of [
      { at: Timestamp.fromMillis(Date.now() - 26 * 24 * HOUR_MS) },
      { data: Buffer.from('no snapshot') },
      { schema: 2 },
    ]) {
      const person = await personWith();
      await person.ask();
      await person.deliver();
      const [part] = await person.parts();
      await part?.ref.update(damage);
      for (let id = 1; id <= 101; id += 1) await deleteForever(person.uid, id);
      person.clock.ahead += HOUR_MS;
      expect(await person.ask({ why: 'deleted' })).toBe(true);
      await person.deliver();
      expect(await person.parts()).toEqual([]);
      expect(await person.state()).toEqual({});
      // Nothing is left to leave.
      expect(await person.ask({ why: 'deleted' })).toBe(false);
    }
  });

  test('includes a deletion whose commit waited for minutes', async () => {
    const person = await personWith();
    await person.ask();
    await person.deliver();
    const { at } = (await readSnapshot(person.uid)) ?? { at: 0 };
    const updated_at = Timestamp.fromMillis(at / 1000 - 4 * 60_000);
    const tombstone = { link_id: 9, deleted: true, updated_at, expire_at: Timestamp.now() };
    await firestore.doc(`users/${person.uid}/links/9`).set(tombstone);
    person.clock.ahead += HOUR_MS;
    await person.ask();
    await person.deliver();
    expect((await readSnapshot(person.uid))?.links.has('9')).toBe(false);
  });

  test('is requested by the commit that deletes links or folders forever, even if no task can be queued', async () => {
    const person = await personWith();
    const { uid, clock } = person;
    const due: string[] = [];
    const library = new FirestoreLibrary({
      firestore,
      uid,
      now: () => new Date(Date.now() + clock.ahead),
      meter: UNMETERED,
      onImageDeletions: noImages,
      onLeftovers: noImages,
      onSnapshotDue: async () => void due.push(uid),
    });
    const deleteOne = async (link_id: number) =>
      library.transaction(async (transaction) => {
        const link = await transaction.get(LINKS, { link_id });
        transaction.tombstone(LINKS, link === null ? [] : [link]);
      });
    await deleteOne(1);
    // There is no snapshot.
    expect([due, await person.state()]).toEqual([[], {}]);
    await person.ask();
    await person.deliver();
    await deleteOne(2);
    // Within the hour.
    expect(due).toEqual([]);
    expect(Object.keys(await person.state()).toSorted()).toEqual(['asked_at', 'due_at', 'written_at']);
    clock.ahead += HOUR_MS;
    await continueSnapshots(person.services);
    expect(person.queued).toContain(uid);
    await person.deliver();
    expect((await readSnapshot(uid))?.links.has('2')).toBe(false);

    clock.ahead += HOUR_MS;
    await Promise.all([deleteOne(3), deleteOne(4)]);
    expect(due).toEqual([uid]);
    await person.deliver();
    expect((await readSnapshot(uid))?.links.has('4')).toBe(false);
  });

  test('has up to ten parts, and loses those that a smaller one does not have', async () => {
    const person = await personWith();
    const snapshots = await person.services.snapshots(person.uid);
    for (const size of [9_000_000, 1_000_000]) {
      await person.ask();
      await snapshots.begin('the attempt');
      const bytes = crypto.getRandomValues(new Uint8Array(65_536));
      const parts = cutSnapshot(Uint8Array.from({ length: size }, (_, place) => bytes[place % 65_536] ?? 0));
      expect(await snapshots.write('the attempt', Date.now() * 1000, parts)).toBe(true);
      expect(await person.parts()).toHaveLength(Math.ceil(size / 900_000));
      person.clock.ahead += HOUR_MS;
    }
    await person.ask();
    await snapshots.begin('the attempt');
    await snapshots.giveUp('the attempt', true);
    expect(await person.parts()).toEqual([]);
    expect(await person.ask()).toBe(false);
  });

  test('is deleted with the account, and is not written afterwards', async () => {
    const person = await personWith();
    const { uid } = person;
    await person.ask();
    await person.deliver();
    person.clock.ahead += HOUR_MS;
    await person.ask();
    const snapshots = await person.services.snapshots(uid);
    await snapshots.begin('the attempt');
    const state = await person.state();
    await destroyed(libraryOf(uid));
    // Even if the deletion has not reached the state yet.
    const left = firestore.doc(`users/${uid}/private/snapshot`);
    await left.set(state);
    expect(await snapshots.write('the attempt', Date.now() * 1000, [new Uint8Array(1)])).toBe(false);
    await left.delete();
    expect(await person.ask()).toBe(false);
    await person.deliver();
    expect(await firestore.doc(`users/${uid}`).listCollections()).toEqual([]);
  });
});

describe('a request', () => {
  test('queues one task, at most once an hour, and a job continues delayed and lost ones', async () => {
    const person = await personWith();
    const { queued, clock, services } = person;
    const taken = () => queued.splice(0).filter((uid) => uid === person.uid).length;
    expect([await person.ask(), await person.ask()]).toEqual([true, true]);
    expect(taken()).toBe(1);
    // The task was lost.
    clock.ahead += 16 * 60_000;
    await continueSnapshots(services);
    expect(taken()).toBe(1);
    await person.deliver();
    // Within the hour, the local queue delivers a task too early.
    clock.ahead += HOUR_MS / 2;
    expect(await person.ask()).toBe(true);
    await person.deliver();
    await continueSnapshots(services);
    expect(taken()).toBe(0);
    expect(await person.state()).toHaveProperty('asked_at');
    clock.ahead += HOUR_MS / 2;
    await continueSnapshots(services);
    expect(taken()).toBe(1);
    await person.deliver();
    expect(await person.state()).not.toHaveProperty('asked_at');
    await continueSnapshots(services);
    expect(taken()).toBe(0);
  });

  test('during a run gets a later snapshot', async () => {
    const person = await personWith();
    const snapshots = await person.services.snapshots(person.uid);
    await person.ask();
    await snapshots.begin('the attempt');
    const read = await snapshots.read(() => undefined);
    expect(await snapshots.ask(CHANGED)).toBe('later');
    await snapshots.write('the attempt', read?.at ?? 0, [new Uint8Array(1)]);
    const { due_at, asked_at, written_at } = await person.state();
    expect(asked_at).toBeDefined();
    expect(due_at.toMillis() - written_at.toMillis()).toBeGreaterThan(HOUR_MS - 5000);
  });

  test('comes from an import, and from an action of 500 changes and its undo', async () => {
    const person = await personWith();
    const { uid } = person;
    await firestore
      .doc(`users/${uid}/private/counters`)
      .set({ next_link_id: 601, next_folder_id: 11, next_folder_link_id: 1 });
    const importer = importerOf(firestore, uid);
    await importer.send('the-import', [
      { folders: [], links: [{ url: 'mailto:new', name: 'new', folders: [] }] },
    ]);
    await importer.run('the-import');
    await importer.drain();
    expect(importer.snapshotTasks).toEqual([uid]);
    await person.deliver();
    expect((await readSnapshot(uid))?.links.get('601')).toBe('new');
    importer.clock.ahead += HOUR_MS;
    await importer.undo('the-import');
    await importer.drain();
    expect(importer.snapshotTasks).toEqual([uid, uid]);
  });
});

test('a browser gets a snapshot by asking for it, and only a newer one than it has found', async () => {
  const person = await register();
  expect(await person.ask('/snapshots/create/', {})).toEqual({ asked: false });
  await seed(person.uid);
  expect(await person.ask('/snapshots/create/', {})).toEqual({ asked: true });
  await expect.poll(async () => readSnapshot(person.uid), { timeout: 30_000 }).not.toBeNull();
  const snapshot = await readSnapshot(person.uid);
  expect(snapshot?.links).toEqual(await liveNames(person.uid));
  const at = Math.floor((snapshot?.at ?? 0) / 1000);
  const before = new Date(at - 1).toISOString();
  expect(await person.ask('/snapshots/create/', { found_at: before })).toEqual({ asked: false });
  const same = new Date(at).toISOString();
  expect(await person.ask('/snapshots/create/', { found_at: same })).toEqual({ asked: true });
});
