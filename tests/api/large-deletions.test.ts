import type { BatchableChange } from '@foldmark/library/changes/changes';
import { actionPartPath } from '@foldmark/contract/firestore-paths';
import { FAILURES } from '@foldmark/contract/failures';
import type { Meter } from '@foldmark/functions/allowance/meter';
import { continueLeftovers } from '@foldmark/functions/jobs/continue-jobs';
import { doStep } from '@foldmark/functions/jobs/do-step';
import { Libraries } from '@foldmark/functions/store/libraries';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import type { LeftoversStep } from '@foldmark/functions/store/steps';
import { batch } from '@foldmark/functions/operations/batch';
import { deleteFolder, deleteLink, emptyTrash } from '@foldmark/functions/operations/trash';
import { callerOf } from '@foldmark/functions/testing/caller';
import { noServices } from '@foldmark/functions/testing/no-services';
import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { type Person, register } from '#tests/api/support.ts';

const firestore = openFirestore();
const DEADLINE = { timeout: 120_000, interval: 500 };
const NO_PAUSE = async () => undefined;
const LIVE = { deleted: false, updated_at: new Date() };
const HOUR_MS = 60 * 60_000;

interface Seed {
  /** The parent of each folder. Folders are in the trash if they are at the root. */
  readonly folders?: readonly (readonly [folder_id: number, parent_folder_id: number])[];
  readonly members?: readonly (readonly [folder_id: number, link_id: number])[];
  /** Links in the trash. */
  readonly links?: readonly number[];
}

async function seed(uid: string, { folders = [], members = [], links = [] }: Seed): Promise<void> {
  const writer = firestore.bulkWriter({ throttling: false });
  const put = (path: string, data: object) =>
    void writer.set(firestore.doc(`users/${uid}/${path}`), { ...LIVE, ...data });
  for (const [folder_id, parent_folder_id] of folders) {
    const status_id = parent_folder_id === 0 ? 2 : 1;
    put(`folders/${folder_id}`, {
      folder_id,
      name: `folder ${folder_id} ${'ü'.repeat(90)}`,
      status_id,
      parent_folder_id,
      image_s3_key: '',
      created_at: new Date(),
    });
  }
  for (const [index, [folder_id, link_id]] of members.entries())
    put(`folder_links/${folder_id}_${link_id}`, { folder_link_id: index + 1, folder_id, link_id });
  for (const link_id of links)
    put(`links/${link_id}`, {
      link_id,
      url: `mailto:${link_id}`,
      name: 'a',
      status_id: 2,
      created_at: new Date(),
    });
  await writer.close();
}

