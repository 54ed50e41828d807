import type { BatchableChange } from '@foldmark/library/changes/changes';
import { FAILURES } from '@foldmark/contract/failures';
import { continueActions } from '@foldmark/functions/jobs/continue-jobs';
import { doStep } from '@foldmark/functions/jobs/do-step';
import { describe, expect, test } from 'vitest';

import {
  act,
  actionOf,
  jobOf,
  libraryOf,
  mark,
  NO_PAUSE,
  partOf,
  seeded,
  undo,
} from '#tests/api/action-support.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { seedLinks } from '#tests/api/seed-library.ts';
import { DEADLINE, register } from '#tests/api/support.ts';

const firestore = openFirestore();

/** Moves a hundred links to the trash. */
function trashFrom(from: number): BatchableChange[] {
  return Array.from({ length: 100 }, (_, index) => ({
    kind: 'link.set' as const,
    link_id: from + index,
    status_id: 2 as const,
  }));
}

const EVERYTHING: BatchableChange[][] = [
  [
    { kind: 'link.create', ref: -1, url: 'mailto:new' },
    { kind: 'folder.create', ref: -1, name: 'new', parent_folder_id: 4 },
    { kind: 'folder.create', ref: -2, name: 'newer', parent_folder_id: -1 },
    { kind: 'member.set', folder_id: -2, link_id: -1, present: true },
    { kind: 'link.set', link_id: 1, name: 'renamed', url: 'mailto:changed', status_id: 2 },
    { kind: 'folder.move', folder_id: 2, parent_folder_id: 0 },
    { kind: 'folder.move', folder_id: 1, parent_folder_id: 3 },
  ],
  [
    { kind: 'member.set', folder_id: 3, link_id: 1, present: false },
    { kind: 'member.set', folder_id: 4, link_id: 2, present: true },
    { kind: 'favorite.set', object_type: 'link', object_id: 1, on: false },
    { kind: 'favorite.set', object_type: 'folder', object_id: 4, on: true },
    { kind: 'folder.set', folder_id: 4, name: 'other', status_id: 2 },
    { kind: 'link.set', link_id: 1, name: 'renamed again', note: 'one\ntwo' },
    { kind: 'link.set', link_id: 3, note: 'of a new link' },
  ],
];

