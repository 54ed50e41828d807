import type { Path } from '@foldmark/contract/endpoints';
import { FAILURES } from '@foldmark/contract/failures';
import { STORED_REQUEST_KEYS } from '@foldmark/contract/limits';
import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';
import { register } from '#tests/api/support.ts';

/** A client that gets no answer repeats the request, which must not take effect twice. */
const firestore = openFirestore();
const LINK = { url: 'mailto:a@example.com' };
const LISTS = ['/links/list/', '/folders/list/', '/folder-links/list/', '/favorites/list/'] as const;

function withKey(key: string = crypto.randomUUID()) {
  return { 'idempotency-key': key };
}

describe('a request that creates an item', () => {
  test('creates one link, and a repeat returns the link as it is now', async () => {
    const { call, ask } = await register();
    const key = withKey();
    const first = await call('/links/create/', LINK, key);
    expect(first).toMatchObject({ status: 200, body: { link_id: 1 } });
    expect((await call('/links/create/', LINK, key)).body).toEqual(first.body);
    const changed = await ask('/links/update/', { link_id: 1, name: 'renamed', status_id: 2 });
    expect((await call('/links/create/', LINK, key)).body).toEqual(changed);
    await ask('/links/delete/', { link_id: 1 });
    expect(await call('/links/create/', LINK, key)).toMatchObject({
      status: 404,
      body: { code: 'noSuchLink', primary_error: FAILURES.noSuchLink.primary_error },
    });
    expect(await ask('/links/list/', {})).toEqual([]);
    expect(await ask('/links/create/', LINK)).toMatchObject({ link_id: 2 });
  });

  test('is rejected if the key was used with other input', async () => {
    const { call, ask } = await register();
    const key = withKey();
    const rejected = {
      status: 409,
      body: { code: 'keyReused', primary_error: FAILURES.keyReused.primary_error },
    };
    await call('/links/create/', LINK, key);
    expect(await call('/links/create/', { url: 'mailto:other' }, key)).toMatchObject(rejected);
    await call('/folders/create/', { name: 'a' }, key);
    expect(await call('/folders/create/', { name: 'b' }, key)).toMatchObject(rejected);
    expect(await call('/folders/create/', { name: 'a', parent_folder_id: 1 }, key)).toMatchObject(rejected);
    expect(await call('/folders/create/', { name: ' a ', parent_folder_id: 0 }, key)).toMatchObject({
      status: 200,
      body: { folder_id: 1 },
    });
    expect(await ask('/links/list/', {})).toHaveLength(1);
    expect(await ask('/folders/list/', {})).toHaveLength(1);
  });

  test('creates one link if repeated concurrently', async () => {
    const { call, ask } = await register();
    const key = withKey();
    const answers = await Promise.all([1, 2, 3].map(async () => call('/links/create/', LINK, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await ask('/links/list/', {})).toHaveLength(1);
  });

  test('creates one folder, and a repeat succeeds even if its parent is deleted', async () => {
    const { uid, call, ask } = await register();
    await ask('/folders/create/', { name: 'above' });
    const input = { name: 'a', parent_folder_id: 1 };
    const key = withKey();
    const first = await call('/folders/create/', input, key);
    await firestore.doc(`users/${uid}/folders/1`).delete();
    expect((await call('/folders/create/', input, key)).body).toEqual(first.body);
    await ask('/folders/update/', { folder_id: 2, status_id: 2 });
    await ask('/trash/empty/', {});
    expect(await call('/folders/create/', input, key)).toMatchObject({
      status: 404,
      body: { code: 'noSuchFolder', primary_error: FAILURES.noSuchFolder.primary_error },
    });
    expect(await ask('/folders/list/', {})).toEqual([]);
    expect(await call('/folders/create/', input, withKey())).toMatchObject({ status: 404 });
  });

  test('is identified per user and per kind', async () => {
    const [one, other] = [await register(), await register()];
    const key = withKey();
    for (const { call } of [one, other]) {
      expect(await call('/links/create/', LINK, key)).toMatchObject({ body: { link_id: 1 } });
      expect(await call('/folders/create/', { name: 'a' }, key)).toMatchObject({ body: { folder_id: 1 } });
      expect(await call('/links/list/', {})).toMatchObject({ body: { length: 1 } });
      expect(await call('/folders/list/', {})).toMatchObject({ body: { length: 1 } });
    }
  });

  test('is stored while it is one of the last', async () => {
    const { uid, call } = await register();
    const key = withKey();
    await call('/links/create/', LINK, key);
    const counters = firestore.doc(`users/${uid}/private/counters`);
    const newer = Array.from({ length: STORED_REQUEST_KEYS - 2 }, (_, index) => ({
      key: `newer-${index}`,
      kind: 'link',
      id: index + 2,
    }));
    await counters.update({ next_link_id: 100, made: [...(await counters.get()).get('made'), ...newer] });
    await call('/links/create/', LINK, withKey());
    expect(await call('/links/create/', LINK, key)).toMatchObject({ body: { link_id: 1 } });
    await call('/links/create/', LINK, withKey());
    expect(await call('/links/create/', LINK, key)).toMatchObject({ body: { link_id: 102 } });
    expect((await counters.get()).get('made')).toHaveLength(STORED_REQUEST_KEYS);
  });

  test.each(['short', 'with a space in it', 'x'.repeat(65), '"quoted-key"'])(
    'is rejected with the key %j',
    async (key) => {
      const { call } = await register();
      expect(await call('/links/create/', LINK, withKey(key))).toMatchObject({ status: 400 });
      expect(await call('/links/list/', {})).toMatchObject({ body: [] });
    },
  );
});

test('a creation of a batch with a key is not made again by a single call', async () => {
  const { call, ask } = await register();
  const [key, folderKey] = [crypto.randomUUID(), crypto.randomUUID()];
  const changes = [
    { kind: 'folder.create', ref: -1, key: folderKey, name: 'a', parent_folder_id: 0 },
    { kind: 'link.create', ref: -2, key, ...LINK },
    { kind: 'member.set', folder_id: -1, link_id: -2, present: true },
  ] as const;
  const part = { part: 0, parts: 1, label: 'x', changes: [...changes] };
  await ask('/batch/', { action_id: crypto.randomUUID(), ...part });
  const folder = { name: 'a', parent_folder_id: 0 };
  expect(await call('/links/create/', LINK, withKey(key))).toMatchObject({ body: { link_id: 1 } });
  expect(await call('/folders/create/', folder, withKey(folderKey))).toMatchObject({
    body: { folder_id: 1 },
  });
  expect(await ask('/batch/', { action_id: crypto.randomUUID(), ...part })).toMatchObject({
    created: [{ id: 1 }, { id: 1 }],
  });
  expect(await ask('/links/list/', {})).toHaveLength(1);
  expect(
    await call('/batch/', {
      action_id: crypto.randomUUID(),
      ...part,
      changes: [{ ...changes[1], key: 'x' }],
    }),
  ).toMatchObject({ status: 400 });
});

describe('a repeat does no harm', () => {
  test('to a favorite with is_favorite', async () => {
    const { ask } = await register();
    await ask('/links/create/', LINK);
    const favorite = { object_id: 1, object_type: 'link' } as const;
    for (const is_favorite of [true, true, false, false]) {
      const list = await ask('/favorites/toggle/', { ...favorite, is_favorite });
      expect(list).toEqual(is_favorite ? [favorite] : []);
    }
  });

  test('to items moved to the trash after it was emptied', async () => {
    const { uid, ask } = await register();
    await seedLibrary(firestore, uid, ['link 1', 'folder 1']);
    await ask('/links/update/', { link_id: 2, url: 'mailto:2', name: '2', status_id: 2 });
    const seen = { link_ids: [1, 99, 1], folder_ids: [1] };
    const deleted = { link_ids: [1], folder_ids: [1, 2, 3] };
    expect(await ask('/trash/empty/', seen)).toMatchObject(deleted);
    expect(await ask('/trash/empty/', seen)).toMatchObject({ link_ids: [], folder_ids: [] });
    expect(await ask('/trash/empty/', { link_ids: [] })).toMatchObject({ link_ids: [] });
    expect(await ask('/links/list/', {})).toMatchObject([{ link_id: 2 }]);
  });

  test('to items that were restored since', async () => {
    const { uid, ask } = await register();
    await seedLibrary(firestore, uid);
    expect(await ask('/trash/empty/', { link_ids: [1], folder_ids: [1] })).toMatchObject({ link_ids: [] });
    expect(await ask('/links/list/', {})).toHaveLength(2);
  });
});

test('a deletion answers without a body if minimal', async () => {
  const { uid, call } = await register();
  await seedLibrary(firestore, uid, ['link 1', 'folder 1']);
  const minimal = { prefer: 'return=minimal' };
  for (const [path, input] of [
    ['/links/delete/', { link_id: 1 }],
    ['/folders/delete/', { folder_id: 1 }],
    ['/trash/empty/', {}],
  ] as const) {
    expect(await call(path, input, minimal)).toMatchObject({ status: 204, body: null });
  }
});

describe('a repeat with its key, after the change was taken back', () => {
  const MADE = { link_id: 1, folder_id: 1 };
  test.each([
    ['/favorites/toggle/', { object_id: 1, object_type: 'link' }, { object_id: 1, object_type: 'link' }],
    ['/folders/add-link/', MADE, MADE, '/folders/remove-link/'],
    ['/links/update/', { link_id: 1, status_id: 2 }, { link_id: 1, status_id: 1 }],
    ['/links/update/', { link_id: 1, name: 'new', if: { name: 'old' } }, { link_id: 1, name: 'old' }],
    ['/folders/update/', { folder_id: 1, name: 'new' }, { folder_id: 1, name: 'old' }],
    ['/folders/update-parent/', { folder_id: 1, parent_folder_id: 2 }, { folder_id: 1, parent_folder_id: 0 }],
  ] as const)('of %s changes nothing', async (path, input, back, pathBack: Path = path) => {
    const { call, ask } = await register();
    await ask('/links/create/', LINK);
    await ask('/links/update/', { link_id: 1, name: 'old' });
    for (const name of ['old', 'other']) await ask('/folders/create/', { name });
    const state = async () =>
      Promise.all(LISTS.map(async (list) => JSON.stringify((await call(list, {})).body)));
    const before = await state();
    const key = withKey();
    expect(await call(path, input, key)).toMatchObject({ status: 200 });
    expect(await state()).not.toEqual(before);
    // Another client takes it back with another key, or in a batch.
    expect(await call(pathBack, back, withKey())).toMatchObject({ status: 200 });
    expect(await call(path, input, key)).toMatchObject({ status: 200 });
    expect(await state()).toEqual(before);
  });

  test('of another change is made', async () => {
    const { call, ask } = await register();
    await ask('/links/create/', LINK);
    const key = withKey();
    await call('/links/update/', { link_id: 1, name: 'new' }, key);
    expect(await call('/links/update/', { link_id: 1, note: 'other' }, key)).toMatchObject({
      body: { name: 'new', note: 'other' },
    });
  });

  test('changes nothing if a batch made the change', async () => {
    const { call, ask } = await register();
    await ask('/links/create/', LINK);
    const star = { object_id: 1, object_type: 'link', is_favorite: true } as const;
    const key = withKey();
    await call('/favorites/toggle/', star, key);
    const changes = [{ kind: 'favorite.set', object_type: 'link', object_id: 1, on: false }] as const;
    await ask('/batch/', {
      action_id: crypto.randomUUID(),
      part: 0,
      parts: 1,
      label: 'x',
      changes: [...changes],
    });
    await call('/favorites/toggle/', star, key);
    expect(await ask('/favorites/list/', {})).toEqual([]);
  });
});

test('the title that a page gave a link is no edit, so the first name of the link may be replaced', async () => {
  const { uid, ask } = await register();
  await ask('/links/create/', LINK);
  await firestore.doc(`users/${uid}/links/1`).update({ name: 'Title', page_title: 'Title' });
  const edit = { link_id: 1, name: 'Mine', if: { name: LINK.url } };
  expect(await ask('/links/update/', edit)).toMatchObject({ name: 'Mine' });
  expect(await ask('/links/update/', { ...edit, name: 'Late' })).toMatchObject({ name: 'Mine' });
});
