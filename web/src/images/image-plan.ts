import {
  IMAGE_TYPES,
  imageTypeOfBytes,
  mediaBrands,
  startsWith,
  type ImageType,
} from '@foldmark/library/entities/image-types';
import { UPLOAD_MAX_BYTES } from '@foldmark/contract/limits';

export type ImagePlan =
  | { readonly kind: 'reject'; readonly message: string }
  /** Uploads an animation unchanged: redrawing would keep only one frame. */
  | { readonly kind: 'keep'; readonly type: ImageType }
  /** Redraws the image as each of `types` and uploads the smallest result. This removes metadata such as the location. */
  | { readonly kind: 'redraw'; readonly source: string; readonly types: readonly ImageType[] };

const ACCEPTED = 'Please choose a PNG, JPEG, GIF, WebP or AVIF image.';
const MIB = 1024 * 1024;
/** The browser scales a larger image down to this before the upload. */
const IMAGE_MAX_EDGE_PX = 1024;
/** The largest file that the browser decodes. Decoding a larger one can exceed the memory of a phone. */
const IMAGE_SOURCE_MAX_BYTES = 50 * MIB;

export const NOT_READABLE = `Couldn't read this image. ${ACCEPTED}`;

/** The types for the file picker. Without HEIC, a phone converts its photos to JPEG. */
export const OFFERED_TYPES: readonly string[] = [...IMAGE_TYPES, 'image/bmp', 'image/x-icon'];

/** JPEG has no transparency, and PNG is large for photos. */
const PHOTO_TYPES: readonly ImageType[] = ['image/webp', 'image/jpeg'];
const DRAWING_TYPES: readonly ImageType[] = ['image/webp', 'image/png'];

/** Decides what to do with a file, based on its content, not on its name. */
export function planImage(bytes: Uint8Array): ImagePlan {
  if (bytes.length === 0) return reject('This file is empty.');
  if (looksLikeSvg(bytes)) {
    return reject(`SVG images can contain scripts, so you can't upload them. ${ACCEPTED}`);
  }
  const type = imageTypeOfBytes(bytes);
  if (type !== null && isAnimated(type, bytes)) return keep(type, bytes.length);
  if (bytes.length > IMAGE_SOURCE_MAX_BYTES) return tooLarge(IMAGE_SOURCE_MAX_BYTES);
  if (type !== null) return redraw(type, type === 'image/jpeg' ? PHOTO_TYPES : DRAWING_TYPES);
  const other = otherImage(bytes);
  return other ?? reject(`You can't upload this type of file. ${ACCEPTED}`);
}

/** The size to redraw an image at: no edge exceeds the limit, and the image is never enlarged. */
export function scaledSize(
  width: number,
  height: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, IMAGE_MAX_EDGE_PX / Math.max(width, height));
  return { width: edge(width * scale), height: edge(height * scale) };
}

/** At least one pixel, even for a very thin image. */
function edge(length: number): number {
  return Math.max(1, Math.round(length));
}

function reject(message: string): ImagePlan {
  return { kind: 'reject', message };
}

function tooLarge(limit: number): ImagePlan {
  return reject(`This file is too large. The limit is ${limit / MIB} MB.`);
}

function keep(type: ImageType, size: number): ImagePlan {
  return size > UPLOAD_MAX_BYTES ? tooLarge(UPLOAD_MAX_BYTES) : { kind: 'keep', type };
}

function redraw(source: string, types: readonly ImageType[]): ImagePlan {
  return { kind: 'redraw', source, types };
}

/** Images in types that are not for the web, but that the browser may be able to redraw. */
function otherImage(bytes: Uint8Array): ImagePlan | null {
  if (startsWith(bytes, 0, 'BM')) return redraw('image/bmp', DRAWING_TYPES);
  if (startsWith(bytes, 0, '\0\0\x01\0')) return redraw('image/x-icon', DRAWING_TYPES);
  if (mediaBrands(bytes).some((brand) => /^he(?:ic|ix|im|is)$/.test(brand)))
    return redraw('image/heic', PHOTO_TYPES);
  return null;
}

function looksLikeSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 1024));
  return /^\s*</.test(text) && /<(?:\w+:)?svg[\s/>]/i.test(text);
}

function isAnimated(type: ImageType, bytes: Uint8Array): boolean {
  switch (type) {
    case 'image/gif':
      return true;
    case 'image/webp':
      return startsWith(bytes, 12, 'VP8X') && ((bytes[20] ?? 0) & 0b10) !== 0;
    case 'image/png':
      return isAnimatedPng(bytes);
    case 'image/avif':
      return mediaBrands(bytes).includes('avis');
    case 'image/jpeg':
      return false;
  }
}

/** An animated PNG has an `acTL` chunk before the image data. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let chunk = 8; chunk + 8 <= bytes.length; chunk += 12 + view.getUint32(chunk)) {
    if (startsWith(bytes, chunk + 4, 'acTL')) return true;
    if (startsWith(bytes, chunk + 4, 'IDAT')) return false;
  }
  return false;
}
