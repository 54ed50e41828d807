import { ImageDeletions, imageDeletionId } from '@foldmark/functions/store/image-deletions';
import { runScheduled } from '@foldmark/tools/suite/schedule';
import { describe, expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { DEADLINE, type Person, register } from '#tests/api/support.ts';
import { BUCKET, statusOf, uploadImage } from '#tests/api/upload-image.ts';

const firestore = openFirestore();

/** The suite starts with these in the bucket. They are two days old. */
const SEEDED = ['links', 'folders'].map(
  (folder) => `dev/uploads/${folder}/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png`,
);

function deletionOf(key: string) {
  return firestore.doc(`image_deletions/${imageDeletionId(key)}`);
}

async function expectDeleted(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await expect.poll(async () => statusOf(key), DEADLINE).not.toBe(200);
    await expect.poll(async () => (await deletionOf(key).get()).get('state'), DEADLINE).toBe('done');
  }
}

/** Creates a link with an image. Its url is not a web url, so no job reads a page. */
async function linkWithImage(person: Person): Promise<{ link_id: number; key: string }> {
  const created = await person.ask('/links/create/', { url: 'mailto:a@example.com' });
  const { link_id } = Object.assign({ link_id: 0 }, created);
  const key = await uploadImage(person);
  await person.ask('/links/update-image/', { link_id, s3_bucket: BUCKET, s3_key: key });
  expect(await statusOf(key)).toBe(200);
  return { link_id, key };
}

async function folderWithImage(person: Person): Promise<{ folder_id: number; key: string }> {
  const { folder_id } = Object.assign({ folder_id: 0 }, await person.ask('/folders/create/', { name: 'a' }));
  const key = await uploadImage(person, 'folder');
  await person.ask('/folders/update-image/', { folder_id, s3_bucket: BUCKET, s3_key: key });
  return { folder_id, key };
}

async function trash(person: Person, link_id: number): Promise<void> {
  await person.ask('/links/update/', { link_id, url: 'mailto:a@example.com', name: 'a', status_id: 2 });
}

/** Sets an icon or picture directly in Firestore, like the page details job. Returns its key. */
async function give(
  { uid }: Person,
  link_id: number,
  field: 'favicon_key' | 'picture_s3_key',
): Promise<string> {
  const folder = field === 'favicon_key' ? 'favicons' : 'pictures';
  const key = `dev/uploads/${folder}/${'0'.repeat(32)}/${crypto.randomUUID()}.png`;
  await firestore.doc(`users/${uid}/links/${link_id}`).update({ [field]: key, updated_at: new Date() });
  return key;
}

/** The deletions as a job sees them, this many hours later. */
function deletionsIn(hours: number): ImageDeletions {
  return new ImageDeletions(firestore, () => new Date(Date.now() + hours * 3_600_000));
}

const REMOVED = { s3_bucket: '', s3_key: '' };
const REJECTED = { status: 400, body: { errors: ['There was an error uploading your file.'] } };

