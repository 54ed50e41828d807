import type { BatchableChange } from '@foldmark/library/changes/changes';
import { describe, expect, test } from 'vitest';

import { FAVORITES, FOLDER_LINKS, LINKS } from '#functions/store/collections.ts';
import { batch } from '#functions/operations/batch.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import type { PageJob } from '#functions/services/services.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

function someLibrary(): MemoryLibrary {
  return new MemoryLibrary()
    .addLink({ link_id: 1 })
    .addLink({ link_id: 2, status_id: 2 })
    .addFolder({ folder_id: 1 });
}

async function send(
  memory: MemoryLibrary,
  changes: BatchableChange[],
  more: object = {},
  pages: PageJob[] = [],
) {
  const input = { action_id: 'the-action', part: 0, parts: 1, label: 'a', changes, ...more };
  return callOperation(batch, memory.library, input, { pages });
}

describe('a part', () => {
  test('makes its changes in order, and answers the ids of what it creates', async () => {
    const memory = someLibrary();
    const pages: PageJob[] = [];
    const answer = await send(
      memory,
      [
        { kind: 'link.create', ref: -1, url: 'https://new.example/' },
        { kind: 'member.set', folder_id: 1, link_id: -1, present: true },
        { kind: 'favorite.set', object_type: 'link', object_id: -1, on: true },
      ],
      {},
      pages,
    );
    expect(answer).toEqual({ done: 3, skipped: [], created: [{ ref: -1, kind: 'link', id: 3 }] });
    expect(memory.all(FOLDER_LINKS)).toMatchObject([{ folder_id: 1, link_id: 3 }]);
    expect(memory.all(FAVORITES)).toEqual([{ object_type: 'link', object_id: 3 }]);
    expect(pages).toMatchObject([{ link_id: 3 }]);
    expect(memory.action('the-action')).toMatchObject({ state: 'done', changed: 3, items: 1 });
  });

  test.each<[string, BatchableChange, object]>([
    ['of a missing link', { kind: 'link.set', link_id: 9, name: 'a' }, { index: 0, why: 'gone' }],
    ['of an item outside the trash', { kind: 'link.delete', link_id: 1 }, { index: 0, why: 'not_in_trash' }],
    [
      'of a value that another device has changed',
      { kind: 'link.set', link_id: 1, name: 'a', if: { name: 'b' } },
      { index: 0, why: 'changed', fields: ['name'] },
    ],
  ])('skips a change %s', async (_, change, skipped) => {
    expect(await send(someLibrary(), [change])).toEqual({ done: 0, skipped: [skipped], created: [] });
  });

  test('counts a change as done that is made in part, and a deletion of a link that is gone already', async () => {
    const changes: BatchableChange[] = [
      { kind: 'link.set', link_id: 1, name: 'a', note: 'n', if: { name: 'b' } },
      { kind: 'link.delete', link_id: 9 },
    ];
    expect(await send(someLibrary(), changes)).toMatchObject({ done: 2, skipped: [{ index: 0 }] });
  });

  test('skips the changes of an object whose creation was skipped', async () => {
    const answer = await send(someLibrary(), [
      { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 9 },
      { kind: 'member.set', folder_id: -1, link_id: 1, present: false },
    ]);
    expect(answer).toMatchObject({ done: 0, skipped: [{ why: 'gone' }, { why: 'gone' }] });
  });

  test('keeps the id of a membership that it removes and adds again', async () => {
    const member = { folder_link_id: 1, folder_id: 1, link_id: 1 };
    const memory = someLibrary()
      .addMember(member)
      .addMember({ ...member, folder_link_id: 5, link_id: 2 });
    const set = { kind: 'member.set', folder_id: 1, link_id: 1 } as const;
    await send(memory, [
      { ...set, present: false },
      { ...set, present: true },
    ]);
    expect(memory.all(FOLDER_LINKS)).toContainEqual(member);
  });

  test('stores its edits, without the values of a link that is deleted forever', async () => {
    const memory = someLibrary();
    await send(memory, [
      { kind: 'link.set', link_id: 1, name: 'a' },
      { kind: 'link.delete', link_id: 2 },
    ]);
    expect(JSON.parse(await memory.editsOf('the-action', 0))).toMatchObject([
      { table: 'links', key: { link_id: 1 }, after: { name: 'a' }, name: 'a' },
      { key: { link_id: 2 }, before: {}, after: null, forever: true },
    ]);
  });
});

describe('a repeat', () => {
  test('answers as the first time, and changes nothing', async () => {
    const memory = someLibrary();
    const changes: BatchableChange[] = [{ kind: 'link.create', ref: -1, url: 'https://new.example/' }];
    const first = await send(memory, changes);
    expect(await send(memory, changes)).toEqual(first);
    expect(memory.all(LINKS)).toHaveLength(3);
  });

  test.each([
    ['other changes', { changes: [{ kind: 'link.set', link_id: 1, name: 'b' }] }],
    ['another number of parts', { parts: 2 }],
  ])('with %s fails', async (_, more) => {
    const memory = someLibrary();
    await send(memory, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
    const again = send(memory, [{ kind: 'link.set', link_id: 1, name: 'a' }], more);
    await expect(again).rejects.toMatchObject({ code: 'keyReused' });
  });
});

test('an action that undoes another one marks it as undone', async () => {
  const memory = someLibrary();
  await send(memory, [{ kind: 'link.set', link_id: 1, name: 'a' }]);
  const edit = { table: 'links', key: { link_id: 1 }, before: { name: 'b' }, after: { name: 'a' } } as const;
  await send(memory, [{ kind: 'revert', edits: [edit] }], { action_id: 'the-undo', undoes: 'the-action' });
  expect(memory.all(LINKS)).toMatchObject([{ name: 'b' }, {}]);
  expect(memory.action('the-action')).toMatchObject({ state: 'undone' });
});