describe('an undone action', () => {
  test('leaves everything as it was before, and a redo as it was after', async () => {
    const person = await seeded();
    const before = await libraryOf(person);
    const action_id = await act(person, ...EVERYTHING);
    const expiry = (await actionOf(person, action_id))?.['expire_at'].toMillis();
    const after = await libraryOf(person);
    expect(await undo(person, action_id)).toMatchObject({ left_alone: [], left_alone_count: 0 });
    expect(await libraryOf(person)).toEqual(before);
    expect(await undo(person, action_id, true)).toMatchObject({ left_alone: [], left_alone_count: 0 });
    expect(await libraryOf(person)).toEqual(after);
    const restored = await firestore.doc(`users/${person.uid}/links/3`).get();
    expect(restored.data()).toMatchObject({ deleted: false, note: 'of a new link' });
    expect(restored.get('expire_at')).toBeUndefined();
    expect(await undo(person, action_id)).toMatchObject({ left_alone_count: 0 });
    expect(await libraryOf(person)).toEqual(before);
    const action = await actionOf(person, action_id);
    expect(action).not.toHaveProperty('next_part');
    expect(action).not.toHaveProperty('due_at');
    // What undoes the action expires too.
    expect(action?.['expire_at'].toMillis()).toBe(expiry);
    // Three undone actions, whose tasks keep to 400 writes a second, take 20 seconds on a quiet machine.
  });

  test('leaves fields alone that changed elsewhere, and names their objects', async () => {
    const person = await seeded();
    const action_id = await act(person, [
      { kind: 'link.set', link_id: 1, name: 'mine', status_id: 2 },
      { kind: 'link.set', link_id: 2, name: 'mine too' },
      { kind: 'folder.set', folder_id: 4, name: 'mine', status_id: 2 },
    ]);
    await person.ask('/links/update/', { link_id: 1, name: 'newer' });
    await person.ask('/folders/update/', { folder_id: 4, status_id: 1 });
    expect(await undo(person, action_id)).toMatchObject({
      left_alone: [{ kind: 'link', id: 1, name: 'mine', why: 'changed' }],
      left_alone_count: 1,
    });
    expect(await libraryOf(person)).toMatchObject({
      links: [{ name: 'newer', status_id: 1 }, { name: 'link 2' }],
      folders: [{}, {}, {}, { name: 'folder 4', status_id: 1 }],
    });
  });

  test('leaves deleted objects alone, and a move that would now be a cycle', async () => {
    const person = await seeded(['link 1']);
    const action_id = await act(person, [
      { kind: 'folder.move', folder_id: 3, parent_folder_id: 0 },
      { kind: 'folder.set', folder_id: 4, name: 'mine' },
      { kind: 'member.set', folder_id: 3, link_id: 1, present: false },
      { kind: 'link.delete', link_id: 1 },
    ]);
    await person.ask('/folders/update/', { folder_id: 4, status_id: 2 });
    await person.ask('/folders/delete/', { folder_id: 4 });
    await person.ask('/folders/update-parent/', { folder_id: 2, parent_folder_id: 3 });
    const { left_alone } = Object.assign({ left_alone: [] }, await undo(person, action_id));
    expect(left_alone).toHaveLength(3);
    expect(left_alone).toEqual(
      expect.arrayContaining([
        { kind: 'link', id: 1, name: 'link 1', why: 'gone' },
        { kind: 'folder', id: 4, name: 'mine', why: 'gone' },
        { kind: 'folder', id: 3, name: 'folder 3', why: 'cycle' },
      ]),
    );
    expect(await person.ask('/folder-links/list/', {})).toEqual([]);
    expect(await undo(person, action_id, true)).toMatchObject({
      left_alone: [{ id: 4, why: 'gone' }],
      left_alone_count: 1,
    });
  });

  test('leaves a membership and a favorite alone whose objects are gone', async () => {
    const person = await seeded();
    const action_id = await act(person, [
      { kind: 'member.set', folder_id: 3, link_id: 1, present: false },
      { kind: 'favorite.set', object_type: 'link', object_id: 1, on: false },
      { kind: 'member.set', folder_id: 4, link_id: 2, present: true },
    ]);
    await person.ask('/links/update/', { link_id: 1, status_id: 2 });
    await person.ask('/links/delete/', { link_id: 1 });
    // Another device has removed the link and added it again.
    await person.ask('/folders/remove-link/', { folder_id: 4, link_id: 2 });
    await person.ask('/folders/add-link/', { folder_id: 4, link_id: 2 });
    expect(await undo(person, action_id)).toMatchObject({
      left_alone: [
        { kind: 'link', id: 1, why: 'gone' },
        { kind: 'link', id: 2, name: 'link 2', why: 'changed' },
      ],
    });
    expect(await person.ask('/folder-links/list/', {})).toHaveLength(1);
  });

  test('deletes a created link with the title of its page, but not one that the user has renamed', async () => {
    const person = await register();
    const action_id = await act(person, [
      { kind: 'link.create', ref: -1, url: 'mailto:a' },
      { kind: 'link.create', ref: -2, url: 'mailto:b' },
      { kind: 'link.create', ref: -3, url: 'mailto:c' },
      { kind: 'link.create', ref: -4, url: 'mailto:d' },
    ]);
    await person.ask('/links/update/', { link_id: 4, note: 'mine' });
    await firestore
      .doc(`users/${person.uid}/links/1`)
      .update({ name: 'A title', page_title: 'A title', updated_at: new Date() });
    await person.ask('/links/update/', { link_id: 2, name: 'mine' });
    await person.ask('/links/update/', { link_id: 3, status_id: 2 });
    await person.ask('/links/delete/', { link_id: 3 });
    expect(await undo(person, action_id)).toMatchObject({
      left_alone: [
        { kind: 'link', id: 2, name: 'mailto:b', why: 'changed' },
        { kind: 'link', id: 4, name: 'mailto:d', why: 'changed' },
      ],
    });
    expect(await person.ask('/links/list/', {})).toMatchObject([{ link_id: 2 }, { link_id: 4 }]);
  });

  test('does not store the long notes of links that are deleted forever', async () => {
    const person = await register();
    await seedLinks(firestore, person.uid, 60);
    const all = Array.from({ length: 60 }, (_, index) => index + 1);
    const batch = firestore.batch();
    for (const link_id of all) {
      const document = firestore.doc(`users/${person.uid}/links/${link_id}`);
      batch.update(document, { note: 'ü'.repeat(4000), status_id: 2 });
    }
    await batch.commit();
    const action_id = await act(
      person,
      all.map((link_id) => ({ kind: 'link.delete', link_id })),
    );
    expect(await person.ask('/links/list/', {})).toEqual([]);
    expect(await undo(person, action_id)).toMatchObject({ left_alone_count: 60 });
    expect(await undo(person, action_id, true)).toMatchObject({ left_alone_count: 0 });
  });

  test('accepts no further part', async () => {
    const person = await seeded();
    const action_id = crypto.randomUUID();
    const rename = (part: number) =>
      partOf(action_id, part, 40, [{ kind: 'link.set', link_id: 1, name: `name ${part}` }]);
    for (const part of [0, 1, 2]) await person.ask('/batch/', rename(part));
    await undo(person, action_id);
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'link 1' });
    expect(await person.call('/batch/', rename(3))).toMatchObject({
      status: 409,
      body: { code: 'actionUndone', primary_error: FAILURES.actionUndone.primary_error },
    });
    // A repeat of a part still gets its answer.
    expect(await person.call('/batch/', rename(2))).toMatchObject({ status: 200, body: { done: 1 } });
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'link 1' });
  });

  test('that undid another action marks that one as done again', async () => {
    const person = await seeded();
    const first = await act(person, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
    const second = crypto.randomUUID();
    await person.ask('/batch/', {
      ...partOf(second, 0, 1, [{ kind: 'link.set', link_id: 1, name: 'link 1' }]),
      undoes: first,
    });
    await undo(person, second);
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'a' });
    expect(await actionOf(person, first)).toMatchObject({ state: 'done' });
    await undo(person, second, true);
    expect(await actionOf(person, first)).toMatchObject({ state: 'undone' });
  });
});

