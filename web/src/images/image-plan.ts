import {
  IMAGE_TYPES,
  imageTypeOfBytes,
  mediaBrands,
  startsWith,
  type ImageType,
} from '@foldmark/contract/image-types';
import { IMAGE_MAX_EDGE_PX, IMAGE_SOURCE_MAX_BYTES, UPLOAD_MAX_BYTES } from '@foldmark/contract/limits';

export type ImagePlan =
  | { readonly kind: 'refuse'; readonly message: string }
  /** What moves is uploaded as it is: drawn again, it would stand still. */
  | { readonly kind: 'keep'; readonly type: ImageType }
  /** Drawn again as each of `types`, of which the smallest is uploaded; without what the file says of where it was made. */
  | { readonly kind: 'draw'; readonly source: string; readonly types: readonly ImageType[] };

const ACCEPTED = 'Please choose a PNG, JPEG, GIF, WebP or AVIF image.';
const MIB = 1024 * 1024;

export const NOT_READABLE = `Couldn't read this image. ${ACCEPTED}`;

/** What the file picker offers. No HEIC, so that a phone hands over a JPEG in its place. */
export const OFFERED_TYPES: readonly string[] = [...IMAGE_TYPES, 'image/bmp', 'image/x-icon'];

/** JPEG has no transparency, and PNG is large for photos. */
const OF_PHOTOS: readonly ImageType[] = ['image/webp', 'image/jpeg'];
const OF_DRAWINGS: readonly ImageType[] = ['image/webp', 'image/png'];

/** What to do with a file, by what is in it and not by its name. */
export function planImage(bytes: Uint8Array): ImagePlan {
  if (bytes.length === 0) return refuse('This file is empty.');
  if (looksLikeSvg(bytes)) {
    return refuse(`SVG images can contain scripts, so you can't upload them. ${ACCEPTED}`);
  }
  const type = imageTypeOfBytes(bytes);
  if (type !== null && moves(type, bytes)) return keep(type, bytes.length);
  if (bytes.length > IMAGE_SOURCE_MAX_BYTES) return tooLarge(IMAGE_SOURCE_MAX_BYTES);
  if (type !== null) return draw(type, type === 'image/jpeg' ? OF_PHOTOS : OF_DRAWINGS);
  const other = otherImage(bytes);
  return other ?? refuse(`You can't upload this type of file. ${ACCEPTED}`);
}

/** The size to draw an image at: no edge beyond the limit, and never larger than it is. */
export function scaledSize(
  width: number,
  height: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, IMAGE_MAX_EDGE_PX / Math.max(width, height));
  return { width: edge(width * scale), height: edge(height * scale) };
}

/** A hair-thin image still has to have a pixel. */
function edge(length: number): number {
  return Math.max(1, Math.round(length));
}

function refuse(message: string): ImagePlan {
  return { kind: 'refuse', message };
}

function tooLarge(limit: number): ImagePlan {
  return refuse(`This file is too large. The limit is ${limit / MIB} MB.`);
}

function keep(type: ImageType, size: number): ImagePlan {
  return size > UPLOAD_MAX_BYTES ? tooLarge(UPLOAD_MAX_BYTES) : { kind: 'keep', type };
}

function draw(source: string, types: readonly ImageType[]): ImagePlan {
  return { kind: 'draw', source, types };
}

/** Images that nobody serves as they are, but that a browser may be able to draw. */
function otherImage(bytes: Uint8Array): ImagePlan | null {
  if (startsWith(bytes, 0, 'BM')) return draw('image/bmp', OF_DRAWINGS);
  if (startsWith(bytes, 0, '\0\0\x01\0')) return draw('image/x-icon', OF_DRAWINGS);
  if (mediaBrands(bytes).some((brand) => /^he(?:ic|ix|im|is)$/.test(brand)))
    return draw('image/heic', OF_PHOTOS);
  return null;
}

function looksLikeSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 1024));
  return /^\s*</.test(text) && /<(?:\w+:)?svg[\s/>]/i.test(text);
}

function moves(type: ImageType, bytes: Uint8Array): boolean {
  switch (type) {
    case 'image/gif':
      return true;
    case 'image/webp':
      return startsWith(bytes, 12, 'VP8X') && ((bytes[20] ?? 0) & 0b10) !== 0;
    case 'image/png':
      return pngMoves(bytes);
    case 'image/avif':
      return mediaBrands(bytes).includes('avis');
    case 'image/jpeg':
      return false;
  }
}

/** An animated PNG says so in a chunk of its own, before the image. */
function pngMoves(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (startsWith(bytes, at + 4, 'acTL')) return true;
    if (startsWith(bytes, at + 4, 'IDAT')) return false;
  }
  return false;
}
