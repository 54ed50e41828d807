import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import {
  countersPath,
  deletionPath,
  leftoversPath,
  snapshotPartPath,
} from '@foldmark/contract/firestore-paths';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { type RestoreCounts, restoreLibrary } from '@foldmark/tools/restore/restore-library';
import { Firestore, Timestamp } from 'firebase-admin/firestore';
import { afterAll, expect, inject, test, vi } from 'vitest';

import { openDevice } from '#tests/api/device.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { type Person, register } from '#tests/api/support.ts';

const live = openFirestore();
const backup = new Firestore({ projectId: inject('suite').projectId, databaseId: 'restored' });
afterAll(async () => backup.terminate());

const PATIENCE = { timeout: 60_000, interval: 20 };

/** Copies a library as it is now to another database, as a restored backup has it. */
async function backUp({ uid }: Person): Promise<void> {
  const copy = backup.bulkWriter();
  const user = live.doc(`users/${uid}`);
  void copy.set(backup.doc(user.path), (await user.get()).data() ?? {});
  for (const collection of await user.listCollections()) {
    const { docs } = await collection.get();
    for (const document of docs) void copy.set(backup.doc(document.ref.path), document.data());
  }
  await copy.close();
}

const restore = async ({ uid }: Person, write = true): Promise<RestoreCounts> =>
  restoreLibrary({ backup, live, uid, now: () => new Date() }, write);

/** Backs up a folder with two of three links, and a favorite. Then changes and deletes some, and creates others. */
async function changedSinceBackup(): Promise<Person> {
  const person = await register();
  const { ask } = person;
  await ask('/folders/create/', { name: 'Reading' });
  for (const link_id of [1, 2, 3]) {
    await ask('/links/create/', { url: `mailto:${link_id}` });
    if (link_id < 3) await ask('/folders/add-link/', { folder_id: 1, link_id });
  }
  await ask('/favorites/toggle/', { object_id: 1, object_type: 'link' });
  await backUp(person);

  await ask('/links/update/', { link_id: 1, name: 'Changed', url: 'mailto:1', status_id: 1 });
  await ask('/links/update/', { link_id: 2, name: 'mailto:2', url: 'mailto:2', status_id: 2 });
  await ask('/links/delete/', { link_id: 2 });
  await ask('/favorites/toggle/', { object_id: 1, object_type: 'link' });
  await ask('/folders/create/', { name: 'Later' });
  await ask('/links/create/', { url: 'mailto:4' });
  await ask('/folders/add-link/', { folder_id: 1, link_id: 4 });
  return person;
}

const CHANGES = {
  links: { back: 1, changed: 1, deleted: 1, same: 1 },
  folders: { back: 0, changed: 0, deleted: 1, same: 1 },
  folder_links: { back: 1, changed: 0, deleted: 1, same: 1 },
  favorites: { back: 1, changed: 0, deleted: 0, same: 0 },
};
const NO_CHANGES = {
  links: { back: 0, changed: 0, deleted: 0, same: 3 },
  folders: { back: 0, changed: 0, deleted: 0, same: 1 },
  folder_links: { back: 0, changed: 0, deleted: 0, same: 2 },
  favorites: { back: 0, changed: 0, deleted: 0, same: 1 },
};

test('an open browser shows a restored library, which contains exactly the backup', async () => {
  const person = await changedSinceBackup();
  const device = openDevice(person);
  const shown = () => ({
    links: device.library
      .links({ kind: 'all' })
      .get()
      .map((key) => device.library.link(key)?.name),
    inFolder: device.library.count(1),
    folders: device.library.tree.children(0).length,
    isFavorite: device.library.isFavorite('link', 1),
  });
  const before = { links: ['Changed', 'mailto:3', 'mailto:4'], inFolder: 2, folders: 2, isFavorite: false };
  await vi.waitFor(() => {
    expect(shown()).toEqual(before);
    expect(device.feeds.get()?.every((feed) => feed.isLive.get())).toBe(true);
  }, PATIENCE);

  expect(await restore(person, false)).toEqual(CHANGES);
  expect(await person.ask('/links/list/', {})).toMatchObject([{ name: 'Changed' }, {}, {}]);
  expect(await restore(person)).toEqual(CHANGES);
  await vi.waitFor(() => {
    expect(shown()).toEqual({
      links: ['mailto:1', 'mailto:2', 'mailto:3'],
      inFolder: 2,
      folders: 1,
      isFavorite: true,
    });
  }, PATIENCE);
  await device.close();
  expect(device.reports).toEqual([]);

  // Safe to repeat: nothing is left to write.
  const at = (await live.doc(`users/${person.uid}/links/2`).get()).updateTime;
  expect(await restore(person)).toEqual(NO_CHANGES);
  expect((await live.doc(`users/${person.uid}/links/2`).get()).updateTime).toEqual(at);
});

