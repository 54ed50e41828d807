import { setTimeout as pause } from 'node:timers/promises';

import { runScheduled } from '@foldmark/emulators/suite/schedule';
import { describe, expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { layLinks } from '#tests/api/library.ts';
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
    .set(firestore.doc(`deletions/${uid}`), { what: 'account', unfinished_since: began })
    .delete(firestore.doc(`users/${uid}`))
    .delete(firestore.doc(`users/${uid}/private/counters`))
    .commit();
}

describe('while an account is being deleted', () => {
  test('no login makes a new profile for it, not even after the end', async () => {
    const person = await registerWithGoogle();
    await layLinks(firestore, person.uid, 700);
    const login = async () => person.call('/users/login-register/', { uid: person.uid });

    const deletion = person.call('/users/delete/');
    const profile = firestore.doc(`users/${person.uid}`);
    while ((await profile.get()).exists) await pause(1);
    const between = await login();

    expect(await deletion).toMatchObject({ status: 200 });
    expect(between).toMatchObject({ status: 401 });
    expect(await login()).toMatchObject({ status: 401 });
    expect(await isStored(person)).toBe(false);
  });

  test('what broke off half-way is finished by the next run, but not what is still under way', async () => {
    const [broken, young] = [await registerWithGoogle(), await registerWithGoogle()];
    for (const { uid } of [broken, young]) await layLinks(firestore, uid, 3);
    await breakOff(broken, new Date(Date.now() - 6 * MINUTE_MS));
    await breakOff(young, new Date());

    await run('housekeeping');

    expect(await isStored(broken)).toBe(false);
    expect(await broken.call('/users/login-register/', { uid: broken.uid })).toMatchObject({ status: 401 });
    const bar = (await firestore.doc(`deletions/${broken.uid}`).get()).data();
    expect(bar).toEqual({ what: 'account', expire_at: expect.anything() });
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
});
