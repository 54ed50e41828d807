import { UNMETERED } from '@foldmark/functions/allowance/meter';
import { deleteAccount } from '@foldmark/functions/accounts/delete-account';
import { continueDeletions } from '@foldmark/functions/jobs/continue-jobs';
import { doStep } from '@foldmark/functions/jobs/do-step';
import { Libraries } from '@foldmark/functions/store/libraries';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import type { Step } from '@foldmark/functions/store/steps';
import { noServices } from '@foldmark/functions/testing/no-services';
import { expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLinks } from '#tests/api/seed-library.ts';

/** Runs the tasks in this process, with a queue that only remembers them. */

const firestore = openFirestore();
const NO_PAUSE = async () => undefined;
const MINUTE_MS = 60_000;

class Down extends Error {}

/** A library of links. `clock` is read after each page of a deletion, among others. */
async function seeded(links: number, parts: { readonly clock?: () => number } = {}) {
  const uid = crypto.randomUUID();
  await seedLinks(firestore, uid, links);
  const { clock = () => 0 } = parts;
  const queued: Step[] = [];
  const removed: string[] = [];
  const broken = { queue: false, accounts: false };
  const now = () => new Date(Date.now() + clock());
  const services = noServices({
    now,
    library: async (owner) =>
      new FirestoreLibrary({
        firestore,
        uid: owner,
        now,
        meter: UNMETERED,
        onImageDeletions: NO_PAUSE,
        onLeftovers: NO_PAUSE,
      }),
    libraries: async () => new Libraries(firestore, now),
    doStepLater: async (step) => {
      if (broken.queue) throw new Down();
      queued.push(step);
    },
    accounts: {
      remove: async (owner) => {
        if (broken.accounts) throw new Down();
        removed.push(owner);
      },
    },
  });
  const deletion = firestore.doc(`deletions/${uid}`);
  return {
    uid,
    queued,
    removed,
    broken,
    services,
    deliver: async (part = 0) => doStep({ uid, state: 'deleting', part }, services, { pause: NO_PAUSE }),
    left: async () => (await firestore.collection(`users/${uid}/links`).count().get()).data().count,
    block: async () => (await deletion.get()).data(),
    isFinished: async () => (await deletion.get()).get('expire_at') !== undefined,
    dueIn: async () => (await deletion.get()).get('due_at').toMillis() - now().getTime(),
    isDue: async () => {
      queued.length = 0;
      await continueDeletions(services);
      return queued.some((step) => step.uid === uid);
    },
  };
}

test('the call blocks the uid, deletes the account and leaves the library to a task', async () => {
  const { uid, services, queued, removed, left, deliver, isFinished } = await seeded(3);
  await deleteAccount(uid, services);
  expect((await firestore.doc(`users/${uid}`).get()).exists).toBe(false);
  expect([queued, removed]).toEqual([[{ uid, state: 'deleting', part: 0 }], [uid]]);
  expect(await left()).toBe(3);
  await deliver();
  expect(await left()).toBe(0);
  expect(await isFinished()).toBe(true);
});

test('a repeated call queues no second task, neither during the deletion nor after it', async () => {
  const { uid, services, queued, deliver, isFinished, isDue } = await seeded(3);
  await deleteAccount(uid, services);
  await deleteAccount(uid, services);
  expect(queued).toHaveLength(1);
  // A task that waits in the queue is not queued at each run of the job.
  await firestore.doc(`deletions/${uid}`).update({ due_at: new Date(Date.now() - 1) });
  expect(await isDue()).toBe(true);
  expect(await isDue()).toBe(false);
  await deliver();
  expect(await isFinished()).toBe(true);
  queued.length = 0;
  await deleteAccount(uid, services);
  expect(queued).toEqual([]);
  expect(await isFinished()).toBe(true);
});

test('a task ends after some seconds, and the next one continues', async () => {
  let reads = 0;
  // Each reading of the clock is 5 seconds later.
  const library = await seeded(700, { clock: () => (reads += 1) * 5000 });
  await deleteAccount(library.uid, library.services);
  const counts: number[] = [];
  for (let step = library.queued.shift(); step !== undefined; step = library.queued.shift()) {
    await library.deliver(step.part);
    counts.push(await library.left());
  }
  expect(counts.length).toBeGreaterThan(2);
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => b - a));
  expect(await library.isFinished()).toBe(true);
});

test('a task that was delivered twice continues once, whether the deliveries end one after another or together', async () => {
  let reads = 0;
  const library = await seeded(1500, { clock: () => (reads += 1) * 5000 });
  await deleteAccount(library.uid, library.services);
  library.queued.length = 0;
  await Promise.all([library.deliver(0), library.deliver(0)]);
  expect(library.queued).toEqual([{ uid: library.uid, state: 'deleting', part: 1 }]);
  const left = await library.left();
  await library.deliver(0);
  expect(library.queued).toHaveLength(1);
  expect(await library.left()).toBe(left);
  await firestore.recursiveDelete(firestore.doc(`users/${library.uid}`));
  await firestore.recursiveDelete(firestore.doc(`deletions/${library.uid}`));
});

test('a deletion survives a queue and an identity provider that are down', async () => {
  const { uid, services, broken, deliver, isFinished, isDue, removed } = await seeded(3);
  broken.queue = true;
  broken.accounts = true;
  await deleteAccount(uid, services);
  broken.queue = false;
  expect(await isDue()).toBe(false);
  await firestore.doc(`deletions/${uid}`).update({ due_at: new Date(Date.now() - 1) });
  expect(await isDue()).toBe(true);
  await expect(deliver()).rejects.toThrow(Down);
  expect(await isFinished()).toBe(false);
  broken.accounts = false;
  await deliver();
  expect(await isFinished()).toBe(true);
  expect(removed).toEqual([uid]);
});

test('a deletion that keeps failing waits longer each time, and no other waits for it', async () => {
  let ahead = 0;
  const library = await seeded(1, { clock: () => ahead });
  library.broken.accounts = true;
  await deleteAccount(library.uid, library.services);
  const waits: number[] = [];
  for (let days = 0; days < 3; days += 1) {
    await expect(library.deliver()).rejects.toThrow(Down);
    waits.push(Math.round((await library.dueIn()) / MINUTE_MS));
    expect(await library.isDue()).toBe(false);
    ahead += 24 * 60 * MINUTE_MS;
  }
  expect(waits).toEqual([5, 6 * 60, 12 * 60]);
  await firestore.recursiveDelete(firestore.doc(`deletions/${library.uid}`));
});

test('a task that is delivered again after the deletion leaves a new library alone', async () => {
  const { uid, services, deliver, isFinished, left } = await seeded(2);
  await deliver();
  expect(await left()).toBe(2);
  await deleteAccount(uid, services);
  await deliver();
  expect(await isFinished()).toBe(true);
  await seedLinks(firestore, uid, 1);
  await deliver();
  expect(await left()).toBe(1);
  await firestore.recursiveDelete(firestore.doc(`users/${uid}`));
});