test('a link that is created after a restore gets an id that no earlier link has had', async () => {
  const person = await changedSinceBackup();
  // As after an import of the backup, which is not a restore.
  await live
    .doc(countersPath(person.uid))
    .set({ next_link_id: 1, next_folder_id: 1, next_folder_link_id: 1 });
  await restore(person);
  expect(await person.ask('/links/create/', { url: 'mailto:new' })).toMatchObject({ link_id: 5 });
  expect(await person.ask('/folders/create/', { name: 'New' })).toMatchObject({ folder_id: 3 });
});

test('a restore keeps the higher counters, and removes the earlier snapshot', async () => {
  const person = await changedSinceBackup();
  await live.doc(countersPath(person.uid)).update({ next_link_id: 70 });
  const part = live.doc(snapshotPartPath(person.uid, 0));
  await part.set({ data: new Uint8Array(1) });
  await restore(person);
  expect((await live.doc(countersPath(person.uid)).get()).data()).toMatchObject({ next_link_id: 70 });
  expect((await part.get()).exists).toBe(false);
});

test('a restore refuses a user without a backup, a deleted account, and a library that a job changes', async () => {
  const person = await register();
  await expect(restore(person)).rejects.toThrow('The backup has no library of this user.');
  await backUp(person);
  const leftovers = live.doc(leftoversPath(person.uid));
  await leftovers.set({ link_ids: [1], folder_ids: [], step: 0, due_at: Timestamp.now() });
  await expect(restore(person)).rejects.toThrow('still changes this library');
  await leftovers.delete();
  const action = live.doc(`users/${person.uid}/actions/a`);
  await action.set({ state: 'importing' });
  await expect(restore(person)).rejects.toThrow('still changes this library');
  await action.delete();
  const deletion = live.doc(deletionPath(person.uid));
  await deletion.set({ unfinished_since: Timestamp.now() });
  await expect(restore(person)).rejects.toThrow('The user has deleted this account.');
  await deletion.delete();
  expect(await restore(person)).toMatchObject({ links: { same: 0 } });
});

test('the command counts what it would change, and writes only with --yes', async () => {
  const projectId = 'foldmark-dev';
  const [target, source] = ['(default)', 'restored'].map(
    (databaseId) => new Firestore({ projectId, databaseId }),
  );
  const uid = crypto.randomUUID();
  const path = `users/${uid}/links/1`;
  await source?.doc(`users/${uid}`).set({ user_id: uid });
  await source?.doc(path).set({ link_id: 1, url: 'mailto:1', deleted: false });
  const run = async (...flags: readonly string[]): Promise<string> => {
    const command = ['tools/restore/restore.ts', '--to', 'dev', '--user', uid, ...flags];
    return (await promisify(execFile)(process.execPath, command, { cwd: PROJECT_ROOT })).stdout;
  };
  const counted = await run('--from', 'restored');
  expect(counted).toContain('links        1 come back, 0 change, 0 are deleted, 0 stay');
  expect(counted).toContain('Nothing was written. Add --yes to restore.');
  expect((await target?.doc(path).get())?.exists).toBe(false);
  expect(await run('--from', 'restored', '--yes')).toContain('Restored.');
  expect((await target?.doc(path).get())?.data()).toMatchObject({ url: 'mailto:1', deleted: false });
  await expect(run('--from', '(default)')).rejects.toThrow('from which database');
  await Promise.all([target?.terminate(), source?.terminate()]);
});