describe('a second device', () => {
  test('that undoes the same action gets its state, and nothing is done twice', async () => {
    const person = await seeded();
    const action_id = await act(person, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
    const answers = await Promise.all([1, 2].map(async () => person.ask('/actions/undo/', { action_id })));
    for (const answer of answers)
      expect(['undoing', 'undone']).toContain(Object.assign({ state: '' }, answer).state);
    await undo(person, action_id);
    await person.ask('/links/update/', { link_id: 1, name: 'a' });
    expect(await person.ask('/actions/undo/', { action_id })).toEqual({ state: 'undone' });
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'a' });
  });

  test('that redoes while the undo is under way is told so', async () => {
    const person = await seeded();
    const action_id = await act(person, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
    const busy = {
      status: 409,
      body: { code: 'actionBusy', primary_error: FAILURES.actionBusy.primary_error },
    };
    await mark(person, action_id, 'undoing', 0);
    expect(await person.call('/actions/undo/', { action_id, redo: true })).toMatchObject(busy);
    await mark(person, action_id, 'redoing', 0);
    expect(await person.call('/actions/undo/', { action_id })).toMatchObject(busy);
  });
});

test('an action that does not exist, has expired or is of another user can not be undone', async () => {
  const [person, other] = [await seeded(), await register()];
  const missing = {
    status: 404,
    body: { code: 'noSuchAction', primary_error: FAILURES.noSuchAction.primary_error },
  };
  const action_id = await act(person, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
  expect(await person.call('/actions/undo/', { action_id: 'no-such-action' })).toMatchObject(missing);
  expect(await other.call('/actions/undo/', { action_id })).toMatchObject(missing);
  expect(await person.call('/actions/undo/', { action_id, redo: true })).toMatchObject({
    status: 200,
    body: { state: 'done' },
  });
  await firestore
    .doc(`users/${person.uid}/actions/${action_id}`)
    .update({ expire_at: new Date(Date.now() - 1000) });
  expect(await person.call('/actions/undo/', { action_id })).toMatchObject(missing);
});

describe('a task', () => {
  test('that is delivered twice, or late, changes nothing', async () => {
    const person = await seeded();
    const action_id = await act(
      person,
      [{ kind: 'link.set', link_id: 1, name: 'a' }],
      [{ kind: 'link.set', link_id: 1, name: 'b' }],
    );
    const { run, queued } = jobOf();
    const last = await mark(person, action_id, 'undoing', 1);
    await Promise.all([run(last), run(last)]);
    await run(last);
    expect(queued).toEqual([{ ...last, part: 0 }]);
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'a' });
    await run({ ...last, part: 0 });
    await person.ask('/links/update/', { link_id: 1, name: 'b' });
    for (const step of [last, { ...last, part: 0 }, { ...last, state: 'redoing' as const }]) await run(step);
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'b' });
    expect(queued).toHaveLength(1);
  });

  test('that was killed after its commit continues when it is delivered again', async () => {
    const person = await seeded();
    const action_id = await act(
      person,
      [{ kind: 'link.set', link_id: 1, name: 'a' }],
      [{ kind: 'link.set', link_id: 1, name: 'b' }],
    );
    const { run, queued, services } = jobOf();
    const last = await mark(person, action_id, 'undoing', 1);
    const killed = {
      ...services,
      doStepLater: async () => {
        throw new Error('killed');
      },
    };
    await expect(doStep(last, killed, { pause: NO_PAUSE })).rejects.toThrow('killed');
    await firestore
      .doc(`users/${person.uid}/actions/${action_id}`)
      .update({ updated_at: new Date(Date.now() - 10_000) });
    await run(last);
    expect(queued).toEqual([{ ...last, part: 0 }]);
    await run({ ...last, part: 0 });
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'link 1' });
    expect(await actionOf(person, action_id)).toMatchObject({ state: 'undone' });
  });

  test('that was lost is queued again by a job', async () => {
    const person = await seeded();
    const action_id = await act(person, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
    const { queued, services } = jobOf();
    const step = await mark(person, action_id, 'undoing', 0);
    const document = firestore.doc(`users/${person.uid}/actions/${action_id}`);
    await document.update({ due_at: new Date(Date.now() + 60_000) });
    await continueActions(services);
    expect(queued).not.toContainEqual(step);
    await document.update({ due_at: new Date(Date.now() - 1000) });
    await continueActions(services);
    expect(queued).toContainEqual(step);
    await doStep(step, services);
    queued.length = 0;
    await continueActions(services);
    expect(queued).not.toContainEqual(step);
  });

  test('of a deleted account does nothing', async () => {
    const person = await seeded();
    const action_id = await act(person, [{ kind: 'link.create', ref: -1, url: 'mailto:a' }]);
    const { run, queued } = jobOf();
    const undoing = await mark(person, action_id, 'undoing', 0);
    await run(undoing);
    const redoing = await mark(person, action_id, 'redoing', 0);
    const [action, part] = await Promise.all(
      [`actions/${action_id}`, `private/action.${action_id}.0`].map(async (path) =>
        firestore.doc(`users/${person.uid}/${path}`).get(),
      ),
    );
    await person.ask('/users/delete/', {});
    const user = firestore.doc(`users/${person.uid}`);
    await expect.poll(async () => user.listCollections(), DEADLINE).toEqual([]);
    await run(redoing);
    // Even if the deletion has not reached the action yet.
    await action?.ref.set(action.data() ?? {});
    await part?.ref.set(part.data() ?? {});
    await run(redoing);
    expect((await user.listCollections()).map(({ id }) => id)).toEqual(['actions', 'private']);
    expect(queued).toEqual([]);
    await firestore.recursiveDelete(user);
  });

  test('waits, so that a collection gets at most 400 writes a second', async () => {
    const person = await register();
    await seedLinks(firestore, person.uid, 200);
    const action_id = await act(person, trashFrom(1), trashFrom(101));
    const { services, queued } = jobOf();
    const pauses: number[] = [];
    const step = await mark(person, action_id, 'undoing', 1);
    const stopped = { ...services, now: () => new Date(0) };
    await doStep(step, stopped, { pause: async (milliseconds) => void pauses.push(milliseconds) });
    expect(pauses).toEqual([(100 / 400) * 1000]);
    expect(queued).toHaveLength(1);
  });
});

test('an action names the first hundred objects that were left alone, and counts all', async () => {
  const person = await register();
  await seedLinks(firestore, person.uid, 120);
  const all = Array.from({ length: 120 }, (_, index) => index + 1);
  const setAll = (name: string) => all.map((link_id) => ({ kind: 'link.set' as const, link_id, name }));
  const action_id = await act(person, setAll('a'));
  await act(person, setAll('b'));
  const action = await undo(person, action_id);
  expect(action?.['left_alone']).toHaveLength(100);
  expect(action?.['left_alone_count']).toBe(120);
});
