import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { Batched } from '@foldmark/contract/batch';
import type { Input } from '@foldmark/contract/endpoints';
import { FAILURES } from '@foldmark/contract/failures';
import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary, seedLinks } from '#tests/api/seed-library.ts';
import { type Person, register } from '#tests/api/support.ts';

const firestore = openFirestore();

function partOf(changes: BatchableChange[], parts: Partial<Input<'/batch/'>> = {}): Input<'/batch/'> {
  return { action_id: crypto.randomUUID(), part: 0, parts: 1, label: 'Changed', changes, ...parts };
}

/** Makes the changes as an action of one part. */
async function change({ ask }: Person, ...changes: BatchableChange[]): Promise<Batched> {
  return Object.assign({ done: 0, skipped: [], created: [] }, await ask('/batch/', partOf(changes)));
}

async function seeded(trashed?: Parameters<typeof seedLibrary>[2]): Promise<Person> {
  const person = await register();
  await seedLibrary(firestore, person.uid, trashed);
  return person;
}

function documentOf({ uid }: Person, path: string) {
  return firestore.doc(`users/${uid}/${path}`);
}

async function dataAt(person: Person, path: string) {
  return (await documentOf(person, path).get()).data();
}

describe('a batch', () => {
  test('makes every kind of change', async () => {
    const person = await seeded(['link 1']);
    const answer = await change(
      person,
      { kind: 'link.set', link_id: 2, name: 'renamed' },
      { kind: 'link.delete', link_id: 1 },
      { kind: 'folder.set', folder_id: 4, status_id: 2 },
      { kind: 'folder.move', folder_id: 3, parent_folder_id: 0 },
      { kind: 'member.set', folder_id: 1, link_id: 2, present: true },
      { kind: 'favorite.set', object_type: 'folder', object_id: 1, on: true },
      { kind: 'folder.delete', folder_id: 4 },
    );
    expect(answer).toEqual({ done: 7, skipped: [], created: [] });
    expect(await person.ask('/links/list/', {})).toMatchObject([{ link_id: 2, name: 'renamed' }]);
    expect(await person.ask('/folders/list/', {})).toMatchObject([
      { folder_id: 1 },
      { folder_id: 2 },
      { folder_id: 3, parent_folder_id: 0 },
    ]);
    expect(await person.ask('/folder-links/list/', {})).toEqual([
      { folder_link_id: 2, folder_id: 1, link_id: 2 },
    ]);
    expect(await person.ask('/favorites/list/', {})).toEqual([{ object_type: 'folder', object_id: 1 }]);
  });

  test('creates objects that later changes of the part refer to', async () => {
    const person = await register();
    const answer = await change(
      person,
      { kind: 'folder.create', ref: -1, name: 'top', parent_folder_id: 0 },
      { kind: 'folder.create', ref: -2, name: 'below', parent_folder_id: -1 },
      { kind: 'link.create', ref: -1, url: 'mailto:a' },
      { kind: 'link.create', ref: -3, url: 'mailto:b' },
      { kind: 'link.set', link_id: -1, name: 'a' },
      { kind: 'member.set', folder_id: -2, link_id: -1, present: true },
      { kind: 'member.set', folder_id: -1, link_id: -3, present: true },
      { kind: 'favorite.set', object_type: 'link', object_id: -3, on: true },
    );
    expect(answer).toEqual({
      done: 8,
      skipped: [],
      created: [
        { ref: -1, kind: 'folder', id: 1 },
        { ref: -2, kind: 'folder', id: 2 },
        { ref: -1, kind: 'link', id: 1 },
        { ref: -3, kind: 'link', id: 2 },
      ],
    });
    expect(await person.ask('/folders/list/', {})).toMatchObject([
      { folder_id: 2, parent_folder_id: 1 },
      { folder_id: 1, parent_folder_id: 0 },
    ]);
    expect(await person.ask('/links/list/', {})).toMatchObject([{ name: 'a' }, { name: 'mailto:b' }]);
    expect(await person.ask('/folder-links/list/', {})).toEqual([
      { folder_link_id: 2, folder_id: 1, link_id: 2 },
      { folder_link_id: 1, folder_id: 2, link_id: 1 },
    ]);
    expect(await person.ask('/favorites/list/', {})).toEqual([{ object_type: 'link', object_id: 2 }]);
    // The next id is a new one.
    expect(await person.ask('/links/create/', { url: 'mailto:c' })).toMatchObject({ link_id: 3 });
  });

  test('sees the earlier changes of the part', async () => {
    const person = await seeded();
    expect(
      await change(
        person,
        { kind: 'link.set', link_id: 1, name: 'first' },
        { kind: 'link.set', link_id: 1, name: 'second', if: { name: 'first' } },
        { kind: 'link.set', link_id: 1, status_id: 2 },
        { kind: 'member.set', folder_id: 3, link_id: 1, present: false },
        { kind: 'member.set', folder_id: 4, link_id: 1, present: true },
        { kind: 'link.delete', link_id: 1 },
        { kind: 'link.set', link_id: 1, name: 'too late' },
        // Folder 1 is above folder 3 until folder 2 has moved.
        { kind: 'folder.move', folder_id: 1, parent_folder_id: 3 },
        { kind: 'folder.move', folder_id: 2, parent_folder_id: 0 },
        { kind: 'folder.move', folder_id: 1, parent_folder_id: 3 },
      ),
    ).toEqual({
      done: 8,
      skipped: [
        { index: 6, why: 'gone' },
        { index: 7, why: 'cycle' },
      ],
      created: [],
    });
    expect(await person.ask('/links/list/', {})).toMatchObject([{ link_id: 2 }]);
    expect(await person.ask('/folder-links/list/', {})).toEqual([]);
    expect(await person.ask('/favorites/list/', {})).toEqual([]);
    expect(await dataAt(person, 'folder_links/4_1')).toBeUndefined();
  });

  test('skips deleted objects, and counts an existing state as done', async () => {
    const person = await seeded();
    const answer = await change(
      person,
      { kind: 'link.set', link_id: 99, name: 'a' },
      { kind: 'folder.set', folder_id: 99, name: 'a' },
      { kind: 'folder.move', folder_id: 4, parent_folder_id: 99 },
      { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 99 },
      { kind: 'link.create', ref: -1, url: 'mailto:a' },
      { kind: 'member.set', folder_id: -1, link_id: -1, present: true },
      { kind: 'member.set', folder_id: 1, link_id: 99, present: true },
      { kind: 'favorite.set', object_type: 'folder', object_id: 99, on: true },
      { kind: 'link.delete', link_id: 99 },
      { kind: 'folder.delete', folder_id: 99 },
      { kind: 'member.set', folder_id: 1, link_id: 99, present: false },
      { kind: 'favorite.set', object_type: 'folder', object_id: 99, on: false },
      { kind: 'member.set', folder_id: 3, link_id: 1, present: true },
      { kind: 'link.set', link_id: 1, name: 'link 1', status_id: 1 },
      { kind: 'link.delete', link_id: 1 },
      { kind: 'folder.delete', folder_id: 1 },
    );
    expect(answer.done).toBe(7);
    expect(answer.skipped.map(({ index, why }) => [index, why])).toEqual([
      [0, 'gone'],
      [1, 'gone'],
      [2, 'gone'],
      [3, 'gone'],
      [5, 'gone'],
      [6, 'gone'],
      [7, 'gone'],
      [14, 'not_in_trash'],
      [15, 'not_in_trash'],
    ]);
  });

  test('leaves fields alone that have another value than expected', async () => {
    const person = await seeded();
    const answer = await change(
      person,
      { kind: 'link.set', link_id: 1, name: 'mine', status_id: 2, if: { name: 'old', status_id: 1 } },
      { kind: 'link.set', link_id: 2, name: 'mine', if: { name: 'old' } },
      // The wanted value is stored already.
      { kind: 'folder.set', folder_id: 1, name: 'folder 1', if: { name: 'old' } },
      { kind: 'folder.move', folder_id: 3, parent_folder_id: 0, if: { parent_folder_id: 4 } },
    );
    expect(answer).toEqual({
      done: 2,
      skipped: [
        { index: 0, why: 'changed', fields: ['name'] },
        { index: 1, why: 'changed', fields: ['name'] },
        { index: 3, why: 'changed', fields: ['parent_folder_id'] },
      ],
      created: [],
    });
    expect(await person.ask('/links/list/', {})).toMatchObject([
      { name: 'link 1', status_id: 2 },
      { name: 'link 2' },
    ]);
  });

  test('writes a link once, with the domain of its url, over its tombstone without expire_at', async () => {
    const person = await seeded();
    await change(person, { kind: 'member.set', folder_id: 3, link_id: 1, present: false });
    expect(await dataAt(person, 'folder_links/3_1')).toMatchObject({ deleted: true, expire_at: {} });
    await change(
      person,
      { kind: 'member.set', folder_id: 3, link_id: 1, present: true },
      { kind: 'link.set', link_id: 1, url: 'ftp://example.org/' },
    );
    const { updated_at: _, ...membership } = (await dataAt(person, 'folder_links/3_1')) ?? {};
    expect(membership).toEqual({ deleted: false, folder_link_id: 2, folder_id: 3, link_id: 1 });
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ domain_name: 'example.org' });
  });

  test('is one action of the history', async () => {
    const person = await seeded();
    const action_id = crypto.randomUUID();
    const first = partOf([{ kind: 'link.set', link_id: 1, name: 'a' }], {
      action_id,
      parts: 2,
      part: 1,
      label: 'Renamed two links',
      device: 'Firefox',
    });
    await person.ask('/batch/', first);
    expect(await dataAt(person, `actions/${action_id}`)).toMatchObject({ state: 'running', made: [1] });
    await person.ask('/batch/', {
      ...first,
      part: 0,
      changes: [{ kind: 'link.set', link_id: 9, name: 'a' }],
    });
    const { created_at, updated_at, expire_at, ...action } =
      (await dataAt(person, `actions/${action_id}`)) ?? {};
    expect(action).toEqual({
      action_id,
      label: 'Renamed two links',
      device: 'Firefox',
      state: 'done',
      parts: 2,
      made: [1, 0],
      changed: 1,
      items: 1,
      skipped: 1,
      left_alone: [],
      left_alone_count: 0,
    });
    expect(updated_at.toMillis()).toBeGreaterThan(created_at.toMillis());
    expect(Math.round((expire_at.toMillis() - updated_at.toMillis()) / (24 * 60 * 60 * 1000))).toBe(30);
  });

  test('can undo another action', async () => {
    const person = await seeded();
    const action = partOf([{ kind: 'link.set', link_id: 1, name: 'a' }]);
    await person.ask('/batch/', action);
    const undo = partOf([{ kind: 'link.set', link_id: 1, name: 'link 1' }], {
      undoes: action.action_id,
      parts: 2,
    });
    await person.ask('/batch/', undo);
    expect(await dataAt(person, `actions/${action.action_id}`)).toMatchObject({ state: 'done' });
    await person.ask('/batch/', { ...undo, part: 1 });
    expect(await dataAt(person, `actions/${action.action_id}`)).toMatchObject({ state: 'undone' });
    expect(await person.call('/batch/', { ...action, parts: 1, part: 0 })).toMatchObject({ status: 200 });
    const other = partOf([{ kind: 'link.set', link_id: 1, name: 'b' }], { undoes: 'no-such-action' });
    expect(await person.call('/batch/', other)).toMatchObject({ status: 200 });
  });
});

