import { describe, expect, test } from 'vitest';

import { type Person, register } from '#tests/api/support.ts';
import { BUCKET, uploadImage } from '#tests/api/upload-image.ts';

const DATE = '2026-01-02--03-04-05';
/** These are in the bucket when the suite starts, below both folders. */
const IMAGE = `${DATE}--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png`;
const PROGRAM = `${DATE}--00000000-0000-4000-8000-00000badf11e.png`;

interface Kind {
  readonly name: string;
  readonly kind: 'link' | 'folder';
  readonly id: 'link_id' | 'folder_id';
  readonly path: '/links/update-image/' | '/folders/update-image/';
  readonly folder: string;
  readonly otherFolder: string;
  readonly make: (person: Person) => Promise<unknown>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'a link',
    kind: 'link',
    id: 'link_id',
    path: '/links/update-image/',
    folder: 'dev/uploads/links/',
    otherFolder: 'dev/uploads/folders/',
    // Not fetched by anybody.
    make: async ({ ask }) => ask('/links/create/', { url: 'mailto:a@example.com' }),
  },
  {
    name: 'a folder',
    kind: 'folder',
    id: 'folder_id',
    path: '/folders/update-image/',
    folder: 'dev/uploads/folders/',
    otherFolder: 'dev/uploads/links/',
    make: async ({ ask }) => ask('/folders/create/', { name: 'a' }),
  },
];

describe.each(KINDS)('the image of $name', ({ kind, id, path, folder, otherFolder, make }) => {
  /** Sends the call for the only one that this person has. */
  async function withOne() {
    const person = await register();
    await make(person);
    const send = async (place: object) => person.call(path, { [id]: 1, ...place });
    return { person, send };
  }

  test('is set, replaced and removed, in both readings', async () => {
    const { person, send } = await withOne();
    const [one, other] = [await uploadImage(person, kind), await uploadImage(person, kind)];
    for (const [place, image_s3_key] of [
      [{ s3_bucket: BUCKET, s3_key: one }, one],
      [{ s3_bucket: '', s3_key: '' }, ''],
      [{ bucket: BUCKET, key: other }, other],
      [{ bucket: BUCKET, key: other }, other],
      [{ bucket: '', key: '' }, ''],
    ] as const) {
      expect(await send(place)).toMatchObject({ status: 200, body: { [id]: 1, image_s3_key } });
    }
  });

  test.each([
    ['another bucket', 'elsewhere', `${folder}${IMAGE}`],
    ['the uploads of the other kind', BUCKET, `${otherFolder}${IMAGE}`],
    ['another environment', BUCKET, `${folder}${IMAGE}`.replace('dev', 'prod')],
    ['a path upward', BUCKET, `${folder}../${otherFolder.split('/').at(-2)}/${IMAGE}`],
    ['a path upward that is hidden', BUCKET, `${folder}%2e%2e%2f${IMAGE}`],
    ['a key of another shape', BUCKET, `${folder}picture.png`],
    ['a key that ends in something else', BUCKET, `${folder}${IMAGE}?versionId=1`],
    ['a kind of file that is no image', BUCKET, `${folder}${IMAGE.replace('.png', '.svg')}`],
    ['the favicons', BUCKET, `dev/uploads/favicons/${'0'.repeat(64)}.png`],
    ['a key that is not there', BUCKET, `${folder}${DATE}--11111111-1111-4111-8111-111111111111.png`],
    ['a program that is called an image', BUCKET, `${folder}${PROGRAM}`],
  ])('is refused from %s', async (_what, s3_bucket, s3_key) => {
    const { send } = await withOne();
    const refused = { status: 400, body: { errors: ['There was an error uploading your file.'] } };
    expect(await send({ s3_bucket, s3_key })).toMatchObject(refused);
    expect(await send({ bucket: s3_bucket, key: s3_key })).toMatchObject(refused);
  });

  test.each([
    {},
    { s3_bucket: BUCKET },
    { s3_bucket: BUCKET, s3_key: ' ' },
    { s3_bucket: '', s3_key: `${folder}${IMAGE}` },
    { key: `${folder}${IMAGE}` },
  ])('needs both a bucket and a key, and not %j', async (place) => {
    const { send } = await withOne();
    expect(await send(place)).toMatchObject({ status: 400, body: { errors: ['File Required'] } });
  });

  test('of one that is not there is not set', async () => {
    const person = await register();
    const place = { [id]: 9, s3_bucket: BUCKET, s3_key: await uploadImage(person, kind) };
    expect(await person.call(path, place)).toMatchObject({ status: 404 });
  });
});
