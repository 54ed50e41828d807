import { setTimeout as pause } from 'node:timers/promises';

import { runScheduled } from '@foldmark/tools/suite/schedule';
import { describe, expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLinks } from '#tests/api/library.ts';
import {
  type Account,
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

/** Leaves a deletion as it is when the instance dies after the first page of links. */
async function breakOff({ uid }: Account, began: Date): Promise<void> {
  await firestore
    .batch()
    .set(firestore.doc(`deletions/${uid}`), { unfinished_since: began })
    .delete(firestore.doc(`users/${uid}`))
    .delete(firestore.doc(`users/${uid}/private/counters`))
    .commit();
}

describe('while an account is being deleted', () => {
  test('its uid is barred from the moment on that its profile is gone', async () => {
    const person = await registerWithGoogle();
    await seedLinks(firestore, person.uid, 700);
    const profile = firestore.doc(`users/${person.uid}`);
    const bar = firestore.doc(`deletions/${person.uid}`);

    const deletion = person.call('/users/delete/');
    for (let isThere = true; isThere; await pause(1)) {
      // Both as they are at one time.
      const [user, barred] = await firestore.getAll(profile, bar);
      isThere = user?.exists === true;
      expect(isThere).toBe(barred?.exists === false);
    }

    expect(await deletion).toMatchObject({ status: 200 });
    expect((await bar.get()).data()).toEqual({ expire_at: expect.anything() });
    expect(await isStored(person)).toBe(false);
  });

  test('no login makes a new profile for it', async () => {
    const person = await registerWithGoogle();
    await breakOff(person, new Date());
    expect(await person.call('/users/login-register/', { uid: person.uid })).toMatchObject({ status: 401 });
    expect(await isStored(person)).toBe(false);
  });

  test('nor after it, until the last token has expired', async () => {
    const person = await registerWithGoogle();
    await breakOff(person, new Date());
    const bar = firestore.doc(`deletions/${person.uid}`);
    const login = async () => person.call('/users/login-register/', { uid: person.uid });

    await bar.set({ expire_at: new Date(Date.now() + MINUTE_MS) });
    expect(await login()).toMatchObject({ status: 401 });
    await bar.set({ expire_at: new Date(Date.now() - 1) });
    expect(await login()).toMatchObject({ status: 200 });
  });

  test('what broke off half-way is finished by the next run, but not what is still under way', async () => {
    const [broken, young] = [await registerWithGoogle(), await registerWithGoogle()];
    for (const { uid } of [broken, young]) await seedLinks(firestore, uid, 3);
    await breakOff(broken, new Date(Date.now() - 6 * MINUTE_MS));
    await breakOff(young, new Date());

    await run('housekeeping');

    expect(await isStored(broken)).toBe(false);
    expect(await broken.call('/users/login-register/', { uid: broken.uid })).toMatchObject({ status: 401 });
    expect(await isStored(young)).toBe(true);
  });
});

describe('a library whose account was deleted elsewhere', () => {
  test('goes with the next nightly run, and nobody else’s does', async () => {
    const [gone, here, without] = [await register(), await register(), await signUp()];
    for (const { ask } of [gone, here]) await ask('/links/create/', { url: 'mailto:a@example.com' });
    await deleteAccountElsewhere(gone);

    await run('nightly');

    expect(await isStored(gone)).toBe(false);
    expect(await here.ask('/links/list/', {})).toHaveLength(1);
    expect(await isStored(without)).toBe(false);
  });

  test('goes also where its profile is gone already, and nothing says that its deletion broke off', async () => {
    const [gone, here] = [await register(), await register()];
    for (const { uid } of [gone, here]) {
      await seedLinks(firestore, uid, 2);
      await firestore.doc(`users/${uid}`).delete();
    }
    await deleteAccountElsewhere(gone);

    await run('nightly');

    expect(await isStored(gone)).toBe(false);
    expect(await isStored(here)).toBe(true);
  });
});
