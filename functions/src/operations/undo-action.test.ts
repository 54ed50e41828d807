import type { BatchableChange } from '@foldmark/library/changes/changes';
import { expect, test } from 'vitest';

import { makeOnly } from '#functions/changes/make-changes.ts';
import { undoPart } from '#functions/changes/undo-part.ts';
import { FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import { batch } from '#functions/operations/batch.ts';
import { undoAction } from '#functions/operations/undo-action.ts';
import { doStep } from '#functions/jobs/do-step.ts';
import type { Step } from '#functions/store/steps.ts';
import { noServices } from '#functions/testing/no-services.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const ACTION = 'the-action';

async function act(memory: MemoryLibrary, changes: BatchableChange[]): Promise<void> {
  const input = { action_id: ACTION, part: 0, parts: 1, label: 'a', changes };
  await callOperation(batch, memory.library, input);
}

/** Undoes or redoes the action, and runs the tasks that this queues. Returns the action. */
async function revert(memory: MemoryLibrary, redo = false) {
  const steps: Step[] = [];
  const doStepLater = async (step: Step) => void steps.push(step);
  await callOperation(undoAction, memory.library, { action_id: ACTION, redo }, { doStepLater });
  for (const step of steps) {
    await doStep(
      step,
      noServices({ library: async () => memory.library, readPageLater: async () => undefined }),
    );
  }
  return memory.action(ACTION);
}

function someLibrary(): MemoryLibrary {
  return new MemoryLibrary().addLink({ link_id: 1, name: 'one' }).addFolder({ folder_id: 1 });
}

test('folders that were created in each other are undone from the innermost, and made again from the outermost', async () => {
  const memory = someLibrary();
  await act(memory, [
    { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 1 },
    { kind: 'folder.create', ref: -2, name: 'b', parent_folder_id: -1 },
    { kind: 'member.set', folder_id: -2, link_id: 1, present: true },
  ]);
  const made = memory.all(FOLDERS);
  expect(await revert(memory)).toMatchObject({ state: 'undone', left_alone: [] });
  expect(memory.all(FOLDERS)).toHaveLength(1);
  expect(await revert(memory, true)).toMatchObject({ state: 'done', left_alone: [] });
  expect(memory.all(FOLDERS)).toEqual(made);
  expect(memory.all(FOLDER_LINKS)).toEqual([{ folder_link_id: 1, folder_id: 3, link_id: 1 }]);
});

test('an item that an undo leaves alone is named once, even if it has several edits', async () => {
  const memory = someLibrary();
  await act(memory, [
    { kind: 'link.set', link_id: 1, name: 'two' },
    { kind: 'link.set', link_id: 1, name: 'three' },
    { kind: 'member.set', folder_id: 1, link_id: 1, present: true },
  ]);
  await memory.library.transaction(async (transaction) => {
    const link = await transaction.get(LINKS, { link_id: 1 });
    if (link !== null) transaction.change(LINKS, link, { name: 'of another device' });
  });
  expect(await revert(memory)).toMatchObject({
    left_alone: [{ kind: 'link', id: 1, name: 'three', why: 'changed' }],
    left_alone_count: 1,
  });
  expect(memory.all(FOLDER_LINKS)).toEqual([]);
});

test('items that an undo leaves alone are named in the order of the changes', async () => {
  const memory = someLibrary().addLink({ link_id: 2 });
  await act(memory, [
    { kind: 'link.set', link_id: 2, name: 'two' },
    { kind: 'folder.set', folder_id: 1, name: 'a' },
  ]);
  await memory.library.transaction(async (transaction) => {
    const link = await transaction.get(LINKS, { link_id: 2 });
    const folder = await transaction.get(FOLDERS, { folder_id: 1 });
    if (link !== null) transaction.tombstone(LINKS, [link]);
    if (folder !== null) transaction.tombstone(FOLDERS, [folder]);
  });
  expect(await revert(memory)).toMatchObject({
    left_alone: [
      { kind: 'link', id: 2, why: 'gone' },
      { kind: 'folder', id: 1, why: 'gone' },
    ],
  });
});

test('a deleted image is left alone, and the rest of the edit is reverted', async () => {
  const memory = someLibrary().addLink({ link_id: 2, note: 'n', image_s3_key: 'the-image' });
  await act(memory, [{ kind: 'link.merge', link_id: 2, into_id: 1 }]);
  await revert(memory);
  await memory.library.transaction(async (transaction) => {
    const link = await transaction.get(LINKS, { link_id: 2 });
    if (link !== null) transaction.change(LINKS, link, { image_s3_key: '' });
  });
  memory.loseImage('the-image');
  expect(await revert(memory, true)).toMatchObject({ left_alone: [{ id: 1, name: 'one', why: 'changed' }] });
  expect(memory.all(LINKS)).toMatchObject([{ note: 'n', image_s3_key: '' }, { status_id: 2 }]);
});

test('a step that the action does not wait for changes nothing', async () => {
  const memory = someLibrary();
  await act(memory, [{ kind: 'link.set', link_id: 1, name: 'two' }]);
  const step = { uid: 'u1', action_id: ACTION, part: 0, state: 'undoing' } as const;
  const undone = memory.library.transaction(async (transaction) =>
    undoPart(transaction, step, transaction.now),
  );
  expect(await undone).toBeNull();
  expect(memory.all(LINKS)).toMatchObject([{ name: 'two' }]);
});

test.each([
  ['is unknown', 'another-action', 'noSuchAction'],
  ['is being made again', ACTION, 'actionBusy'],
])('an action that %s cannot be undone', async (_, action_id, code) => {
  const memory = someLibrary();
  await act(memory, [{ kind: 'link.set', link_id: 1, name: 'two' }]);
  await memory.library.transaction(async (transaction) => {
    const action = await transaction.action(ACTION);
    if (action !== null) transaction.putAction({ ...action, state: 'redoing' }, action);
  });
  const undone = callOperation(undoAction, memory.library, { action_id });
  await expect(undone).rejects.toMatchObject({ code });
});

test('an action that is undone already answers so, and queues nothing', async () => {
  const memory = someLibrary();
  await act(memory, [{ kind: 'link.set', link_id: 1, name: 'two' }]);
  await revert(memory);
  expect(await callOperation(undoAction, memory.library, { action_id: ACTION })).toEqual({ state: 'undone' });
});

test('a redo of a creation makes the marks "no duplicates" again that the link had got since', async () => {
  const memory = someLibrary();
  await act(memory, [{ kind: 'link.create', ref: -1, url: 'https://new.example/' }]);
  const mark = { kind: 'link.distinct', link_id: 2, other_id: 1, distinct: true } as const;
  await memory.library.transaction(async (transaction) => makeOnly(transaction, mark));
  const marked = memory.all(LINKS);
  expect(marked).toMatchObject([{}, { distinct_from: [1] }]);
  for (let round = 1; round <= 2; round += 1) {
    expect(await revert(memory)).toMatchObject({ state: 'undone', left_alone: [] });
    expect(memory.all(LINKS)).toHaveLength(1);
    expect(await revert(memory, true)).toMatchObject({ state: 'done', left_alone: [] });
    expect(memory.all(LINKS)).toEqual(marked);
  }
});
