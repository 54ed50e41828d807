import { imageExtension, isImageType, type ImageType } from '@foldmark/contract/image-types';

import { NOT_READABLE, planImage, scaledSize } from './image-plan.ts';

const QUALITY = 0.86;

/** An image that is ready to be uploaded. */
export interface PreparedImage {
  /** Of the file that was selected. */
  readonly name: string;
  /** Its type is what it is. */
  readonly blob: Blob;
  /** Of what is in the blob, without the dot. */
  readonly extension: string;
}

/** A file that is none to upload; the message says why. */
export class FileRefused extends Error {}

export async function prepareImage(file: File): Promise<PreparedImage> {
  const bytes = await bytesOf(file);
  const plan = planImage(bytes);
  switch (plan.kind) {
    case 'refuse':
      throw new FileRefused(plan.message);
    case 'keep':
      return prepared(file.name, new Blob([bytes], { type: plan.type }), plan.type);
    case 'draw':
      return draw(file.name, new Blob([bytes], { type: plan.source }), plan.types);
  }
}

/** A file may be gone, or be a folder, by the time it is read. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new FileRefused(NOT_READABLE, { cause });
  }
}

async function draw(name: string, source: Blob, types: readonly ImageType[]): Promise<PreparedImage> {
  const canvas = await drawn(source);
  const attempts = await Promise.all(
    types.map(async (type) => canvas.convertToBlob({ type, quality: QUALITY })),
  );
  let smallest: PreparedImage | null = null;
  for (const blob of attempts) {
    // A browser that can't make a type makes a PNG and says so.
    if (!isImageType(blob.type) || (smallest !== null && smallest.blob.size <= blob.size)) continue;
    smallest = prepared(name, blob, blob.type);
  }
  if (smallest === null) throw new FileRefused(NOT_READABLE);
  return smallest;
}

/** The browser turns a photo the way its EXIF says. */
async function drawn(source: Blob): Promise<OffscreenCanvas> {
  const bitmap = await decoded(source);
  const { width, height } = scaledSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new FileRefused(NOT_READABLE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

async function decoded(source: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(source);
  } catch (cause) {
    throw new FileRefused(NOT_READABLE, { cause });
  }
}

function prepared(name: string, blob: Blob, type: ImageType): PreparedImage {
  return { name, blob, extension: imageExtension(type, name) };
}
