import { describe, expect, test } from 'vitest';

import { type Person, register } from '#tests/api/support.ts';

const URL = 'mailto:a@example.com';
const NO_FOLDER = {
  status: 404,
  body: { code: 'noSuchFolder', primary_error: 'This folder does not exist.' },
};

/** Creates folder 3 in 2, 2 in 1, and 4 at the root. */
async function withFolders(): Promise<Person> {
  const person = await register();
  await person.ask('/folders/create/', { name: 'one' });
  await person.ask('/folders/create/', { name: 'two', parent_folder_id: 1 });
  await person.ask('/folders/create/', { name: 'three', parent_folder_id: 2 });
  await person.ask('/folders/create/', { name: 'four' });
  return person;
}

describe('a new folder', () => {
  test('is at the root unless it has a parent', async () => {
    const { ask } = await register();
    expect(await ask('/folders/create/', { name: ' a ' })).toEqual({
      folder_id: 1,
      name: 'a',
      status_id: 1,
      parent_folder_id: 0,
      image_s3_key: '',
      icon: '',
    });
    expect(await ask('/folders/create/', { name: 'b', parent_folder_id: 1 })).toMatchObject({
      parent_folder_id: 1,
    });
    expect(await ask('/folders/create/', { name: 'c', parent_folder_id: null })).toMatchObject({
      parent_folder_id: 0,
    });
  });

  test('can have an emoji or a color, and nothing else, as its icon', async () => {
    const { ask, call } = await register();
    expect(await ask('/folders/create/', { name: 'a', icon: '👩🏽‍💻' })).toMatchObject({ icon: '👩🏽‍💻' });
    expect(await ask('/folders/update/', { folder_id: 1, icon: 'teal' })).toMatchObject({ icon: 'teal' });
    for (const icon of ['📚📚', 'crimson', '<b>', '\u202e'])
      expect(await call('/folders/update/', { folder_id: 1, icon })).toMatchObject({ status: 400 });
    expect(await ask('/folders/list/', {})).toMatchObject([{ icon: 'teal' }]);
  });

  test('needs a name and an existing parent', async () => {
    const { ask, call } = await register();
    expect(await call('/folders/create/', { name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: ['Please enter a name.'] },
    });
    const other = await register();
    await other.ask('/folders/create/', { name: 'theirs' });
    expect(await call('/folders/create/', { name: 'a', parent_folder_id: 1 })).toMatchObject({
      status: 404,
      body: { code: 'noSuchParent', primary_error: 'The target folder does not exist.' },
    });
    expect(await ask('/folders/list/', {})).toEqual([]);
  });
});

describe('folders', () => {
  test('are sorted by name, case-insensitively', async () => {
    const { ask } = await register();
    for (const name of ['b', 'C', 'A', 'ä']) await ask('/folders/create/', { name });
    const folders = await ask('/folders/list/', {});
    expect(folders).toMatchObject([{ name: 'A' }, { name: 'ä' }, { name: 'b' }, { name: 'C' }]);
  });

  test('can be read one by one', async () => {
    const { ask, call } = await withFolders();
    expect(await ask('/folders/get/', { folder_id: 2 })).toMatchObject({ name: 'two', parent_folder_id: 1 });
    expect(await call('/folders/get/', { folder_id: 9 })).toMatchObject(NO_FOLDER);
  });

  test('can be renamed and moved to the trash', async () => {
    const { ask, call } = await withFolders();
    expect(await ask('/folders/update/', { folder_id: 2, name: ' zwei ', status_id: 2 })).toEqual({
      folder_id: 2,
      name: 'zwei',
      status_id: 2,
      parent_folder_id: 1,
      image_s3_key: '',
      icon: '',
    });
    expect(await ask('/folders/get/', { folder_id: 3 })).toMatchObject({ status_id: 1 });
    expect(await call('/folders/update/', { folder_id: 9, name: 'a', status_id: 1 })).toMatchObject(
      NO_FOLDER,
    );
    expect(await call('/folders/update/', { folder_id: 2, name: '', status_id: 1 })).toMatchObject({
      status: 400,
      body: { errors: ['Please enter a name.'] },
    });
  });
});

