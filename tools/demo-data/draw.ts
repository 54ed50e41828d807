import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT_ROOT } from '#tools/suite/places.ts';
import { type BrowserPage, withPage } from '#tools/support/browsers.ts';

import { markPage, type SiteMark } from './site-mark.ts';

const IMAGE_SIDE = 256;
const IMAGE_QUALITY = 88;
/** The side of a favicon in pixels. The app shows it at 20 px, and most screens draw each with two or more dots. */
const MARK_SIDE = 48;

/** The typeface of the app. */
const FONT = join(
  PROJECT_ROOT,
  'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

export interface Drawings {
  /** A WebP image for each drawing, by its path. */
  readonly images: ReadonlyMap<string, Buffer>;
  /** A PNG image for each mark, by its domain. */
  readonly marks: ReadonlyMap<string, Buffer>;
}

/** Renders the drawings of the library and a mark for each site in a browser. */
export async function draw(
  folder: string,
  images: ReadonlySet<string>,
  marks: ReadonlyMap<string, SiteMark>,
): Promise<Drawings> {
  return withPage({ width: IMAGE_SIDE, height: IMAGE_SIDE }, async (page) => {
    const drawings = { images: new Map<string, Buffer>(), marks: new Map<string, Buffer>() };
    for (const image of images) {
      drawings.images.set(image, await drawImage(page, await readFile(join(folder, image), 'utf8')));
    }
    const font = await interFont();
    for (const [domain, mark] of marks) drawings.marks.set(domain, await drawMark(page, mark, font));
    return drawings;
  });
}

/** The font as a url. */
export async function interFont(): Promise<string> {
  const inter = await readFile(FONT);
  return `data:font/woff2;base64,${inter.toString('base64')}`;
}

async function drawImage(page: BrowserPage, svg: string): Promise<Buffer> {
  await page.setContent(`<!doctype html><style>body { margin: 0 } svg { display: block }</style>${svg}`);
  return captureWebp(page, { width: IMAGE_SIDE, height: IMAGE_SIDE, quality: IMAGE_QUALITY });
}

interface Capture {
  readonly width: number;
  readonly height: number;
  readonly quality: number;
  /** The pixels of the picture for each of the page. */
  readonly scale?: number;
}

/** Playwright's own screenshots do not support WebP. */
export async function captureWebp(
  page: BrowserPage,
  { width, height, quality, scale = 1 }: Capture,
): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { x: 0, y: 0, width, height, scale },
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

async function drawMark(page: BrowserPage, mark: SiteMark, font: string): Promise<Buffer> {
  await page.setContent(markPage(mark, MARK_SIDE, font));
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return page.screenshot({
    omitBackground: true,
    clip: { x: 0, y: 0, width: MARK_SIDE, height: MARK_SIDE },
  });
}