function numbers(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

/** The members of folder 1: links that the test does not create, because a deletion does not read them. */
function membersOf(folder_id: number, count: number): (readonly [number, number])[] {
  return numbers(1, count).map((link_id) => [folder_id, link_id]);
}

async function countLive({ uid }: Pick<Person, 'uid'>, collection: string): Promise<number> {
  const live = firestore.collection(`users/${uid}/${collection}`).where('deleted', '==', false);
  return (await live.count().get()).data().count;
}

async function isLive({ uid }: Pick<Person, 'uid'>, folder_id: number): Promise<boolean> {
  return (await firestore.doc(`users/${uid}/folders/${folder_id}`).get()).get('deleted') === false;
}

/** The tests share one Firestore, so the libraries of other people are left out. */
function dueOf(uid: string, now: () => Date): Libraries {
  const libraries = new Libraries(firestore, now);
  const all = libraries.dueLeftovers.bind(libraries);
  libraries.dueLeftovers = async (limit) => (await all(limit)).filter((due) => due === uid);
  return libraries;
}

/** The operations and the job in this process, with a queue that only remembers its tasks. */
function deviceOf(
  { uid }: Pick<Person, 'uid'>,
  beforeTransaction: (number: number) => Promise<void> = NO_PAUSE,
) {
  const queued: LeftoversStep[] = [];
  const clock = { ahead: 0 };
  const logged: string[] = [];
  /** The writes of each transaction, and what the meter counts. */
  const counted = { reads: 0, writes: [] as number[], leftovers: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const meter: Meter = {
    read: (documents) => void (counted.reads += documents),
    count: ({ write, leftover = 0 }) => {
      if (write !== undefined) counted.writes.push(write);
      counted.leftovers += leftover;
    },
  };
  const queue = async (step: LeftoversStep) => void queued.push(step);
  const note = (message: string) => void logged.push(message);
  const library = new FirestoreLibrary({
    firestore,
    uid,
    now,
    meter,
    onImageDeletions: NO_PAUSE,
    onLeftovers: queue,
  });
  const commit = library.transaction.bind(library);
  let transactions = 0;
  library.transaction = async (work) => {
    transactions += 1;
    await beforeTransaction(transactions);
    return commit(work);
  };
  const services = noServices({
    now,
    log: { info: note, warn: note, error: note },
    library: async () => library,
    libraries: async () => dueOf(uid, now),
    snapshots: async () => ({
      ask: async () => 'no',
      hasEnoughLinks: async () => false,
      begin: async () => null,
      read: async () => null,
      write: async () => false,
      giveUp: NO_PAUSE,
    }),
    doStepLater: queue,
  });
  const call = { caller: callerOf(uid), minimal: false, author: null, requestKey: null };
  const deliver = async (step: LeftoversStep) => doStep(step, services, { pause: NO_PAUSE });
  return {
    queued,
    clock,
    counted,
    logged,
    deliver,
    deleteFolder: async (folder_id: number) => deleteFolder({ ...call, input: { folder_id } }, services),
    deleteLink: async (link_id: number) => deleteLink({ ...call, input: { link_id } }, services),
    emptyTrash: async () => emptyTrash({ ...call, input: {} }, services),
    act: async (action_id: string, changes: BatchableChange[]) =>
      batch({ ...call, input: { action_id, part: 0, parts: 1, label: 'a', changes } }, services),
    drain: async () => {
      let delivered = 0;
      for (let step = queued.shift(); step !== undefined; step = queued.shift(), delivered += 1)
        await deliver(step);
      return delivered;
    },
    housekeeping: async () => continueLeftovers(services),
    stored: async () => (await firestore.doc(`users/${uid}/private/leftovers`).get()).data(),
  };
}

describe('a folder with many links', () => {
  test('is gone at once, and a job deletes its memberships', async () => {
    const person = await register();
    await seed(person.uid, { folders: [[1, 0]], members: membersOf(1, 1300) });
    expect(await person.call('/folders/delete/', { folder_id: 1 })).toMatchObject({
      status: 200,
      body: { folder_ids: [1] },
    });
    expect(await isLive(person, 1)).toBe(false);
    await expect.poll(async () => countLive(person, 'folder_links'), DEADLINE).toBe(0);
    const job = firestore.doc(`users/${person.uid}/private/leftovers`);
    await expect.poll(async () => (await job.get()).exists, DEADLINE).toBe(false);
    expect(await person.call('/folders/delete/', { folder_id: 1 })).toMatchObject({ status: 404 });
  });

  test('is deleted in transactions of a bounded size, and the call pays for all of its memberships', async () => {
    const person = await register();
    await seed(person.uid, { folders: [[1, 0]], members: membersOf(1, 3000) });
    const device = deviceOf(person);
    await device.deleteFolder(1);
    expect(device.counted.leftovers).toBe(3000);
    expect(device.counted.reads).toBeLessThan(520);
    expect(await device.drain()).toBe(7);
    expect(Math.max(...device.counted.writes)).toBeLessThan(520);
    expect(await countLive(person, 'folder_links')).toBe(0);
    expect(await device.stored()).toBeUndefined();
  });

  test('is deleted with others in one part, and the first job does all', async () => {
    const person = await register();
    const folders = numbers(1, 40);
    await seed(person.uid, {
      folders: folders.map((id) => [id, 0]),
      members: folders.flatMap((id) => membersOf(id, 60)),
    });
    const device = deviceOf(person);
    await device.act(
      'first-part',
      folders.slice(0, 20).map((folder_id) => ({ kind: 'folder.delete', folder_id })),
    );
    await device.act(
      'second-part',
      folders.slice(20).map((folder_id) => ({ kind: 'folder.delete', folder_id })),
    );
    expect(await countLive(person, 'folders')).toBe(0);
    expect(device.queued).toHaveLength(1);
    await device.drain();
    expect(await countLive(person, 'folder_links')).toBe(0);
  });
});

test('a link in many folders is deleted, alone and with the trash', async () => {
  const person = await register();
  const members = numbers(1, 1100).map((folder_id) => [folder_id, 1] as const);
  await seed(person.uid, {
    links: [1, 2],
    members: [...members, ...numbers(1, 700).map((id) => [id, 2] as const)],
  });
  const device = deviceOf(person);
  await device.deleteLink(1);
  expect(await device.emptyTrash()).toMatchObject({ link_ids: [2] });
  await device.drain();
  expect(await countLive(person, 'folder_links')).toBe(0);
  expect(await countLive(person, 'links')).toBe(0);
});

describe('the job', () => {
  test('does nothing if a task comes twice, or late', async () => {
    const person = await register();
    await seed(person.uid, { folders: [[1, 0]], members: membersOf(1, 1300) });
    const device = deviceOf(person);
    await device.deleteFolder(1);
    const [first] = device.queued.splice(0);
    if (first === undefined) throw new Error('No task was queued.');
    await device.deliver(first);
    await device.deliver(first);
    expect(await countLive(person, 'folder_links')).toBe(400);
    expect(device.queued).toHaveLength(1);
    await device.drain();
    await device.deliver(first);
    expect(device.queued).toEqual([]);
    expect(await countLive(person, 'folder_links')).toBe(0);
  });

  test('is continued if its task is lost, at growing intervals, and given up at the end', async () => {
    const person = await register();
    await seed(person.uid, { folders: [[1, 0]], members: membersOf(1, 900) });
    const device = deviceOf(person);
    await device.deleteFolder(1);
    device.queued.length = 0;
    await device.housekeeping();
    expect(device.queued).toEqual([]);
    device.clock.ahead = HOUR_MS / 10;
    await device.housekeeping();
    await device.housekeeping();
    expect(device.queued).toHaveLength(1);
    for (let hour = 1; hour < 48; hour += 1) {
      device.clock.ahead = hour * HOUR_MS;
      await device.housekeeping();
    }
    expect(device.queued).toHaveLength(8);
    expect(device.logged).toEqual(['a job was given up']);
    expect(await device.stored()).toBeUndefined();
    await device.drain();
    expect(await countLive(person, 'folder_links')).toBe(400);
  });

  test('forgets its failures after a step', async () => {
    const person = await register();
    await seed(person.uid, { folders: [[1, 0]], members: membersOf(1, 1000) });
    const device = deviceOf(person);
    await device.deleteFolder(1);
    device.queued.length = 0;
    device.clock.ahead = HOUR_MS;
    await device.housekeeping();
    expect(await device.stored()).toMatchObject({ tries: 1 });
    const [step] = device.queued;
    if (step === undefined) throw new Error('No task was queued.');
    await device.deliver(step);
    expect(await device.stored()).not.toHaveProperty('tries');
  });
});

describe('a folder with thousands of subfolders', () => {
  /** Folder 1 has 30 subfolders, each has 40, and one of those has a chain of 60. All have a link. */
  const wide = numbers(2, 30).map((id) => [id, 1] as const);
  const deep = wide.flatMap(([id]) => numbers(id * 100, 40).map((below) => [below, id] as const));
  const chain = numbers(10_000, 60).map((id, index) => [id, index === 0 ? 200 : id - 1] as const);
  const tree = [[1, 0] as const, ...wide, ...deep, ...chain];
  const members = tree.map(([id]) => [id, 1] as const);

  test('is deleted with all of them, from the leaves up', async () => {
    const person = await register();
    await seed(person.uid, { folders: tree, members });
    const device = deviceOf(person);
    expect(await device.deleteFolder(1)).toMatchObject({ folder_ids: { length: tree.length } });
    expect(Math.max(...device.counted.writes)).toBeLessThan(520);
    expect(await countLive(person, 'folders')).toBe(0);
    await device.drain();
    expect(await countLive(person, 'folder_links')).toBe(0);
  });

  test('is deleted by a part of a batch, whose edits stay small, and by emptying the trash', async () => {
    const [one, other] = [await register(), await register()];
    for (const { uid } of [one, other]) await seed(uid, { folders: [...tree, [9, 0]], members });
    await deviceOf(one).act(
      'large-part',
      [1, 9].map((folder_id) => ({ kind: 'folder.delete', folder_id })),
    );
    expect(await countLive(one, 'folders')).toBe(0);
    const part = await firestore.doc(actionPartPath(one.uid, 'large-part', 0)).get();
    expect(JSON.parse(String(part.get('edits')))).toHaveLength(2);
    await deviceOf(other).emptyTrash();
    expect(await countLive(other, 'folders')).toBe(0);
  });

  test('is left alone by a part that also moves one of them out of it, or moves it to the trash', async () => {
    const person = await register();
    await seed(person.uid, { folders: tree, members });
    const device = deviceOf(person);
    const moved = device.act('mixed-part', [
      { kind: 'folder.move', folder_id: 2, parent_folder_id: 0 },
      { kind: 'folder.delete', folder_id: 1 },
    ]);
    await expect(moved).rejects.toThrow(FAILURES.tooLarge.primary_error);
    await firestore.doc(`users/${person.uid}/folders/1`).update({ status_id: 1 });
    const trashed = device.act('trash-part', [
      { kind: 'folder.set', folder_id: 1, status_id: 2 },
      { kind: 'folder.delete', folder_id: 1 },
    ]);
    await expect(trashed).rejects.toThrow(FAILURES.tooLarge.primary_error);
    expect(await countLive(person, 'folders')).toBe(tree.length);
  });

  test('is left alone if it is not in the trash', async () => {
    const person = await register();
    await seed(person.uid, { folders: tree, members });
    await firestore.doc(`users/${person.uid}/folders/1`).update({ status_id: 1 });
    await expect(deviceOf(person).deleteFolder(1)).rejects.toThrow(FAILURES.notInTrash.primary_error);
    expect(await countLive(person, 'folders')).toBe(tree.length);
  });

  test('is deleted by a repeat of a call that ended half-way, which leaves no folder without its parent', async () => {
    const person = await register();
    await seed(person.uid, { folders: tree, members });
    const killed = deviceOf(person, async (number) => {
      if (number > 4) throw new Error('The instance was killed.');
    });
    await expect(killed.deleteFolder(1)).rejects.toThrow('The instance was killed.');
    const { docs } = await firestore
      .collection(`users/${person.uid}/folders`)
      .where('deleted', '==', false)
      .get();
    const left = new Set(docs.map(({ id }) => Number(id)));
    expect(left.size).toBe(tree.length - 600);
    expect(tree.filter(([id, parent]) => left.has(id) && parent !== 0 && !left.has(parent))).toEqual([]);
    await deviceOf(person).deleteFolder(1);
    expect(await countLive(person, 'folders')).toBe(0);
  });
});