describe('a repeat of a part', () => {
  test('changes nothing and returns the first answer', async () => {
    const person = await seeded();
    const part = partOf([
      { kind: 'link.create', ref: -1, url: 'mailto:a' },
      { kind: 'link.set', link_id: 1, name: 'a', if: { name: 'other' } },
      { kind: 'link.set', link_id: 2, name: 'a' },
    ]);
    const first = await person.ask('/batch/', part);
    await person.ask('/links/update/', { link_id: 2, name: 'newer' });
    expect(await person.ask('/batch/', part)).toEqual(first);
    expect(await person.ask('/links/list/', {})).toMatchObject([
      { name: 'link 1' },
      { name: 'newer' },
      { link_id: 3 },
    ]);
    expect(await dataAt(person, `actions/${part.action_id}`)).toMatchObject({ made: [0], changed: 2 });
  });

  test('at the same time makes the part once', async () => {
    const person = await register();
    const part = partOf([{ kind: 'link.create', ref: -1, url: 'mailto:a' }]);
    const answers = await Promise.all([1, 2, 3].map(async () => person.ask('/batch/', part)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await person.ask('/links/list/', {})).toHaveLength(1);
  });

  test('with other changes, or of an action with another number of parts, is rejected', async () => {
    const { call, ask } = await seeded();
    const part = partOf([{ kind: 'link.set', link_id: 1, name: 'a' }]);
    await ask('/batch/', part);
    const rejected = {
      status: 409,
      body: { code: 'keyReused', primary_error: FAILURES.keyReused.primary_error },
    };
    const other = [{ kind: 'link.set', link_id: 1, name: 'b' }];
    expect(await call('/batch/', { ...part, changes: other })).toMatchObject(rejected);
    expect(await call('/batch/', { ...part, part: 1, parts: 2 })).toMatchObject(rejected);
    expect(await ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'a' });
  });
});