describe('a replaced or removed image', () => {
  test('stays for a day, in which its link can get it back', async () => {
    const [person, mallory] = [await register(), await register()];
    const { link_id, key } = await linkWithImage(person);
    await mallory.ask('/links/create/', { url: 'mailto:m@example.com' });
    const next = await uploadImage(person);
    const set = async (s3_key: string, image_s3_key: string) =>
      person.call('/links/update-image/', { link_id, s3_bucket: BUCKET, s3_key, if: { image_s3_key } });
    await set(next, key);
    expect(await deletionsIn(23.9).begin(imageDeletionId(key))).toBeNull();
    expect(await deletionsIn(23.9).isInUse(key)).toBe(true);
    // Another person who knows the url can't keep the image.
    expect(
      await mallory.call('/links/update-image/', { link_id: 1, s3_bucket: BUCKET, s3_key: key }),
    ).toMatchObject(REJECTED);

    expect(await set(key, next)).toMatchObject({ status: 200, body: { image_s3_key: key } });
    expect((await deletionOf(key).get()).exists).toBe(false);
    expect((await deletionOf(next).get()).data()).toMatchObject({ state: 'asked', kept_for: person.uid });

    await person.ask('/links/update-image/', { link_id, ...REMOVED });
    await deletionOf(key).update({ due_at: new Date(Date.now() - 1000) });
    await runScheduled(inject('suite').functionsUrl, 'housekeeping');
    await expectDeleted(key);
    expect(await statusOf(next)).toBe(200);
    expect((await deletionOf(key).get()).get('kept_for')).toBeUndefined();
    expect(await set(key, '')).toMatchObject(REJECTED);
  });

  test('is either restored or deleted, if both begin at once', async () => {
    const person = await register();
    const { link_id, key } = await linkWithImage(person);
    for (let round = 0; round < 6; round += 1) {
      await person.ask('/links/update-image/', { link_id, ...REMOVED });
      const [restored, begun] = await Promise.all([
        person.call('/links/update-image/', { link_id, s3_bucket: BUCKET, s3_key: key }),
        deletionsIn(25).begin(imageDeletionId(key)),
      ]);
      expect(restored.status === 200).toBe(begun === null);
      if (begun !== null) {
        await deletionOf(key).delete();
        await person.ask('/links/update-image/', { link_id, s3_bucket: BUCKET, s3_key: key });
      }
    }
  });
});

describe('an image is deleted', () => {
  test('with its link, its folder and the subfolders', async () => {
    const person = await register();
    const link = await linkWithImage(person);
    const [top, below] = [await folderWithImage(person), await folderWithImage(person)];
    await person.ask('/folders/update-parent/', {
      folder_id: below.folder_id,
      parent_folder_id: top.folder_id,
    });
    await trash(person, link.link_id);
    await person.ask('/folders/update/', { folder_id: top.folder_id, name: 'a', status_id: 2 });
    // An item in the trash can be restored, so its image stays.
    expect(await statusOf(link.key)).toBe(200);
    await person.ask('/links/delete/', { link_id: link.link_id });
    await person.ask('/folders/delete/', { folder_id: top.folder_id });
    await expectDeleted(link.key, top.key, below.key);
  });

  test('when the trash is emptied', async () => {
    const person = await register();
    const links = [await linkWithImage(person), await linkWithImage(person)];
    for (const { link_id } of links) await trash(person, link_id);
    expect(await person.ask('/trash/empty/', {})).toMatchObject({ link_ids: [1, 2] });
    await expectDeleted(...links.map(({ key }) => key));
  });

  test('with the account', async () => {
    const person = await register();
    const keys = [(await linkWithImage(person)).key, (await folderWithImage(person)).key];
    keys.push(await give(person, 1, 'favicon_key'), await give(person, 1, 'picture_s3_key'));
    const removed = await linkWithImage(person);
    await person.ask('/links/update-image/', { link_id: removed.link_id, ...REMOVED });
    keys.push(removed.key);
    expect(await person.ask('/users/delete/', {})).toMatchObject({ remaining_uploads: [] });
    await expectDeleted(...keys);
  });

  test('when its link gets another url, if it is the picture, or the url of another site, if it is the icon', async () => {
    const person = await register();
    const { link_id, key } = await linkWithImage(person);
    const at = async (url: string) => person.ask('/links/update/', { link_id, url, name: 'a', status_id: 1 });
    await at('ftp://one.example/');
    const icon = await give(person, link_id, 'favicon_key');
    const picture = await give(person, link_id, 'picture_s3_key');
    await at('ftp://one.example/other');
    await expectDeleted(picture);
    expect((await deletionOf(icon).get()).exists).toBe(false);
    await at('ftp://two.example/');
    await expectDeleted(icon);
    expect(await statusOf(key)).toBe(200);
  });
});

