import { setTimeout as pause } from 'node:timers/promises';

import { runScheduled } from '@foldmark/tools/suite/schedule';
import { describe, expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLinks } from '#tests/api/seed-library.ts';
import {
  type Account,
  DEADLINE,
  deleteAccountElsewhere,
  register,
  registerWithGoogle,
  signUp,
} from '#tests/api/support.ts';

const firestore = openFirestore();
const MINUTE_MS = 60_000;

async function run(name: 'housekeeping' | 'nightly'): Promise<void> {
  await runScheduled(inject('suite').functionsUrl, name);
}

async function isStored({ uid }: Account): Promise<boolean> {
  const profile = firestore.doc(`users/${uid}`);
  return (await profile.get()).exists || (await profile.listCollections()).length > 0;
}

/** Writes the state of a deletion whose task was lost. */
async function interruptDeletion({ uid }: Account, due_at: Date): Promise<void> {
  await firestore
    .batch()
    .set(firestore.doc(`deletions/${uid}`), { unfinished_since: new Date(), due_at })
    .delete(firestore.doc(`users/${uid}`))
    .delete(firestore.doc(`users/${uid}/private/counters`))
    .commit();
}

describe('while an account is being deleted', () => {
  test('its uid is blocked in the commit that deletes its profile', async () => {
    const person = await registerWithGoogle();
    await seedLinks(firestore, person.uid, 700);
    const profile = firestore.doc(`users/${person.uid}`);
    const block = firestore.doc(`deletions/${person.uid}`);

    const deletion = person.call('/users/delete/');
    for (let exists = true; exists; await pause(1)) {
      // One read of both documents, so that they are of the same time.
      const [user, blocked] = await firestore.getAll(profile, block);
      exists = user?.exists === true;
      expect(exists).toBe(blocked?.exists === false);
    }

    expect(await deletion).toMatchObject({ status: 200 });
    await expect
      .poll(async () => (await block.get()).data(), DEADLINE)
      .toEqual({ expire_at: expect.anything() });
    expect(await isStored(person)).toBe(false);
  });

  test('no login creates a new profile', async () => {
    const person = await registerWithGoogle();
    await interruptDeletion(person, new Date());
    expect(await person.call('/users/login-register/', { uid: person.uid })).toMatchObject({ status: 401 });
    expect(await isStored(person)).toBe(false);
  });

  test('and afterwards no login creates a profile until the last token has expired', async () => {
    const person = await registerWithGoogle();
    await interruptDeletion(person, new Date());
    const block = firestore.doc(`deletions/${person.uid}`);
    const login = async () => person.call('/users/login-register/', { uid: person.uid });

    await block.set({ expire_at: new Date(Date.now() + MINUTE_MS) });
    expect(await login()).toMatchObject({ status: 401 });
    await block.set({ expire_at: new Date(Date.now() - 1) });
    expect(await login()).toMatchObject({ status: 200 });
  });

  test('the next run completes a deletion that failed half-way, but leaves one that still runs', async () => {
    const [broken, running] = [await registerWithGoogle(), await registerWithGoogle()];
    for (const { uid } of [broken, running]) await seedLinks(firestore, uid, 3);
    await interruptDeletion(broken, new Date(Date.now() - MINUTE_MS));
    await interruptDeletion(running, new Date(Date.now() + MINUTE_MS));

    await run('housekeeping');

    await expect.poll(async () => isStored(broken), DEADLINE).toBe(false);
    expect(await broken.call('/users/login-register/', { uid: broken.uid })).toMatchObject({ status: 401 });
    expect(await isStored(running)).toBe(true);
  });
});

describe('a library whose account was deleted through the identity provider', () => {
  test('is removed by the next nightly run, and no other library is', async () => {
    const [gone, here, without] = [await register(), await register(), await signUp()];
    for (const { ask } of [gone, here]) await ask('/links/create/', { url: 'mailto:a@example.com' });
    await deleteAccountElsewhere(gone);

    await run('nightly');

    await expect.poll(async () => isStored(gone), DEADLINE).toBe(false);
    expect(await here.ask('/links/list/', {})).toHaveLength(1);
    expect(await isStored(without)).toBe(false);
  });

  test('is removed even without a profile and without a record of its deletion', async () => {
    const [gone, here] = [await register(), await register()];
    for (const { uid } of [gone, here]) {
      await seedLinks(firestore, uid, 2);
      await firestore.doc(`users/${uid}`).delete();
    }
    await deleteAccountElsewhere(gone);

    await run('nightly');

    await expect.poll(async () => isStored(gone), DEADLINE).toBe(false);
    expect(await isStored(here)).toBe(true);
  });
});
