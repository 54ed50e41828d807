import { expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { register } from '#tests/api/support.ts';

const firestore = openFirestore();

test('documents that lack current fields can be read, listed and changed', async () => {
  const { uid, ask } = await register();
  const now = new Date();
  const put = async (path: string, data: object) =>
    firestore.doc(`users/${uid}/${path}`).set({ ...data, deleted: false, updated_at: now });
  await put('links/1', { link_id: 1 });
  await put('folders/1', { folder_id: 1 });
  await put('folder_links/1_1', { folder_link_id: 1, folder_id: 1, link_id: 1 });
  await put('favorites/link_1', { object_id: 1, object_type: 'link' });
  const link = {
    link_id: 1,
    url: '',
    name: '',
    status_id: 1,
    image_s3_key: '',
    favicon_key: '',
    favicon_url: '',
    domain_name: '',
    note: '',
    description: '',
    picture_s3_key: '',
    created_at: '1970-01-01T00:00:00.000Z',
  };
  const folder = { folder_id: 1, name: '', status_id: 1, parent_folder_id: 0, image_s3_key: '', icon: '' };

  expect(await ask('/links/get/', { link_id: 1 })).toEqual(link);
  expect(await ask('/links/list/', {})).toEqual([link]);
  expect(await ask('/folders/get/', { folder_id: 1 })).toEqual(folder);
  expect(await ask('/folders/list/', {})).toEqual([folder]);
  expect(await ask('/folder-links/list/', {})).toHaveLength(1);
  expect(await ask('/favorites/list/', {})).toHaveLength(1);

  await ask('/links/update/', { link_id: 1, url: 'mailto:a', name: 'a', status_id: 2, note: 'b' });
  expect((await firestore.doc(`users/${uid}/links/1`).get()).data()).toMatchObject({
    name: 'a',
    status_id: 2,
    note: 'b',
  });
  expect(await ask('/links/delete/', { link_id: 1 })).toMatchObject({ link_ids: [1] });
});

test('a profile that lacks current fields is valid', async () => {
  const { uid, email, ask } = await register();
  await firestore.doc(`users/${uid}`).set({ user_id: uid });

  expect(await ask('/users/get/', {})).toEqual({ user_id: uid, display_name: '', avatar: '' });
  expect(await ask('/users/get-auth/', {})).toMatchObject({ email, created_at: '1970-01-01T00:00:00.000Z' });
  expect(await ask('/users/update/', { display_name: 'Ada' })).toMatchObject({ display_name: 'Ada' });
});
