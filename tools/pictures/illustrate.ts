import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UPLOADS_PREFIX_DEVELOPMENT } from '@foldmark/contract/limits';
import { domainOf } from '@foldmark/library/entities/link-url';

import { captureWebp, interFont } from '#tools/demo-data/draw.ts';
import type { DemoLibrary } from '#tools/demo-data/library.ts';
import { withPage } from '#tools/support/browsers.ts';

import { PAGE_PICTURE, pictureOf } from './page-picture.ts';

const QUALITY = 82;

/**
 * Draws a picture of the page for most links, and writes each into `uploads` at its key, as the page-details job would store it.
 * Returns the key of each url.
 */
export async function illustrate(
  library: DemoLibrary,
  { uid, drawings, uploads }: { readonly uid: string; readonly drawings: string; readonly uploads: string },
): Promise<ReadonlyMap<string, string>> {
  const font = await interFont();
  const folder = `${UPLOADS_PREFIX_DEVELOPMENT}pictures/${uid}`;
  await mkdir(join(uploads, folder), { recursive: true });
  const keys = new Map<string, string>();
  await withPage(PAGE_PICTURE, async (page) => {
    for (const { url, name, image, folders } of library.links) {
      const file =
        image ??
        folders.map((index) => library.folders[index]?.image).find((each) => typeof each === 'string') ??
        null;
      const drawing = file === null ? null : await readFile(join(drawings, file), 'utf8');
      const html = pictureOf({ url, title: name, domain: domainOf(url), drawing }, font);
      if (html === null) continue;
      await page.setContent(html);
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const bytes = await captureWebp(page, { ...PAGE_PICTURE, quality: QUALITY });
      const key = `${folder}/${createHash('sha256').update(bytes).digest('hex')}.webp`;
      await writeFile(join(uploads, key), bytes);
      keys.set(url, key);
    }
  });
  return keys;
}
