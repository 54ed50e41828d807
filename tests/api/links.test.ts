import type { Input } from '@foldmark/contract/endpoints';
import { linkSchema } from '@foldmark/library/entities/entities';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { register } from '#tests/api/support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const firestore = openFirestore();

/** Not a web url, so that the page details job does not change the link. */
const URL = 'mailto:a@example.com';

describe('a new link', () => {
  test('has its url as its name, is active and gets ids from 1', async () => {
    const { uid, ask } = await register();
    const sentAt = Date.now();
    // Only an import may give the date.
    const input = { url: ' ftp://example.com/a b ', created_at: '2001-01-01T00:00:00Z' };
    const created = await ask('/links/create/', input);
    expect(created).toEqual({
      link_id: 1,
      url: 'ftp://example.com/a b',
      name: 'ftp://example.com/a b',
      status_id: 1,
      image_s3_key: '',
      favicon_key: '',
      favicon_url: '',
      domain_name: 'example.com',
      note: '',
      description: '',
      picture_s3_key: '',
      created_at: expect.any(String),
    });
    const { created_at } = z.parse(linkSchema, created);
    expect(created_at.getTime()).toBeGreaterThan(sentAt - 60_000);
    expect(await ask('/links/create/', { url: URL })).toMatchObject({ link_id: 2, domain_name: '' });
    const stored = await firestore.doc(`users/${uid}/links/1`).get();
    expect(stored.data()).toMatchObject({ deleted: false, link_id: 1, url: 'ftp://example.com/a b' });
    expect(stored.get('created_at').toDate()).toEqual(created_at);
  });

  test('without a scheme gets https://, or http:// on an IP address', async () => {
    const { ask } = await register();
    expect(await ask('/links/create/', { url: 'nothing.invalid/x' })).toMatchObject({
      url: 'https://nothing.invalid/x',
      domain_name: 'nothing.invalid',
    });
    expect(await ask('/links/create/', { url: '127.0.0.1:1/x' })).toMatchObject({
      url: 'http://127.0.0.1:1/x',
      domain_name: '127.0.0.1',
    });
  });

  test('sent twice without an idempotency key creates two links', async () => {
    const { ask } = await register();
    const twice = await Promise.all([
      ask('/links/create/', { url: URL }),
      ask('/links/create/', { url: URL }),
    ]);
    expect(twice).toHaveLength(2);
    expect(await ask('/links/list/', {})).toMatchObject([{ link_id: 1 }, { link_id: 2 }]);
  });

  test.each([{}, { url: '' }, { url: '   ' }, { url: null }])(
    'from %j is rejected for the missing url',
    async (input) => {
      const { call } = await register();
      expect(await call('/links/create/', input)).toMatchObject({
        status: 400,
        body: { errors: ['Please enter a url.'] },
      });
    },
  );
});

describe('links', () => {
  test('are sorted by url', async () => {
    const { ask } = await register();
    for (const url of ['mailto:b', 'mailto:a', 'mailto:C']) await ask('/links/create/', { url });
    expect(await ask('/links/list/', {})).toMatchObject([
      { url: 'mailto:C' },
      { url: 'mailto:a' },
      { url: 'mailto:b' },
    ]);
    expect(await ask('/links/get/', { link_id: 2 })).toMatchObject({ url: 'mailto:a' });
  });

  test('are an empty list at first', async () => {
    expect(await (await register()).ask('/links/list/', {})).toEqual([]);
  });

  test('of another user answer 404', async () => {
    const [owner, other] = [await register(), await register()];
    await owner.ask('/links/create/', { url: URL });
    await other.ask('/links/create/', { url: URL });
    await owner.ask('/links/create/', { url: URL });
    const missing = { status: 404, body: { code: 'noSuchLink', primary_error: 'This link does not exist.' } };
    expect(await other.call('/links/get/', { link_id: 2 })).toMatchObject(missing);
    const change = { link_id: 2, url: URL, name: 'mine', status_id: 1 };
    expect(await other.call('/links/update/', change)).toMatchObject(missing);
    expect(await other.call('/links/delete/', { link_id: 2 })).toMatchObject(missing);
    expect(await owner.ask('/links/get/', { link_id: 2 })).toMatchObject({ name: URL });
  });
});

