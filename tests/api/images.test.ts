import { describe, expect, test } from 'vitest';

import { type Person, register } from '#tests/api/support.ts';
import { BUCKET, uploadImage } from '#tests/api/upload-image.ts';

const DATE = '2026-01-02--03-04-05';
/** The suite starts with these in the bucket, in both folders. */
const IMAGE = `${DATE}--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png`;
const EXECUTABLE = `${DATE}--00000000-0000-4000-8000-00000badf11e.png`;

interface Kind {
  readonly name: string;
  readonly kind: 'link' | 'folder';
  readonly id: 'link_id' | 'folder_id';
  readonly path: '/links/update-image/' | '/folders/update-image/';
  readonly folder: string;
  readonly otherFolder: string;
  readonly create: (person: Person) => Promise<unknown>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'a link',
    kind: 'link',
    id: 'link_id',
    path: '/links/update-image/',
    folder: 'dev/uploads/links/',
    otherFolder: 'dev/uploads/folders/',
    // Not a web url, so that no job reads a page.
    create: async ({ ask }) => ask('/links/create/', { url: 'mailto:a@example.com' }),
  },
  {
    name: 'a folder',
    kind: 'folder',
    id: 'folder_id',
    path: '/folders/update-image/',
    folder: 'dev/uploads/folders/',
    otherFolder: 'dev/uploads/links/',
    create: async ({ ask }) => ask('/folders/create/', { name: 'a' }),
  },
];

describe.each(KINDS)('the image of $name', ({ kind, id, path, folder, otherFolder, create }) => {
  /** Creates the user's only link or folder. `send` sets its image. */
  async function setUp() {
    const person = await register();
    await create(person);
    const send = async (location: object) => person.call(path, { [id]: 1, ...location });
    return { person, send };
  }

  test('is set, replaced and removed, with both field names', async () => {
    const { person, send } = await setUp();
    const [one, other] = [await uploadImage(person, kind), await uploadImage(person, kind)];
    for (const [location, image_s3_key] of [
      [{ s3_bucket: BUCKET, s3_key: one }, one],
      [{ s3_bucket: '', s3_key: '' }, ''],
      [{ bucket: BUCKET, key: other }, other],
      [{ bucket: BUCKET, key: other }, other],
      [{ bucket: '', key: '' }, ''],
    ] as const) {
      expect(await send(location)).toMatchObject({ status: 200, body: { [id]: 1, image_s3_key } });
    }
  });

  test.each([
    ['another bucket', 'elsewhere', `${folder}${IMAGE}`],
    ['the folder of the other kind', BUCKET, `${otherFolder}${IMAGE}`],
    ['another environment', BUCKET, `${folder}${IMAGE}`.replace('dev', 'prod')],
    ['a parent path', BUCKET, `${folder}../${otherFolder.split('/').at(-2)}/${IMAGE}`],
    ['an encoded parent path', BUCKET, `${folder}%2e%2e%2f${IMAGE}`],
    ['a key with another format', BUCKET, `${folder}picture.png`],
    ['a key with a suffix', BUCKET, `${folder}${IMAGE}?versionId=1`],
    ['a file type that is not allowed', BUCKET, `${folder}${IMAGE.replace('.png', '.svg')}`],
    ['the favicons', BUCKET, `dev/uploads/favicons/${'0'.repeat(64)}.png`],
    ['a missing object', BUCKET, `${folder}${DATE}--11111111-1111-4111-8111-111111111111.png`],
    ['an executable with an image name', BUCKET, `${folder}${EXECUTABLE}`],
  ])('is rejected for %s', async (_what, s3_bucket, s3_key) => {
    const { send } = await setUp();
    const rejected = { status: 400, body: { errors: ['There was an error uploading your file.'] } };
    expect(await send({ s3_bucket, s3_key })).toMatchObject(rejected);
    expect(await send({ bucket: s3_bucket, key: s3_key })).toMatchObject(rejected);
  });

  test.each([
    {},
    { s3_bucket: BUCKET },
    { s3_bucket: BUCKET, s3_key: ' ' },
    { s3_bucket: '', s3_key: `${folder}${IMAGE}` },
    { key: `${folder}${IMAGE}` },
  ])('needs both a bucket and a key, so %j is rejected', async (location) => {
    const { send } = await setUp();
    expect(await send(location)).toMatchObject({ status: 400, body: { errors: ['File Required'] } });
  });

  test('of a missing item answers 404', async () => {
    const person = await register();
    const location = { [id]: 9, s3_bucket: BUCKET, s3_key: await uploadImage(person, kind) };
    expect(await person.call(path, location)).toMatchObject({ status: 404 });
  });
});