describe('a move', () => {
  test('into another folder and to the root works', async () => {
    const { ask } = await withFolders();
    expect(await ask('/folders/update-parent/', { folder_id: 2, parent_folder_id: 4 })).toMatchObject({
      folder_id: 2,
      parent_folder_id: 4,
    });
    expect(await ask('/folders/update-parent/', { folder_id: 2, parent_folder_id: 0 })).toMatchObject({
      parent_folder_id: 0,
    });
  });

  test.each([1, 2, 3])(
    'of folder 1 into folder %i is rejected and changes nothing',
    async (parent_folder_id) => {
      const { ask, call } = await withFolders();
      expect(await call('/folders/update-parent/', { folder_id: 1, parent_folder_id })).toMatchObject({
        status: 409,
        body: {
          code: 'folderInItself',
          primary_error: "A folder can't be moved into itself or one of its sub-folders.",
        },
      });
      expect(await ask('/folders/get/', { folder_id: 1 })).toMatchObject({ parent_folder_id: 0 });
    },
  );

  test('needs both folders to exist', async () => {
    const { call } = await withFolders();
    expect(await call('/folders/update-parent/', { folder_id: 9, parent_folder_id: 0 })).toMatchObject(
      NO_FOLDER,
    );
    expect(await call('/folders/update-parent/', { folder_id: 1, parent_folder_id: 9 })).toMatchObject({
      status: 404,
      body: { code: 'noSuchParent', primary_error: 'The target folder does not exist.' },
    });
  });

  test('of two folders into each other at the same time succeeds for one', async () => {
    const { call } = await withFolders();
    const answers = await Promise.all([
      call('/folders/update-parent/', { folder_id: 1, parent_folder_id: 4 }),
      call('/folders/update-parent/', { folder_id: 4, parent_folder_id: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('a link in folders', () => {
  test('is added once, even if the call is repeated', async () => {
    const { ask } = await withFolders();
    await ask('/links/create/', { url: URL });
    const membership = { folder_link_id: 1, folder_id: 1, link_id: 1 };
    expect(await ask('/folders/add-link/', { folder_id: 1, link_id: 1 })).toEqual(membership);
    expect(await ask('/folders/add-link/', { folder_id: 1, link_id: 1 })).toEqual(membership);
    expect(await ask('/folder-links/list/', {})).toEqual([membership]);
  });

  test('is added once by two concurrent calls', async () => {
    const { ask } = await withFolders();
    await ask('/links/create/', { url: URL });
    const input = { folder_id: 1, link_id: 1 };
    const [a, b] = await Promise.all([ask('/folders/add-link/', input), ask('/folders/add-link/', input)]);
    expect(a).toEqual(b);
  });

  test('needs both the link and the folder to exist', async () => {
    const { ask, call } = await withFolders();
    await ask('/links/create/', { url: URL });
    expect(await call('/folders/add-link/', { folder_id: 9, link_id: 1 })).toMatchObject(NO_FOLDER);
    expect(await call('/folders/add-link/', { folder_id: 1, link_id: 9 })).toMatchObject({
      status: 404,
      body: { code: 'noSuchLink', primary_error: 'This link does not exist.' },
    });
  });

  test('can be removed; the call returns the other memberships unless minimal', async () => {
    const { ask, call } = await withFolders();
    await ask('/links/create/', { url: URL });
    await ask('/folders/add-link/', { folder_id: 1, link_id: 1 });
    const second = await ask('/folders/add-link/', { folder_id: 2, link_id: 1 });
    const input = { folder_id: 1, link_id: 1 };
    expect(await ask('/folders/remove-link/', input)).toEqual([second]);
    expect(await call('/folders/remove-link/', input)).toMatchObject({
      status: 404,
      body: { code: 'notInFolder', primary_error: 'The link is not in this folder.' },
    });
    const minimal = await call(
      '/folders/remove-link/',
      { folder_id: 2, link_id: 1 },
      { prefer: 'return=minimal' },
    );
    expect(minimal).toMatchObject({ status: 204, body: null });
    expect(await ask('/folder-links/list/', {})).toEqual([]);
    expect(await ask('/folders/add-link/', input)).toEqual({ folder_link_id: 3, ...input });
  });
});

describe('the permanent deletion of a folder', () => {
  test('accepts only folders in the trash', async () => {
    const { call } = await withFolders();
    expect(await call('/folders/delete/', { folder_id: 1 })).toMatchObject({ status: 409 });
    expect(await call('/folders/delete/', { folder_id: 9 })).toMatchObject(NO_FOLDER);
  });

  test('also deletes its subfolders, but no links', async () => {
    const { ask } = await withFolders();
    await ask('/links/create/', { url: URL });
    const inside = await ask('/folders/add-link/', { folder_id: 3, link_id: 1 });
    const outside = await ask('/folders/add-link/', { folder_id: 4, link_id: 1 });
    await ask('/favorites/toggle/', { object_id: 2, object_type: 'folder' });
    await ask('/favorites/toggle/', { object_id: 1, object_type: 'link' });
    await ask('/folders/update/', { folder_id: 1, name: 'one', status_id: 2 });
    expect(await ask('/folders/delete/', { folder_id: 1 })).toEqual({
      link_ids: [],
      folder_ids: [1, 2, 3],
      folder_links: [inside],
      favorites: [{ object_id: 2, object_type: 'folder' }],
    });
    expect(await ask('/folders/list/', {})).toMatchObject([{ folder_id: 4 }]);
    expect(await ask('/folder-links/list/', {})).toEqual([outside]);
    expect(await ask('/links/list/', {})).toHaveLength(1);
    expect(await ask('/favorites/list/', {})).toEqual([{ object_id: 1, object_type: 'link' }]);
  });
});

describe('a partial change of a folder', () => {
  test('changes only the given fields, and leaves those alone that differ from `if`', async () => {
    const { ask } = await register();
    await ask('/folders/create/', { name: 'a' });
    expect(await ask('/folders/update/', { folder_id: 1, status_id: 2 })).toMatchObject({
      name: 'a',
      status_id: 2,
    });
    const guarded = { folder_id: 1, name: 'mine', status_id: 1, if: { name: 'old', status_id: 2 } } as const;
    expect(await ask('/folders/update/', guarded)).toMatchObject({ name: 'a', status_id: 1 });
  });

  test('leaves a folder where another device has moved it', async () => {
    const { ask } = await register();
    for (const name of ['a', 'b', 'c']) await ask('/folders/create/', { name });
    await ask('/folders/update-parent/', { folder_id: 1, parent_folder_id: 2 });
    const move = { folder_id: 1, parent_folder_id: 3 };
    expect(await ask('/folders/update-parent/', { ...move, if: { parent_folder_id: 0 } })).toMatchObject({
      parent_folder_id: 2,
    });
    expect(await ask('/folders/update-parent/', { ...move, if: { parent_folder_id: 2 } })).toMatchObject({
      parent_folder_id: 3,
    });
  });
});
