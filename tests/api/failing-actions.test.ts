import { UNMETERED } from '@foldmark/functions/allowance/meter';
import { continueActions } from '@foldmark/functions/jobs/continue-jobs';
import { Libraries } from '@foldmark/functions/store/libraries';
import { describe, expect, test } from 'vitest';

import { act, actionOf, jobOf, mark, now, seeded, undo } from '#tests/api/action-support.ts';
import { importerOf } from '#tests/api/importer.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import type { Person } from '#tests/api/support.ts';

const firestore = openFirestore();

/** Runs `housekeeping` for two days, while no task ends. Returns how many tasks it has queued for the action. */
async function failForTwoDays({ uid }: Person, action_id: string): Promise<number> {
  const time = { ahead: 0 };
  const clock = () => new Date(Date.now() + time.ahead);
  const { services, queued } = jobOf({ clock });
  // The tests share one Firestore, so the actions of other people are left out.
  const libraries = new Libraries(firestore, clock);
  const all = libraries.dueActions.bind(libraries);
  libraries.dueActions = async (limit) =>
    (await all(limit)).filter((step) => step.uid === uid && step.action_id === action_id);
  for (; time.ahead < 48 * 60 * 60_000; time.ahead += 10 * 60_000)
    await continueActions({ ...services, libraries: async () => libraries });
  return queued.length;
}

describe('an action whose task fails again and again', () => {
  test('is given up after a day, and can be undone again', async () => {
    const person = await seeded();
    const action_id = await act(person, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
    await mark(person, action_id, 'undoing', 0);
    await firestore.doc(`users/${person.uid}/actions/${action_id}`).update({ due_at: now() });
    expect(await failForTwoDays(person, action_id)).toBe(8);
    const given = await actionOf(person, action_id);
    expect(given).toMatchObject({ state: 'done', failed: 'undo' });
    expect(given).not.toHaveProperty('due_at');
    expect(await undo(person, action_id)).not.toHaveProperty('failed');
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'link 1' });
  });

  test('forgets its failures when a part is done', async () => {
    const person = await seeded();
    const action_id = await act(
      person,
      [{ kind: 'link.set', link_id: 1, name: 'a' }],
      [{ kind: 'link.set', link_id: 1, name: 'b' }],
    );
    const step = await mark(person, action_id, 'undoing', 1);
    const document = firestore.doc(`users/${person.uid}/actions/${action_id}`);
    await document.update({ due_at: now(), tries: 7 });
    await jobOf().run(step);
    expect((await document.get()).data()).not.toHaveProperty('tries');
  });

  test('is an import that then stops, so that the next one begins', async () => {
    const person = await seeded();
    const user = `users/${person.uid}`;
    const links = [{ url: 'mailto:a', name: 'a', note: '', folders: [] }];
    for (const import_id of ['poisoned', 'the-next-one']) {
      const announced = { import_id, label: 'a', parts: 1, links: 1, folders: 0, memberships: 0 };
      await person.ask('/imports/start/', announced);
      await person.ask('/imports/part/', { import_id, part: 0, folders: [], links });
    }
    const [poisoned, next] = ['poisoned', 'the-next-one'].map((id) => firestore.doc(`${user}/actions/${id}`));
    await poisoned?.update({ state: 'importing', next_part: 1, due_at: now() });
    await next?.update({ state: 'waiting' });
    await firestore.doc(`${user}/private/imports`).set({ running: 'poisoned', waiting: ['the-next-one'] });
    // Eight tries, and the first task of the next import.
    expect(await failForTwoDays(person, 'poisoned')).toBe(9);
    expect(await actionOf(person, 'poisoned')).toMatchObject({ state: 'done', import: { stopped: true } });
    expect(await actionOf(person, 'the-next-one')).toMatchObject({ state: 'importing', next_part: 0 });
  });
});

/** Writes a thousand memberships for each of these folders or links. The test needs no document at their other end. */
async function addMembers(
  uid: string,
  field: 'folder_id' | 'link_id',
  ids: readonly number[],
): Promise<void> {
  const writer = firestore.bulkWriter({ throttling: false });
  for (const id of ids) {
    for (let other = 1001; other <= 2000; other += 1) {
      const key = { folder_id: other, link_id: other, [field]: id };
      const member = { ...key, folder_link_id: other, deleted: false, updated_at: now() };
      void writer.set(firestore.doc(`users/${uid}/folder_links/${key.folder_id}_${key.link_id}`), member);
    }
  }
  await writer.close();
}

function readCounter() {
  const counted = { reads: 0 };
  return { counted, meter: { ...UNMETERED, read: (documents: number) => void (counted.reads += documents) } };
}

describe('the undo of creations', () => {
  test.each(['folder_id', 'link_id'] as const)(
    'reads few of thousands of memberships by %s',
    async (field) => {
      const person = await seeded();
      const action_id = await act(person, [
        { kind: 'link.create', ref: -1, url: 'mailto:new' },
        { kind: 'link.create', ref: -2, url: 'mailto:newer' },
        { kind: 'folder.create', ref: -1, name: 'new', parent_folder_id: 0 },
        { kind: 'folder.create', ref: -2, name: 'newer', parent_folder_id: 0 },
        { kind: 'member.set', folder_id: -1, link_id: -1, present: true },
      ]);
      await addMembers(person.uid, field, field === 'folder_id' ? [5, 6] : [3, 4]);
      const { counted, meter } = readCounter();
      const { run } = jobOf({ meter });
      await run(await mark(person, action_id, 'undoing', 0));
      expect(await actionOf(person, action_id)).toMatchObject({ state: 'undone', left_alone_count: 2 });
      expect(counted.reads).toBeLessThan(35);
    },
  );

  test('reads few of thousands of memberships of imported links', async () => {
    const { uid } = await seeded();
    const { counted, meter } = readCounter();
    const importer = importerOf(firestore, uid, { meter });
    const links = ['a', 'b', 'c'].map((name) => ({ url: `mailto:${name}`, name, note: '', folders: [0] }));
    const folders = [{ name: 'imported', parent: -1 }];
    await importer.send('the-import', [{ folders, links }]);
    await importer.run('the-import');
    await importer.drain();
    await addMembers(uid, 'link_id', [3, 4]);
    await importer.undo('the-import');
    counted.reads = 0;
    await importer.drain();
    expect(await importer.action('the-import')).toMatchObject({ state: 'undone', left_alone_count: 3 });
    expect(counted.reads).toBeLessThan(60);
  });
});