describe('an image stays', () => {
  test('if it is the picture of a merged link, until neither of the two links has it', async () => {
    const person = await register();
    for (const url of ['mailto:a@example.com', 'mailto:b@example.com'])
      await person.ask('/links/create/', { url });
    const picture = await give(person, 1, 'picture_s3_key');
    const changes = [{ kind: 'link.merge', link_id: 1, into_id: 2 } as const];
    const action = { action_id: crypto.randomUUID(), part: 0, parts: 1, label: 'a' };
    await person.ask('/batch/', { ...action, changes });
    expect(await person.ask('/links/get/', { link_id: 2 })).toMatchObject({ picture_s3_key: picture });
    await person.ask('/links/delete/', { link_id: 1 });
    await expect.poll(async () => (await deletionOf(picture).get()).exists, DEADLINE).toBe(false);
    await trash(person, 2);
    await person.ask('/links/delete/', { link_id: 2 });
    await expectDeleted(picture);
  });

  test('while another link of the same user references it', async () => {
    const person = await register();
    const { link_id, key } = await linkWithImage(person);
    await person.ask('/links/create/', { url: 'mailto:b@example.com' });
    await person.ask('/links/update-image/', { link_id: 2, s3_bucket: BUCKET, s3_key: key });
    await trash(person, link_id);
    await person.ask('/links/delete/', { link_id });
    await expect.poll(async () => (await deletionOf(key).get()).exists, DEADLINE).toBe(false);
    expect(await statusOf(key)).toBe(200);
    await trash(person, 2);
    await person.ask('/links/delete/', { link_id: 2 });
    await expectDeleted(key);
  });

  test('if another user references it and deletes their link', async () => {
    const [owner, mallory] = [await register(), await register()];
    const { key } = await linkWithImage(owner);
    await mallory.ask('/links/create/', { url: 'mailto:m@example.com' });
    await mallory.ask('/links/update-image/', { link_id: 1, s3_bucket: BUCKET, s3_key: key });
    await trash(mallory, 1);
    await mallory.ask('/links/delete/', { link_id: 1 });
    await expect.poll(async () => (await deletionOf(key).get()).exists, DEADLINE).toBe(false);
    expect(await statusOf(key)).toBe(200);
  });
});

test('no other link can get an image that is being deleted', async () => {
  const person = await register();
  const { link_id, key } = await linkWithImage(person);
  await person.ask('/links/create/', { url: 'mailto:b@example.com' });
  await deletionOf(key).set({ state: 'begun', key, due_at: new Date(Date.now() + 600_000) });
  const place = { s3_bucket: BUCKET, s3_key: key };
  expect(await person.call('/links/update-image/', { link_id: 2, ...place })).toMatchObject(REJECTED);
  // A link can keep its own image.
  expect(await person.call('/links/update-image/', { link_id, ...place })).toMatchObject({ status: 200 });
});

describe('after a crash', () => {
  test('between the commit and the task, or during the task, the next job completes it', async () => {
    const person = await register();
    const keys = [await uploadImage(person), await uploadImage(person)];
    const due_at = new Date(Date.now() - 1000);
    for (const [index, key] of keys.entries())
      await deletionOf(key).set({ state: index === 0 ? 'asked' : 'begun', key, due_at });
    await runScheduled(inject('suite').functionsUrl, 'housekeeping');
    for (const key of keys) expect(await statusOf(key)).not.toBe(200);
    for (const key of keys) expect((await deletionOf(key).get()).get('state')).toBe('done');
    await runScheduled(inject('suite').functionsUrl, 'housekeeping');
  });

  test('a job does not delete a key outside of the prefix', async () => {
    const key = 'prod/uploads/links/other.png';
    await deletionOf(key).set({ state: 'asked', key, due_at: new Date(Date.now() - 1000) });
    await runScheduled(inject('suite').functionsUrl, 'housekeeping');
    expect((await deletionOf(key).get()).get('state')).toBe('done');
  });
});

test('the nightly job removes images without references after a day', async () => {
  const person = await register();
  const recent = await uploadImage(person);
  const { key } = await linkWithImage(person);
  await runScheduled(inject('suite').functionsUrl, 'nightly');
  await expectDeleted(...SEEDED);
  expect(await statusOf(recent)).toBe(200);
  expect(await statusOf(key)).toBe(200);
});