describe('a change of a link', () => {
  test('returns the link with the domain of the new url', async () => {
    const { ask } = await register();
    await ask('/links/create/', { url: URL });
    const change: Input<'/links/update/'> = {
      link_id: 1,
      url: ' ftp://example.org/x ',
      name: ' a <b> "c" ',
      status_id: 2,
      domain_name: '',
    };
    const changed = await ask('/links/update/', change);
    expect(changed).toMatchObject({
      link_id: 1,
      url: 'ftp://example.org/x',
      name: 'a <b> "c"',
      status_id: 2,
      domain_name: 'example.org',
    });
    expect(await ask('/links/get/', { link_id: 1 })).toEqual(changed);
  });

  test('rejects a missing url and name together', async () => {
    const { call } = await register();
    expect(await call('/links/update/', { link_id: 1, url: ' ', name: ' ', status_id: 1 })).toMatchObject({
      status: 400,
      body: { errors: ['Please enter a url.', 'Please enter a name.'] },
    });
  });

  test.each([0, 3, '1', null, 1.5])('rejects the status %j', async (status_id) => {
    const { call } = await register();
    expect(await call('/links/update/', { link_id: 1, url: URL, name: 'a', status_id })).toMatchObject({
      status: 400,
      body: { errors: ['status_id must be 1 (active) or 2 (in the trash).'] },
    });
  });

  test('without a difference writes nothing; with one it updates the timestamp', async () => {
    const { uid, ask } = await register();
    await ask('/links/create/', { url: URL });
    const document = firestore.doc(`users/${uid}/links/1`);
    const [before] = [await document.get()];
    const same = { link_id: 1, url: URL, name: URL, status_id: 1 } as const;
    await ask('/links/update/', same);
    expect((await document.get()).updateTime).toEqual(before.updateTime);
    await ask('/links/update/', { ...same, name: 'b' });
    const after = await document.get();
    expect(after.get('updated_at').toMillis()).toBeGreaterThan(before.get('updated_at').toMillis());
    expect(after.get('created_at')).toEqual(before.get('created_at'));
  });

  test('changes only the given fields', async () => {
    const { ask, call } = await register();
    await ask('/links/create/', { url: 'ftp://example.com/' });
    await ask('/links/update/', { link_id: 1, name: 'a' });
    expect(await ask('/links/update/', { link_id: 1, status_id: 2 })).toMatchObject({
      url: 'ftp://example.com/',
      name: 'a',
      status_id: 2,
      domain_name: 'example.com',
    });
    expect(await ask('/links/update/', { link_id: 1, url: URL })).toMatchObject({
      name: 'a',
      domain_name: '',
    });
    const link = await ask('/links/get/', { link_id: 1 });
    expect(await ask('/links/update/', { link_id: 1 })).toEqual(link);
    expect(await call('/links/update/', { link_id: 1, name: null })).toMatchObject({ status: 400 });
  });

  test('sets the note, keeps its line breaks, and never sets the date', async () => {
    const { ask, call } = await register();
    const { created_at } = Object.assign({ created_at: '' }, await ask('/links/create/', { url: URL }));
    const noted = { link_id: 1, note: ' one\n\ntwo ', created_at: '2001-01-01T00:00:00Z' };
    expect(created_at).not.toBe('');
    expect(await ask('/links/update/', noted)).toMatchObject({ note: 'one\n\ntwo', created_at });
    // An older app sends every field that it knows.
    await ask('/links/update/', { link_id: 1, url: URL, name: 'a', status_id: 1, domain_name: '' });
    expect(await ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'a', note: 'one\n\ntwo' });
    const guarded = { link_id: 1, note: 'mine', if: { note: 'old' } };
    expect(await ask('/links/update/', guarded)).toMatchObject({ note: 'one\n\ntwo' });
    expect(await ask('/links/update/', { ...guarded, if: { note: 'one\n\ntwo' } })).toMatchObject({
      note: 'mine',
    });
    expect(await ask('/links/update/', { link_id: 1, note: '' })).toMatchObject({ note: '' });
    const longest = 'ü'.repeat(4000);
    expect(await ask('/links/update/', { link_id: 1, note: longest })).toMatchObject({ note: longest });
    expect(await call('/links/update/', { link_id: 1, note: `${longest}x` })).toMatchObject({
      status: 400,
      body: { errors: ['note can have at most 4000 characters.'] },
    });
    expect(await call('/links/update/', { link_id: 1, note: null })).toMatchObject({ status: 400 });
  });

  test('leaves fields alone that differ from `if`, and answers the stored link', async () => {
    const { uid, ask, call } = await register();
    await ask('/links/create/', { url: URL });
    await ask('/links/update/', { link_id: 1, name: 'newer' });
    const guarded = { link_id: 1, name: 'mine', status_id: 2, if: { name: 'old', status_id: 1 } } as const;
    expect(await ask('/links/update/', guarded)).toMatchObject({ name: 'newer', status_id: 2 });
    expect(await ask('/links/get/', { link_id: 1 })).toMatchObject({ name: 'newer', status_id: 2 });
    // The link has the wanted value already, so nothing is written.
    const document = firestore.doc(`users/${uid}/links/1`);
    const { updateTime } = await document.get();
    expect(await ask('/links/update/', { ...guarded, name: 'newer' })).toMatchObject({ name: 'newer' });
    expect((await document.get()).updateTime).toEqual(updateTime);
    // A field without a guard is written.
    expect(await ask('/links/update/', { link_id: 1, name: 'mine', if: { url: 'old' } })).toMatchObject({
      name: 'mine',
    });
    expect(
      await ask('/links/update-image/', {
        link_id: 1,
        s3_bucket: '',
        s3_key: '',
        if: { image_s3_key: 'old' },
      }),
    ).toMatchObject({ image_s3_key: '' });
    expect(await call('/links/update/', { ...guarded, if: { name: 1 } })).toMatchObject({ status: 400 });
  });

  test('to the trash and back keeps folders and favorites', async () => {
    const { ask } = await register();
    await ask('/links/create/', { url: URL });
    await ask('/folders/create/', { name: 'a' });
    const membership = await ask('/folders/add-link/', { folder_id: 1, link_id: 1 });
    await ask('/favorites/toggle/', { object_id: 1, object_type: 'link' });
    for (const status_id of [2, 1] as const) {
      await ask('/links/update/', { link_id: 1, url: URL, name: 'a', status_id });
      expect(await ask('/folder-links/list/', {})).toEqual([membership]);
      expect(await ask('/favorites/list/', {})).toEqual([{ object_id: 1, object_type: 'link' }]);
    }
  });
});

