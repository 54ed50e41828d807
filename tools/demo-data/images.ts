import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ObjectKind } from '@foldmark/library/entities/collections';
import { UPLOADS_PREFIX_DEVELOPMENT } from '@foldmark/contract/limits';
import { domainOf } from '@foldmark/library/entities/link-url';
import { uploadKey } from '@foldmark/contract/upload-keys';

import { draw } from './draw.ts';
import type { DatedLibrary } from './dates.ts';
import { type SiteMark, siteMark } from './site-mark.ts';

interface WithImageKey {
  /** Empty if there is no image. */
  readonly imageKey: string;
}

export interface IllustratedLibrary {
  readonly openedAt: Date;
  readonly folders: readonly (DatedLibrary['folders'][number] & WithImageKey)[];
  readonly links: readonly (DatedLibrary['links'][number] & WithImageKey & { readonly faviconKey: string })[];
}

/** Renders all images of a library from the drawings in `folder`, and writes each into `uploads` at its key. */
export async function withImages(
  library: DatedLibrary,
  folder: string,
  uploads: string,
): Promise<IllustratedLibrary> {
  const { folders, links } = library;
  const named = [...folders, ...links].flatMap(({ image }) => (image === null ? [] : [image]));
  const marks = new Map<string, SiteMark>();
  for (const { url } of links) {
    const mark = siteMark(domainOf(url));
    if (mark !== null) marks.set(domainOf(url), mark);
  }
  const drawings = await draw(folder, new Set(named), marks);

  const files = new Map<string, Buffer>();
  const addFile = (key: string, bytes: Buffer): string => {
    files.set(key, bytes);
    return key;
  };
  const imageKeyOf = (kind: ObjectKind, image: string | null, at: Date): string => {
    const bytes = image === null ? undefined : drawings.images.get(image);
    return bytes === undefined ? '' : addFile(imageKey(kind, at, bytes), bytes);
  };
  const faviconKeyOf = (url: string): string => {
    const bytes = drawings.marks.get(domainOf(url));
    return bytes === undefined ? '' : addFile(faviconKey(bytes), bytes);
  };
  const illustrated: IllustratedLibrary = {
    ...library,
    folders: folders.map((each) => ({ ...each, imageKey: imageKeyOf('folder', each.image, each.addedAt) })),
    links: links.map((each) => ({
      ...each,
      imageKey: imageKeyOf('link', each.image, each.addedAt),
      faviconKey: faviconKeyOf(each.url),
    })),
  };
  await rm(uploads, { recursive: true, force: true });
  for (const [key, bytes] of files) {
    await mkdir(dirname(join(uploads, key)), { recursive: true });
    await writeFile(join(uploads, key), bytes);
  }
  return illustrated;
}

/** The key of an upload, as the browser builds it. The id is a hash of the content, since the file at a key never changes. */
function imageKey(kind: ObjectKind, at: Date, bytes: Buffer): string {
  const hash = hashOf(bytes);
  const id = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return uploadKey({
    prefix: UPLOADS_PREFIX_DEVELOPMENT,
    kind,
    at,
    id: [...id, hash.slice(20, 32)].join('-'),
    extension: 'webp',
  });
}

/** The key of an icon, as the page-details job builds it. */
function faviconKey(bytes: Buffer): string {
  return `${UPLOADS_PREFIX_DEVELOPMENT}favicons/${hashOf(bytes)}.png`;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
