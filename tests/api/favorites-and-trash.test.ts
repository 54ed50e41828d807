import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { register } from '#tests/api/support.ts';

const URL = 'mailto:a@example.com';
const LINK = { object_id: 1, object_type: 'link' } as const;
const FOLDER = { object_id: 1, object_type: 'folder' } as const;
const TRASHED = {
  url: URL,
  name: 'a',
  status_id: 2,
  image_s3_key: '',
  favicon_key: '',
  favicon_url: '',
  domain_name: '',
  deleted: false,
  created_at: new Date(),
  updated_at: new Date(),
};
const firestore = openFirestore();

function ids(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe('a favorite', () => {
  test('is added and removed, with every variant of the input', async () => {
    const { ask, call } = await register();
    await ask('/links/create/', { url: URL });
    await ask('/folders/create/', { name: 'a' });
    expect(await ask('/favorites/toggle/', LINK)).toEqual([LINK]);
    expect(await call('/favorites/toggle/', { folder_id: 1, kind: 'folder' })).toMatchObject({
      status: 200,
      body: expect.arrayContaining([LINK, FOLDER]),
    });
    expect(await ask('/favorites/toggle/', LINK)).toEqual([FOLDER]);
    expect(await call('/favorites/toggle/', { folder_id: 1, object_type: 'folder' })).toMatchObject({
      body: [],
    });
    expect(await ask('/favorites/toggle/', LINK)).toEqual([LINK]);
  });

  test('needs an existing link or folder', async () => {
    const { call } = await register();
    expect(await call('/favorites/toggle/', LINK)).toMatchObject({
      status: 404,
      body: { code: 'noSuchLink', primary_error: 'This link does not exist.' },
    });
    expect(await call('/favorites/toggle/', FOLDER)).toMatchObject({
      status: 404,
      body: { code: 'noSuchFolder', primary_error: 'This folder does not exist.' },
    });
  });

  test('is toggled without a list in the answer if minimal', async () => {
    const { ask, call } = await register();
    await ask('/links/create/', { url: URL });
    const answer = await call('/favorites/toggle/', LINK, { prefer: 'return=minimal' });
    expect(answer).toMatchObject({ status: 204, body: null });
    expect(answer.headers.get('preference-applied')).toBe('return=minimal');
    expect(await ask('/favorites/list/', {})).toEqual([LINK]);
  });

  test('toggled twice at the same time does not change', async () => {
    const { ask } = await register();
    await ask('/links/create/', { url: URL });
    await Promise.all([ask('/favorites/toggle/', LINK), ask('/favorites/toggle/', LINK)]);
    expect(await ask('/favorites/list/', {})).toEqual([]);
  });
});

describe('the trash', () => {
  test('is emptied of links and folders with their memberships and favorites', async () => {
    const { ask } = await register();
    for (const url of ['mailto:a', 'mailto:b']) await ask('/links/create/', { url });
    await ask('/folders/create/', { name: 'one' });
    await ask('/folders/create/', { name: 'two', parent_folder_id: 1 });
    const inTrash = await ask('/folders/add-link/', { folder_id: 2, link_id: 2 });
    const trashedIn = await ask('/folders/add-link/', { folder_id: 2, link_id: 1 });
    await ask('/favorites/toggle/', LINK);
    await ask('/favorites/toggle/', FOLDER);
    await ask('/links/update/', { link_id: 1, url: 'mailto:a', name: 'a', status_id: 2 });
    await ask('/folders/update/', { folder_id: 1, name: 'one', status_id: 2 });

    const deleted = await ask('/trash/empty/', {});
    expect(deleted).toEqual({
      link_ids: [1],
      folder_ids: [1, 2],
      folder_links: expect.arrayContaining([inTrash, trashedIn]),
      favorites: expect.arrayContaining([LINK, FOLDER]),
    });
    expect(await ask('/links/list/', {})).toMatchObject([{ link_id: 2 }]);
    for (const path of ['/folders/list/', '/folder-links/list/', '/favorites/list/'] as const) {
      expect(await ask(path, {})).toEqual([]);
    }
    expect(await ask('/trash/empty/', {})).toEqual({
      link_ids: [],
      folder_ids: [],
      folder_links: [],
      favorites: [],
    });
  });

  test('is emptied of the named items that are in it', async () => {
    const { ask } = await register();
    for (const url of ['mailto:a', 'mailto:b', 'mailto:c']) await ask('/links/create/', { url });
    await ask('/folders/create/', { name: 'one' });
    for (const link_id of [1, 2]) {
      await ask('/links/update/', { link_id, url: 'mailto:a', name: 'a', status_id: 2 });
    }
    await ask('/folders/update/', { folder_id: 1, name: 'one', status_id: 2 });
    expect(await ask('/trash/empty/', { link_ids: [1, 3] })).toMatchObject({ link_ids: [1], folder_ids: [] });
    expect(await ask('/trash/empty/', { folder_ids: [1] })).toMatchObject({ link_ids: [], folder_ids: [1] });
    expect(await ask('/links/list/', {})).toMatchObject([{ link_id: 2 }, { link_id: 3 }]);
  });

  test('deletes folders that contain each other, which no call can create', async () => {
    const { uid, ask } = await register();
    await ask('/folders/create/', { name: 'one' });
    await ask('/folders/create/', { name: 'two', parent_folder_id: 1 });
    await ask('/folders/update/', { folder_id: 1, name: 'one', status_id: 2 });
    await firestore.doc(`users/${uid}/folders/1`).update({ parent_folder_id: 2 });
    expect(await ask('/folders/delete/', { folder_id: 1 })).toMatchObject({ folder_ids: [1, 2] });
    expect(await ask('/folders/list/', {})).toEqual([]);
  });

  test('is emptied of at most 500 named links and folders per call', async () => {
    const { call } = await register();
    expect(await call('/trash/empty/', { link_ids: ids(501) })).toMatchObject({
      status: 400,
      body: { errors: ['link_ids can have at most 500 entries.'] },
    });
    expect(await call('/trash/empty/', { folder_ids: ids(501) })).toMatchObject({
      status: 400,
      body: { errors: ['folder_ids can have at most 500 entries.'] },
    });
    expect(await call('/trash/empty/', { link_ids: ids(500), folder_ids: ids(500) })).toMatchObject({
      status: 200,
    });
  });

  test('is emptied even if it takes several transactions', async () => {
    const { uid, ask } = await register();
    const batch = firestore.batch();
    for (let link_id = 1; link_id <= 230; link_id += 1) {
      batch.set(firestore.doc(`users/${uid}/links/${link_id}`), { ...TRASHED, link_id });
    }
    await batch.commit();
    expect(await ask('/trash/empty/', {})).toMatchObject({ link_ids: { length: 230 } });
    expect(await ask('/links/list/', {})).toEqual([]);
  });
});
