import type { RasterImage } from '#functions/services/images.ts';

export interface Side {
  readonly width: number;
  readonly height: number;
}

/** A smaller image is usually a tracking pixel. A larger one costs a browser too much memory for an icon. */
const SMALLEST_SIDE = 8;
const LARGEST_SIDE = 1024;

const FORMATS = [
  { type: 'image/png', extension: 'png', sidesOf: sidesOfPng },
  { type: 'image/jpeg', extension: 'jpg', sidesOf: sidesOfJpeg },
  { type: 'image/gif', extension: 'gif', sidesOf: sidesOfGif },
  { type: 'image/webp', extension: 'webp', sidesOf: sidesOfWebp },
  { type: 'image/x-icon', extension: 'ico', sidesOf: sidesOfIco },
  { type: 'image/bmp', extension: 'bmp', sidesOf: sidesOfBmp },
] as const;

interface RasterFormat {
  readonly type: (typeof FORMATS)[number]['type'];
  readonly extension: string;
  /** The sides of all images in the file, as its header declares them. */
  readonly sides: readonly Side[];
}

/**
 * Detects an image by its bytes, because servers often send a wrong content type, sometimes on purpose. Returns null for
 * anything but a raster image. SVG is rejected because it can contain scripts.
 */
export function rasterFormat(bytes: Uint8Array): RasterFormat | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { type, extension, sidesOf } of FORMATS) {
    const sides = nullIfTruncated(() => sidesOf(view));
    if (sides !== null) return sides.length > 0 ? { type, extension, sides } : null;
  }
  return null;
}

/** An image that is fit for an icon, or null. */
export function rasterImage(bytes: Uint8Array): RasterImage | null {
  const format = rasterFormat(bytes);
  if (format === null || !format.sides.every(isFit)) return null;
  const { type, extension } = format;
  return { bytes, type, extension };
}

function isFit({ width, height }: Side): boolean {
  return [width, height].every((side) => side >= SMALLEST_SIDE && side <= LARGEST_SIDE);
}

/** Returns null if `read` reads beyond the end of a truncated file. */
function nullIfTruncated<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function startsWith(view: Buffer, text: string, offset = 0): boolean {
  return view.toString('latin1', offset, offset + text.length) === text;
}

function sidesOfPng(view: Buffer): Side[] | null {
  if (!startsWith(view, '\u0089PNG\r\n\u001a\n') || !startsWith(view, 'IHDR', 12)) return null;
  return [{ width: view.readUInt32BE(16), height: view.readUInt32BE(20) }];
}

function sidesOfGif(view: Buffer): Side[] | null {
  if (!startsWith(view, 'GIF87a') && !startsWith(view, 'GIF89a')) return null;
  return [{ width: view.readUInt16LE(6), height: view.readUInt16LE(8) }];
}

function sidesOfBmp(view: Buffer): Side[] | null {
  return startsWith(view, 'BM') ? [sideOfDib(view, 14)] : null;
}

/** Reads the size in a bitmap header. A negative height means that the rows are stored from top to bottom. */
function sideOfDib(view: Buffer, offset: number): Side {
  return { width: view.readInt32LE(offset + 4), height: Math.abs(view.readInt32LE(offset + 8)) };
}

/** An ICO file contains several images. Each is a PNG, or a bitmap followed by a mask of the same height. */
function sidesOfIco(view: Buffer): Side[] | null {
  if (!startsWith(view, '\0\0\u0001\0')) return null;
  return Array.from({ length: view.readUInt16LE(4) }, (_, index) => {
    const offset = view.readUInt32LE(6 + 16 * index + 12);
    const png = sidesOfPng(view.subarray(offset))?.[0];
    if (png !== undefined) return png;
    const { width, height } = sideOfDib(view, offset);
    return { width, height: height / 2 };
  });
}

function sidesOfWebp(view: Buffer): Side[] | null {
  if (!startsWith(view, 'RIFF') || !startsWith(view, 'WEBP', 8)) return null;
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [{ width: 1 + view.readUIntLE(24, 3), height: 1 + view.readUIntLE(27, 3) }];
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return [{ width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }];
    }
    case 'VP8 ':
      return [{ width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }];
    default:
      return [];
  }
}

/** Skips segments until a start-of-frame segment. */
function sidesOfJpeg(view: Buffer): Side[] | null {
  if (!startsWith(view, '\u00ff\u00d8\u00ff')) return null;
  for (let offset = 2; ; offset += 2 + view.readUInt16BE(offset + 2)) {
    const marker = view.readUInt16BE(offset);
    if (marker < 0xff_c0 || marker > 0xff_fe) return [];
    // Three markers in this range start no frame: Huffman tables, an extension and arithmetic conditioning.
    const startsFrame = marker <= 0xff_cf && marker !== 0xff_c4 && marker !== 0xff_c8 && marker !== 0xff_cc;
    if (startsFrame) return [{ width: view.readUInt16BE(offset + 7), height: view.readUInt16BE(offset + 5) }];
  }
}
