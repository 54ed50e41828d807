/** `node tools/icons.ts` draws the icons of web/public and of the extension from favicon.svg. Run it when the logo changes. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openBrowser } from '#tools/support/browsers.ts';

const PUBLIC = join(import.meta.dirname, '../web/public');
/** The sizes of the toolbar, of menus, and of the browser's list of extensions. */
const EXTENSION_SIZES = [16, 32, 48, 128];
const EXTENSION = join(import.meta.dirname, '../extension/public/icons');

const logo = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8');
const [background = ''] = /<rect [^>]*>/.exec(logo) ?? [];
const [, mark = ''] = /<rect [^>]*>(.*)<\/svg>/.exec(logo) ?? [];
if (background === '' || mark === '')
  throw new Error('favicon.svg must be a rounded square with a mark in it.');

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
/** Systems crop this icon to their own shape. The mark stays inside the circle that all of them show. */
const fullBleed = svg(background.replace(/ rx="[^"]*"/, '') + mark);
/** Systems colour this icon themselves. The mark is larger, because the icon has no background. */
const monochrome = svg(
  `<g transform="translate(16 16) scale(1.35) translate(-16 -16)">${mark.replaceAll('#fff', '#000')}</g>`,
);
const plus = svg(
  `${background}<path d="M16 9.5v13M9.5 16h13" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>`,
);

const ICONS: readonly (readonly [file: string, drawing: string, size: number])[] = [
  ['icons/192.png', logo, 192],
  ['icons/512.png', logo, 512],
  ['icons/maskable-192.png', fullBleed, 192],
  ['icons/maskable-512.png', fullBleed, 512],
  ['icons/monochrome-512.png', monochrome, 512],
  ['icons/apple-touch-icon.png', fullBleed, 180],
  ['icons/new-link-96.png', plus, 96],
];

const browser = await openBrowser();
try {
  await mkdir(join(PUBLIC, 'icons'), { recursive: true });
  for (const [file, drawing, size] of ICONS) {
    await writeFile(join(PUBLIC, file), await render(drawing, size));
  }
  await mkdir(EXTENSION, { recursive: true });
  for (const size of EXTENSION_SIZES)
    await writeFile(join(EXTENSION, `${size}.png`), await render(logo, size));
  await writeFile(join(PUBLIC, 'favicon.ico'), ico(await render(logo, 32), 32));
} finally {
  await browser.close();
}

async function render(drawing: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`);
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
}

/** An .ico file with one PNG image, after a directory of 22 bytes. */
function ico(png: Buffer, size: number): Buffer {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(1, 4);
  directory.writeUInt8(size, 6);
  directory.writeUInt8(size, 7);
  directory.writeUInt16LE(1, 10);
  directory.writeUInt16LE(32, 12);
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}
