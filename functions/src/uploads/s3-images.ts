import { createHash, randomUUID } from 'node:crypto';

import type { ImageFolder, ImageStore, RasterImage } from '#functions/services/images.ts';
import type { AwsClient } from '#functions/uploads/aws-client.ts';
import { hashedUid } from '#functions/uploads/hashed-uid.ts';
import { xmlTexts } from '#functions/uploads/xml-texts.ts';

export interface ImageOptions {
  /** The URL for writing to the bucket. */
  readonly origin: string;
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  readonly aws: AwsClient;
}

const FOLDERS: readonly ImageFolder[] = ['links', 'folders', 'favicons', 'pictures'];
const CREATED = 200;
const EXISTS = 412;

/**
 * Stores icons and pictures. A key contains a hash of the user and a hash of the bytes. So an icon of many links is stored once
 * per user, and the content of a URL never changes. Users share no image, so deleting one affects only one user.
 */
export function s3Images({ origin, prefix, aws }: ImageOptions): Omit<ImageStore, 'grant'> {
  const urlOf = (key: string): URL => new URL(key, `${origin}/`);
  const put = async (folder: ImageFolder, uid: string, image: RasterImage, isFresh: boolean) => {
    const { bytes, type, extension } = image;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const name = isFresh ? `${hash}-${randomUUID()}` : hash;
    const key = `${prefix}${folder}/${hashedUid(uid)}/${name}.${extension}`;
    const response = await aws({
      service: 's3',
      method: 'PUT',
      url: urlOf(key),
      headers: {
        'cache-control': 'private, max-age=86400, immutable',
        'content-type': type,
        'if-none-match': '*',
      },
      body: bytes,
      expected: [CREATED, EXISTS],
    });
    await response.body?.cancel();
    return key;
  };
  return {
    storeIcon: async (uid, icon, isFresh) => put('favicons', uid, icon, isFresh),
    storePicture: async (uid, bytes, isFresh) =>
      put('pictures', uid, { bytes, type: 'image/webp', extension: 'webp' }, isFresh),
    owns: (key) => FOLDERS.some((folder) => key.startsWith(`${prefix}${folder}/`)),
    remove: async (key) => {
      const response = await aws({ service: 's3', method: 'DELETE', url: urlOf(key), expected: [204] });
      await response.body?.cancel();
    },
    list: async function* list(folder) {
      let token: string | null = null;
      do {
        const url: URL = new URL(`${origin}/`.replace(/\/$/, ''));
        url.searchParams.set('list-type', '2');
        url.searchParams.set('prefix', `${prefix}${folder}/`);
        if (token !== null) url.searchParams.set('continuation-token', token);
        const response = await aws({ service: 's3', method: 'GET', url, expected: [200] });
        const page = pageOf(await response.text());
        yield page.objects;
        ({ token } = page);
      } while (token !== null);
    },
  };
}

function pageOf(xml: string): { objects: { key: string; modified: Date }[]; token: string | null } {
  const objects: { key: string; modified: Date }[] = [];
  let token: string | null = null;
  let key = '';
  for (const [name, text] of xmlTexts(xml)) {
    if (name === 'Key') key = text;
    else if (name === 'LastModified') objects.push({ key, modified: new Date(text) });
    else if (name === 'NextContinuationToken') token = text;
  }
  return { objects, token };
}
