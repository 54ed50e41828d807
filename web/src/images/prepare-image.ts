import { imageExtension, isImageType, type ImageType } from '@foldmark/library/entities/image-types';

import { NOT_READABLE, planImage, scaledSize } from './image-plan.ts';

const QUALITY = 0.86;

/** An image that is ready to upload. */
export interface PreparedImage {
  /** The name of the selected file. */
  readonly name: string;
  /** The blob's `type` matches its content. */
  readonly blob: Blob;
  /** The file extension for the blob's type, without the dot. */
  readonly extension: string;
}

/** The file can't be uploaded. The message tells the user why. */
export class FileRejectedError extends Error {}

export async function prepareImage(file: File): Promise<PreparedImage> {
  const bytes = await bytesOf(file);
  const plan = planImage(bytes);
  switch (plan.kind) {
    case 'reject':
      throw new FileRejectedError(plan.message);
    case 'keep':
      return prepared(file.name, new Blob([bytes], { type: plan.type }), plan.type);
    case 'redraw':
      return redraw(file.name, new Blob([bytes], { type: plan.source }), plan.types);
  }
}

/** Reading fails if the file was deleted or is a folder. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new FileRejectedError(NOT_READABLE, { cause });
  }
}

async function redraw(name: string, source: Blob, types: readonly ImageType[]): Promise<PreparedImage> {
  const canvas = await drawOnCanvas(source);
  const attempts = await Promise.all(
    types.map(async (type) => canvas.convertToBlob({ type, quality: QUALITY })),
  );
  let smallest: PreparedImage | null = null;
  for (const blob of attempts) {
    // A browser that can't encode a type returns a PNG, with that type.
    if (!isImageType(blob.type) || (smallest !== null && smallest.blob.size <= blob.size)) continue;
    smallest = prepared(name, blob, blob.type);
  }
  if (smallest === null) throw new FileRejectedError(NOT_READABLE);
  return smallest;
}

/** createImageBitmap() applies the EXIF orientation of a photo. */
async function drawOnCanvas(source: Blob): Promise<OffscreenCanvas> {
  const bitmap = await decode(source);
  const { width, height } = scaledSize(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new FileRejectedError(NOT_READABLE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

async function decode(source: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(source);
  } catch (cause) {
    throw new FileRejectedError(NOT_READABLE, { cause });
  }
}

function prepared(name: string, blob: Blob, type: ImageType): PreparedImage {
  return { name, blob, extension: imageExtension(type, name) };
}