test('the parts of an action can arrive at the same time', async () => {
  const person = await seeded();
  const action_id = crypto.randomUUID();
  const parts = [0, 1, 2, 3];
  await Promise.all(
    parts.map(async (part) =>
      person.ask(
        '/batch/',
        partOf(
          [
            { kind: 'link.create', ref: -1, url: `mailto:${part}` },
            { kind: 'favorite.set', object_type: 'link', object_id: -1, on: true },
          ],
          { action_id, part, parts: 4 },
        ),
      ),
    ),
  );
  const action = await dataAt(person, `actions/${action_id}`);
  expect(action).toMatchObject({ state: 'done', changed: 8, items: 4 });
  expect(action?.['made'].toSorted()).toEqual(parts);
  expect(await person.ask('/links/list/', {})).toHaveLength(6);
});

/** A library whose link 2 is as its creation left it, with these changes. */
async function withLink(changes: object = {}): Promise<Person> {
  const person = await seeded();
  await documentOf(person, 'links/2').update({ name: 'mailto:2', ...changes });
  return person;
}

function creationOf(link_id: number, name: string) {
  const after = { url: `mailto:${link_id}`, name };
  return { kind: 'revert', edits: [{ table: 'links', key: { link_id }, before: null, after }] } as const;
}

function del(folder_id: number, parent_folder_id: number, name = `folder ${folder_id}`) {
  const edit = {
    table: 'folders',
    key: { folder_id },
    before: null,
    after: { name, parent_folder_id },
  } as const;
  return { kind: 'revert', edits: [edit] } as const;
}