describe('the permanent deletion of a link', () => {
  test('accepts only links in the trash', async () => {
    const { ask, call } = await register();
    await ask('/links/create/', { url: URL });
    expect(await call('/links/delete/', { link_id: 1 })).toMatchObject({
      status: 409,
      body: { code: 'notInTrash', primary_error: 'Only items in the trash can be deleted forever.' },
    });
    expect(await ask('/links/list/', {})).toHaveLength(1);
  });

  test('also deletes memberships and favorites, and leaves tombstones for 30 days', async () => {
    const { uid, ask, call } = await register();
    await ask('/links/create/', { url: URL });
    await ask('/folders/create/', { name: 'a' });
    const membership = await ask('/folders/add-link/', { folder_id: 1, link_id: 1 });
    await ask('/favorites/toggle/', { object_id: 1, object_type: 'link' });
    await ask('/favorites/toggle/', { object_id: 1, object_type: 'folder' });
    await ask('/links/update/', { link_id: 1, url: URL, name: 'a', status_id: 2 });
    expect(await ask('/links/delete/', { link_id: 1 })).toEqual({
      link_ids: [1],
      folder_ids: [],
      folder_links: [membership],
      favorites: [{ object_id: 1, object_type: 'link' }],
    });

    for (const [path, ids] of [
      ['links/1', { link_id: 1 }],
      ['folder_links/1_1', { folder_link_id: 1, folder_id: 1, link_id: 1 }],
      ['favorites/link_1', { object_id: 1, object_type: 'link' }],
    ] as const) {
      const tombstone = await firestore.doc(`users/${uid}/${path}`).get();
      const { updated_at, expire_at, ...rest } = tombstone.data() ?? {};
      expect(rest).toEqual({ ...ids, deleted: true });
      const days = (expire_at.toMillis() - updated_at.toMillis()) / DAY_MS;
      expect(days).toBeCloseTo(30, 2);
    }
    expect(await ask('/favorites/list/', {})).toEqual([{ object_id: 1, object_type: 'folder' }]);
    expect(await ask('/links/list/', {})).toEqual([]);
    for (const path of ['/links/get/', '/links/delete/'] as const) {
      expect(await call(path, { link_id: 1 })).toMatchObject({ status: 404 });
    }
    expect(await ask('/links/create/', { url: URL })).toMatchObject({ link_id: 2 });
  });
});