describe('the undo of a creation', () => {
  const CREATED = creationOf(2, 'mailto:2');

  test.each([{}, { name: 'A title', page_title: 'A title' }, { status_id: 2 }])(
    'deletes the link with %j',
    async (changes) => {
      const person = await withLink(changes);
      expect(await change(person, CREATED)).toMatchObject({ done: 1, skipped: [] });
      expect(await dataAt(person, 'links/2')).toMatchObject({ deleted: true });
    },
  );

  test.each([
    { name: 'mine' },
    { name: 'mine', page_title: 'A title' },
    { url: 'mailto:other' },
    { image_s3_key: 'an image' },
  ])('leaves the link alone with %j', async (changes) => {
    const person = await withLink(changes);
    expect(await change(person, CREATED)).toEqual({
      done: 0,
      skipped: [{ index: 0, why: 'changed' }],
      created: [],
    });
    expect(await person.ask('/links/list/', {})).toHaveLength(2);
  });

  test('leaves a link alone that is in a folder or a favorite', async () => {
    const person = await withLink();
    const used = creationOf(1, 'link 1');
    const left = { done: 0, skipped: [{ why: 'changed' }] };
    expect(await change(person, used)).toMatchObject(left);
    await change(person, { kind: 'member.set', folder_id: 3, link_id: 1, present: false });
    expect(await change(person, used)).toMatchObject(left);
    await change(person, { kind: 'favorite.set', object_type: 'link', object_id: 1, on: false });
    expect(await change(person, used)).toMatchObject({ done: 1 });
  });

  test('deletes an empty folder only', async () => {
    const person = await seeded();
    const answer = await change(
      person,
      del(1, 0),
      del(3, 2),
      del(4, 1),
      del(4, 0, 'other'),
      del(4, 0),
      { kind: 'member.set', folder_id: 3, link_id: 1, present: false },
      del(3, 2),
      del(2, 1),
    );
    expect(answer.skipped.map(({ index, why }) => [index, why])).toEqual([
      [0, 'changed'],
      [1, 'changed'],
      [2, 'changed'],
      [3, 'changed'],
    ]);
    expect(await person.ask('/folders/list/', {})).toMatchObject([{ folder_id: 1 }]);
  });
});

describe('a batch is rejected', () => {
  test.each([
    [{ changes: [] }],
    [{ changes: [{ kind: 'link.image', link_id: 1, s3_bucket: '', s3_key: '' }] }],
    [{ changes: [{ kind: 'user.set', display_name: 'a' }] }],
    [{ changes: [{ kind: 'link.set', link_id: 0, name: 'a' }] }],
    [{ changes: [{ kind: 'link.set', link_id: 1, name: ' ' }] }],
    [{ changes: [{ kind: 'link.create', ref: 1, url: 'mailto:a' }] }],
    [{ changes: [{ kind: 'link.set', link_id: -1, name: 'a' }] }],
    [
      {
        changes: [
          { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 0 },
          { kind: 'link.set', link_id: -1, name: 'a' },
        ],
      },
    ],
    [
      {
        changes: [
          { kind: 'link.create', ref: -1, url: 'mailto:a' },
          { kind: 'link.create', ref: -1, url: 'mailto:b' },
        ],
      },
    ],
    [{ part: 1 }],
    [{ part: -1 }],
    [{ parts: 1001 }],
    [{ label: '' }],
    [{ action_id: 'a/b/c/d/e' }],
    [{ action_id: '__reserved__' }],
    [{ undoes: '../counters' }],
    [{ changes: Array.from({ length: 251 }, () => ({ kind: 'link.set', link_id: 1, name: 'a' })) }],
  ])('with %j', async (wrong) => {
    const person = await register();
    const part = partOf([{ kind: 'link.create', ref: -1, url: 'mailto:a' }]);
    const { status, body } = await person.call('/batch/', { ...part, ...wrong });
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [expect.any(String)] } });
    expect(await person.ask('/links/list/', {})).toEqual([]);
  });

  test('before anything is written if its values do not fit into a document', async () => {
    const person = await register();
    await seedLinks(firestore, person.uid, 60);
    const url = `mailto:${'x'.repeat(8000)}`;
    const changes = Array.from({ length: 60 }, (_, index) => ({
      kind: 'link.set' as const,
      link_id: index + 1,
      url,
    }));
    const part = partOf(changes);
    expect(await person.call('/batch/', part)).toMatchObject({ status: 413 });
    expect(await person.ask('/links/get/', { link_id: 1 })).toMatchObject({ url: 'mailto:1' });
    expect(await dataAt(person, `actions/${part.action_id}`)).toBeUndefined();
  });
});

test('250 links go to the trash in one call', async () => {
  const person = await register();
  await seedLinks(firestore, person.uid, 250);
  const changes = Array.from({ length: 250 }, (_, index) => ({
    kind: 'link.set' as const,
    link_id: index + 1,
    status_id: 2 as const,
  }));
  expect(await change(person, ...changes)).toEqual({ done: 250, skipped: [], created: [] });
  const trashed = await firestore
    .collection(`users/${person.uid}/links`)
    .where('status_id', '==', 2)
    .count()
    .get();
  expect(trashed.data().count).toBe(250);
});
